// Imports: upload a file, and list all import runs.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ImportRunPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { InlineSelect } from '../../../parts/inline-select.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import type { DeskPath } from '../parts/desk-path.ts'
import { text as shared } from '../parts/text.ts'
import { ImportForm } from './import-form.tsx'
import { ImportRunDetail } from './import-run.tsx'
import { text } from './text.ts'
import './page.css'
import type { RunRow } from '../parts/import-outcome.tsx'
import { ChangeCounts, formatActor, ImportOutcome } from '../parts/import-outcome.tsx'

export function Imports({ id, part }: DeskPath) {
  return id === undefined ? <ImportList /> : <ImportRunDetail key={id} id={id} part={part} />
}

const COLUMNS: readonly Column<RunRow>[] = [
  {
    key: 'when',
    title: shared.time,
    cell: (run) => (
      <a class="nowrap" href={`/desk/imports/${run.id}`}>
        {formatDateTime(run.started_at)}
      </a>
    ),
  },
  { key: 'source', title: shared.source, cell: (run) => run.source },
  { key: 'file', title: shared.file, cell: (run) => <span class="one-line">{run.file_name}</span> },
  {
    key: 'outcome',
    title: text.outcome,
    cell: (run) => <ImportOutcome outcome={run.outcome} approved={run.approved_by !== null} />,
  },
  { key: 'changes', title: shared.projects, number: true, cell: (run) => <ChangeCounts changes={run.changes} /> },
  {
    key: 'rejected',
    title: text.rejectedColumn,
    number: true,
    cell: (run) => (run.counts.rejected > 0 ? formatNumber(run.counts.rejected) : NO_VALUE),
  },
  { key: 'by', title: shared.startedBy, cell: (run) => <span class="one-line">{formatActor(run)}</span> },
]

const OUTCOMES = ['published', 'unchanged', 'refused', 'failed', 'dry_run'] as const
const CHOICES: readonly (readonly [string, string])[] = [
  ['', text.anyOutcome],
  ...OUTCOMES.map((outcome) => [outcome, shared.outcomes[outcome]] as const),
]

function ImportList() {
  const { route } = useLocation()
  const [outcome, setOutcome] = useState('')
  const runs = useCursorPages<RunRow, ImportRunPage>('/api/v1/operator/imports', { outcome })
  return (
    <>
      <ImportForm onDone={(id) => route(`/desk/imports/${id}`)} />
      <div class="row between list-head">
        <h2>{text.runs}</h2>
        <InlineSelect label={text.outcome} value={outcome} choices={CHOICES} onChange={setOutcome} />
      </div>
      <PagedTable
        pages={runs}
        empty={outcome === '' ? text.noRuns : text.noMatchingRuns}
        label={text.runs}
        columns={COLUMNS}
        rowKey={(run) => run.id}
      />
    </>
  )
}
