// The result of a load: progress, counts, and the rows that were not stored.

import { RunProgress } from '../../../csv/run-progress.tsx'
import { saveFile } from '../../../csv/save-file.ts'
import type { Table } from '../../../csv/table.ts'
import { csvLine } from '../../../csv/write-csv.ts'
import { formatNumber, NO_VALUE } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import type { LoadRun, RowError } from './load-run.ts'
import { text } from './text.ts'

interface LoadResultProps {
  readonly run: LoadRun
  readonly table: Table
  readonly onAnother: () => void
  /** Shows the listings in place; otherwise a link opens their page. */
  readonly onDone?: () => void
}

const ERROR_COLUMNS: readonly Column<RowError>[] = [
  { key: 'row', title: text.row, number: true, cell: ({ row }) => formatNumber(row + 1) },
  { key: 'key', title: text.key, cell: ({ key }) => key || NO_VALUE },
  { key: 'reason', title: text.reason, cell: ({ message }) => message },
]

function errorFile({ columns, rows }: Table, errors: readonly RowError[]): Blob {
  const lines = errors.map(({ row, message }) => csvLine([...columns.map((_, at) => rows[row]![at] ?? ''), message]))
  // The byte order mark tells spreadsheets that the file is UTF-8.
  return new Blob([`\ufeff${csvLine([...columns, text.errorColumn])}`, ...lines], { type: 'text/csv;charset=utf-8' })
}

function Counts({ run: { counts, errors } }: Pick<LoadResultProps, 'run'>) {
  const numbers = { ...counts, error: errors.length }
  return (
    <ul class="row" aria-label={text.summary}>
      {(Object.keys(text.results) as (keyof typeof numbers)[]).map((result) => (
        <li key={result} class="soft">
          <strong class="big">{formatNumber(numbers[result])}</strong> {text.results[result]}
        </li>
      ))}
    </ul>
  )
}

export function LoadResult({ run, table, onAnother, onDone }: LoadResultProps) {
  return (
    <div class="card stack load-result">
      <RunProgress run={run} stopped={text.stopped} />
      <Counts run={run} />
      {run.isFinished && (
        <div class="row">
          {onDone ? (
            <Button label={text.view} onClick={onDone} />
          ) : (
            <a class="button" href="/account/listings">
              {text.view}
            </a>
          )}
          {run.uncertain > 0 && (
            <a class="button second" href="/account/needs-review">
              {text.review} ({formatNumber(run.uncertain)})
            </a>
          )}
          <Button look="second" label={text.another} onClick={onAnother} />
        </div>
      )}
      {run.errors.length > 0 && (
        <section>
          <h3>{text.errors}</h3>
          <DataTable label={text.errors} columns={ERROR_COLUMNS} rows={run.errors} rowKey={({ row }) => row} />
          {run.isFinished && (
            <button
              type="button"
              class="second small"
              onClick={() => saveFile(errorFile(table, run.errors), text.errorFile)}
            >
              {text.downloadErrors}
            </button>
          )}
        </section>
      )}
    </div>
  )
}
