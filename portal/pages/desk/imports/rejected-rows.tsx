// Rows an import rejected: where they are in the file, and why.
import { useState } from 'preact/hooks'
import type { ImportRun, RejectedRowPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber, NO_VALUE } from '../../../language/format.ts'
import { Select } from '../../../parts/form.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import { SearchField } from './search-field.tsx'
import { text } from './text.ts'

type Row = RejectedRowPage['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  { key: 'line', title: text.line, number: true, cell: (row) => String(row.line) },
  { key: 'column', title: text.column, cell: (row) => (row.column ? <code>{row.column}</code> : NO_VALUE) },
  { key: 'key', title: text.key, cell: (row) => row.key ?? NO_VALUE },
  { key: 'reason', title: text.rejectReason, cell: (row) => row.reason },
]

export function RejectedRows({ run }: { run: ImportRun }) {
  const [q, setQ] = useState('')
  const [column, setColumn] = useState('')
  const path = `/api/v1/operator/imports/${run.id}/rejected`
  const rows = useCursorPages<Row, RejectedRowPage>(path, { q, column })
  if (run.counts.rejected === 0) return <p class="quiet">{text.noRejected}</p>
  const names = [...new Set(run.rejected.flatMap((row) => row.column ?? []))].sort()
  const choices = [{ value: '', label: text.anyColumn }, ...names.map((name) => ({ value: name, label: name }))]
  return (
    <>
      <div class="row tools">
        <SearchField label={text.searchRejected} value={q} onChange={setQ} />
        <Select label={text.column} value={column} choices={choices} onChange={setColumn} />
        <a class="button second" href={`${path}.csv`} download>
          {text.download}
        </a>
      </div>
      {run.counts.rejected > run.rejected.length && (
        <p class="quiet">{fill(text.rejectedTruncated, { count: formatNumber(run.counts.rejected) })}</p>
      )}
      <PagedTable
        pages={rows}
        empty={text.noMatchingRejected}
        label={fill(text.rejected, { count: formatNumber(run.counts.rejected) })}
        columns={COLUMNS}
        rowKey={(row) => `${row.line} ${row.column} ${row.key}`}
      />
    </>
  )
}
