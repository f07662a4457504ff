// A table that the user chose, with its guessed or chosen columns, and the run over its rows.
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { ResumableRun } from '../api/resumable-run.ts'
import type { ColumnChoice, Headers } from './columns.ts'
import type { Grid } from './read-table.ts'
import { readTable } from './read-table.ts'
import type { Separator } from './separator.ts'
import type { Table } from './table.ts'
import { guessChoice, hasHeader, toTable } from './table.ts'

export interface LoadedTable<Source, F extends string> {
  readonly source: Source
  readonly grid: Grid
  readonly header: boolean
  readonly table: Table
  readonly choice: ColumnChoice<F | 'address'>
}

export function useTableFile<Source extends File | string, F extends string, Run extends ResumableRun>(
  headers: Headers<F | 'address'>,
  maxRows: number,
) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [loaded, setLoaded] = useState<LoadedTable<Source, F> | null>(null)
  const [run, setRun] = useState<Run | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const running = useRef<Run | null>(null)
  useEffect(() => () => running.current?.cancel(), [])

  const show = (source: Source, grid: Grid, header: boolean) => {
    const table = toTable(grid, header, maxRows)
    setLoaded({ source, grid, header, table, choice: guessChoice(table, headers) })
  }
  const read = async (source: Source, separator?: Separator) => {
    setBusy(true)
    setError(null)
    try {
      const name = typeof source === 'string' ? {} : { name: source.name }
      const grid = await readTable(source, { maxRows, separator, ...name })
      show(source, grid, hasHeader(grid))
    } catch (cause) {
      setError(cause as Error)
      setLoaded(null)
    }
    setBusy(false)
  }
  return {
    busy,
    error,
    loaded,
    run,
    read,
    /** For the column mapper. */
    changes: loaded && {
      onHeader: (header: boolean) => show(loaded.source, loaded.grid, header),
      onSeparator: (separator: Separator) => void read(loaded.source, separator),
      onChoice: (choice: ColumnChoice<F | 'address'>) => setLoaded({ ...loaded, choice }),
    },
    start(create: (redraw: () => void) => Run) {
      const next = create(() => redraw(undefined))
      running.current = next
      setRun(next)
      void next.start()
    },
    discard() {
      running.current?.cancel()
      setRun(null)
      setLoaded(null)
    },
  }
}
