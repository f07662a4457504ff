// Many addresses at once: a file or a column → which column is what → answers as they come → a file to take along.
import './page.css'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { useCurrentUser } from '../../../api/current-user.tsx'
import type { ColumnChoice } from '../../../csv/columns.ts'
import type { Grid } from '../../../csv/read-table.ts'
import { readTable } from '../../../csv/read-table.ts'
import type { Separator } from '../../../csv/separator.ts'
import { Loading, Problem } from '../../../parts/notice.tsx'
import type { QueryFields } from '../query-fields.ts'
import type { Table } from './address-table.ts'
import { guessChoice, hasHeader, rowToFields, rowToQuery, tableOf } from './address-table.ts'
import { BatchResults } from './batch-results.tsx'
import { BatchRun } from './batch-run.ts'
import { ColumnPicker } from './column-picker.tsx'
import type { Source } from './source-picker.tsx'
import { SourcePicker } from './source-picker.tsx'
import { text } from './text.ts'

const MOST_VISITOR = 1_000
const MOST_MEMBER = 100_000

/** A source as it was read, with what was guessed or chosen about it. */
interface Loaded {
  readonly source: Source
  readonly grid: Grid
  readonly header: boolean
  readonly table: Table
  readonly choice: ColumnChoice
}

function loadedOf(source: Source, grid: Grid, header: boolean, most: number): Loaded {
  const table = tableOf(grid, header, most)
  return { source, grid, header, table, choice: guessChoice(table) }
}

export function BatchLookup({ onOpen }: { onOpen: (asked: QueryFields) => void }) {
  const { session } = useCurrentUser()
  const signedIn = session != null
  const most = signedIn ? MOST_MEMBER : MOST_VISITOR
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [run, setRun] = useState<BatchRun | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const running = useRef<BatchRun | null>(null)
  useEffect(() => () => running.current?.cancel(), [])

  const read = async (source: Source, separator?: Separator) => {
    setBusy(true)
    setError(null)
    try {
      const name = typeof source === 'string' ? {} : { name: source.name }
      const grid = await readTable(source, { maxRows: most, separator, ...name })
      setLoaded(loadedOf(source, grid, hasHeader(grid), most))
    } catch (failed) {
      setError(failed as Error)
      setLoaded(null)
    }
    setBusy(false)
  }
  const start = ({ table, choice }: Loaded) => {
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
  const leave = () => {
    running.current?.cancel()
    setRun(null)
    setLoaded(null)
  }
  const asked = (row: number) => rowToFields(loaded!.table.rows[row]!, loaded!.choice)

  if (loaded && run)
    return (
      <BatchResults
        run={run}
        table={loaded.table}
        addressOf={(row) => asked(row).address}
        onOpen={(row) => onOpen(asked(row))}
        onLeave={leave}
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
            most={most}
            onHeader={(header) => setLoaded(loadedOf(loaded.source, loaded.grid, header, most))}
            onSeparator={(separator) => void read(loaded.source, separator)}
            onChoice={(choice) => setLoaded({ ...loaded, choice })}
          />
          <button type="button" disabled={busy || loaded.table.rows.length === 0} onClick={() => start(loaded)}>
            {text.start(loaded.table.rows.length)}
          </button>
        </div>
      )}
    </div>
  )
}
