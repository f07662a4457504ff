// Imports: a file sent from here and tried first, and every run there was; one of them in full at its own path.

import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ImportRunPage } from '../../../../src/contract/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import type { Column } from '../../../parts/data-table.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../parts/format.ts'
import { PagedRows } from '../../../parts/paged-rows.tsx'
import type { DeskPath } from '../page.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportRunPart } from './import-run.tsx'
import { text } from './text.ts'
import './page.css'
import type { RunRow } from '../parts/import-outcome.tsx'
import { ChangeCounts, formatActor, ImportOutcome } from '../parts/import-outcome.tsx'

export function Imports({ id, part }: DeskPath) {
  return id === undefined ? <ImportList /> : <ImportRunPart key={id} id={id} part={part} />
}

const COLUMNS: readonly Column<RunRow>[] = [
  {
    key: 'when',
    title: text.when,
    cell: (run) => (
      <a class="moment" href={`/desk/imports/${run.id}`}>
        {formatDateTime(run.started_at)}
      </a>
    ),
  },
  { key: 'source', title: text.source, cell: (run) => run.source },
  { key: 'file', title: text.file, cell: (run) => <span class="cut">{run.file_name}</span> },
  { key: 'outcome', title: text.outcome, cell: (run) => <ImportOutcome run={run} /> },
  { key: 'changes', title: text.changesShort, number: true, cell: (run) => <ChangeCounts changes={run.changes} /> },
  {
    key: 'rejected',
    title: text.rejectedShort,
    number: true,
    cell: (run) => (run.counts.rejected > 0 ? formatNumber(run.counts.rejected) : NO_VALUE),
  },
  { key: 'by', title: text.by, cell: (run) => <span class="cut">{formatActor(run)}</span> },
]

const OUTCOMES = ['published', 'unchanged', 'refused', 'failed', 'dry_run'] as const

function ImportList() {
  const { route } = useLocation()
  const [outcome, setOutcome] = useState('')
  const runs = useCursorPages<RunRow, ImportRunPage>('/api/v1/operator/imports', { outcome })
  return (
    <>
      <ImportForm onDone={(id) => route(`/desk/imports/${id}`)} />
      <div class="row list-head">
        <h2>{text.runs}</h2>
        <label class="inline">
          {text.outcome}{' '}
          <select value={outcome} onChange={(event) => setOutcome(event.currentTarget.value)}>
            <option value="">{text.anyOutcome}</option>
            {OUTCOMES.map((word) => (
              <option key={word} value={word}>
                {text.outcomes[word]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <PagedRows pages={runs} empty={outcome === '' ? text.noRuns : text.noRunsSo}>
        <DataTable label={text.runs} columns={COLUMNS} rows={runs.rows} rowKey={(run) => run.id} />
      </PagedRows>
    </>
  )
}
