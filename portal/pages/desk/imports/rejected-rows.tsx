// The rows an import could not take: where each is in the file, and what is wrong with it.
import { useState } from 'preact/hooks'
import type { ImportRun, RejectedRowPage } from '../../../../src/contract/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import type { Column } from '../../../parts/data-table.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { formatNumber, NO_VALUE } from '../../../parts/format.ts'
import { PagedRows } from '../../../parts/paged-rows.tsx'
import { SearchField } from './search-field.tsx'
import { text } from './text.ts'

type Row = RejectedRowPage['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  { key: 'line', title: text.line, number: true, cell: (row) => String(row.line) },
  { key: 'column', title: text.column, cell: (row) => (row.column ? <code>{row.column}</code> : NO_VALUE) },
  { key: 'key', title: text.key, cell: (row) => row.key ?? NO_VALUE },
  { key: 'why', title: text.why, cell: (row) => row.reason },
]

export function RejectedRows({ run }: { run: ImportRun }) {
  const [q, setQ] = useState('')
  const [column, setColumn] = useState('')
  const path = `/api/v1/operator/imports/${run.id}/rejected`
  const found = useCursorPages<Row, RejectedRowPage>(path, { q, column })
  if (run.counts.rejected === 0) return <p class="quiet">{text.noRejected}</p>
  const columns = [...new Set(run.rejected.flatMap((row) => row.column ?? []))].sort()
  return (
    <>
      <div class="row tools">
        <SearchField label={text.searchRejected} value={q} onChange={setQ} />
        <div class="field">
          <label for="rejected-column">{text.column}</label>
          <select id="rejected-column" value={column} onChange={(event) => setColumn(event.currentTarget.value)}>
            <option value="">{text.anyColumn}</option>
            {columns.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <a class="button second" href={`${path}.csv`} download>
          {text.download}
        </a>
      </div>
      {run.counts.rejected > run.rejected.length && (
        <p class="quiet">{text.keptRejected(formatNumber(run.counts.rejected))}</p>
      )}
      <div aria-live="polite">
        <PagedRows pages={found} empty={text.noChanges}>
          <DataTable
            label={text.rejected(formatNumber(run.counts.rejected))}
            columns={COLUMNS}
            rows={found.rows}
            rowKey={(row) => `${row.line} ${row.column} ${row.key}`}
          />
        </PagedRows>
      </div>
    </>
  )
}
