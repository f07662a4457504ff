// Looks up many addresses: choose a source, map its columns, get results, download them.
import { fill } from '../../../parts/choose-language.ts'
import './page.css'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { useDataSession } from '../../../api/current-user.tsx'
import { ColumnPicker } from '../../../csv/column-picker.tsx'
import type { ColumnChoice } from '../../../csv/columns.ts'
import { QUERY_HEADERS } from '../../../csv/columns.ts'
import type { Grid } from '../../../csv/read-table.ts'
import { readTable } from '../../../csv/read-table.ts'
import type { Separator } from '../../../csv/separator.ts'
import type { Table } from '../../../csv/table.ts'
import { guessChoice, hasHeader, toTable } from '../../../csv/table.ts'
import { Loading, Problem } from '../../../parts/notice.tsx'
import type { QueryFields } from '../query-fields.ts'
import { text as playgroundText } from '../text.ts'
import { rowToFields, rowToQuery } from './address-table.ts'
import { BatchResults } from './batch-results.tsx'
import { BatchRun } from './batch-run.ts'
import type { Source } from './source-picker.tsx'
import { SourcePicker } from './source-picker.tsx'
import { text } from './text.ts'

const MAX_ROWS_VISITOR = 1_000
const MAX_ROWS_MEMBER = 100_000

/** A source with its guessed or chosen columns. */
interface LoadedSource {
  readonly source: Source
  readonly grid: Grid
  readonly header: boolean
  readonly table: Table
  readonly choice: ColumnChoice
}

function toLoadedSource(source: Source, grid: Grid, header: boolean, maxRows: number): LoadedSource {
  const table = toTable(grid, header, maxRows)
  return { source, grid, header, table, choice: guessChoice(table, QUERY_HEADERS) }
}

/** Without its ending: `listings.xlsx` → `listings`. */
const nameOf = (source: Source) => (typeof source === 'string' ? text.pastedName : source.name.replace(/\.[^.]+$/, ''))

export function BatchLookup({ onOpen }: { onOpen: (fields: QueryFields) => void }) {
  const session = useDataSession()
  const signedIn = session != null
  const maxRows = signedIn ? MAX_ROWS_MEMBER : MAX_ROWS_VISITOR
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [loaded, setLoaded] = useState<LoadedSource | null>(null)
  const [run, setRun] = useState<BatchRun | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const running = useRef<BatchRun | null>(null)
  useEffect(() => () => running.current?.cancel(), [])

  const read = async (source: Source, separator?: Separator) => {
    setBusy(true)
    setError(null)
    try {
      const name = typeof source === 'string' ? {} : { name: source.name }
      const grid = await readTable(source, { maxRows, separator, ...name })
      setLoaded(toLoadedSource(source, grid, hasHeader(grid), maxRows))
    } catch (cause) {
      setError(cause as Error)
      setLoaded(null)
    }
    setBusy(false)
  }
  const start = ({ table, choice }: LoadedSource) => {
    const next = new BatchRun(
      table.rows.length,
      (row) => rowToQuery(table.rows[row]!, choice, row),
      signedIn,
      () => redraw(undefined),
    )
    running.current = next
    setRun(next)
    void next.start()
  }
  const discard = () => {
    running.current?.cancel()
    setRun(null)
    setLoaded(null)
  }
  const fieldsOf = (row: number) => rowToFields(loaded!.table.rows[row]!, loaded!.choice)

  if (loaded && run)
    return (
      <BatchResults
        run={run}
        table={loaded.table}
        name={nameOf(loaded.source)}
        addressOf={(row) => fieldsOf(row).address}
        onOpen={(row) => onOpen(fieldsOf(row))}
        onDiscard={discard}
      />
    )
  return (
    <div class="stack">
      <SourcePicker
        signedIn={signedIn}
        production={(session?.account.plan ?? 'sandbox') !== 'sandbox'}
        busy={busy}
        onSource={(source) => void read(source)}
      />
      {error && <Problem error={error} />}
      {busy && <Loading />}
      {loaded && (
        <div class="card stack">
          <ColumnPicker
            {...loaded}
            name={typeof loaded.source === 'string' ? undefined : loaded.source.name}
            maxRows={maxRows}
            fields={playgroundText.fields}
            required={['address']}
            onHeader={(header) => setLoaded(toLoadedSource(loaded.source, loaded.grid, header, maxRows))}
            onSeparator={(separator) => void read(loaded.source, separator)}
            onChoice={(choice) => setLoaded({ ...loaded, choice })}
          />
          <button
            type="button"
            disabled={busy || loaded.table.rows.length === 0 || loaded.choice.address === undefined}
            onClick={() => start(loaded)}
          >
            {fill(text.start, { count: loaded.table.rows.length })}
          </button>
        </div>
      )}
    </div>
  )
}
