// Loads a file of listings: choose it, map its columns, store its rows.
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { fill } from '../../../parts/choose-language.ts'
import './page.css'
import { ColumnPicker } from '../../../csv/column-picker.tsx'
import { LISTING_HEADERS } from '../../../csv/columns.ts'
import { FileDrop } from '../../../csv/file-drop.tsx'
import type { Grid } from '../../../csv/read-table.ts'
import { readTable } from '../../../csv/read-table.ts'
import type { Separator } from '../../../csv/separator.ts'
import type { Table } from '../../../csv/table.ts'
import { guessChoice, hasHeader, toTable } from '../../../csv/table.ts'
import { Field } from '../../../parts/form.tsx'
import { Loading, Problem } from '../../../parts/notice.tsx'
import type { ListingColumns } from './listing-rows.ts'
import { LoadResult } from './load-result.tsx'
import { LoadRun } from './load-run.ts'
import { text } from './text.ts'

const MAX_ROWS = 100_000
const LABEL_PATTERN = /[^A-Za-z0-9._:-]+/g
const LABEL_MAX_LENGTH = 64

interface LoadedFile {
  readonly file: File
  readonly grid: Grid
  readonly header: boolean
  readonly table: Table
  readonly choice: ListingColumns
}

function toLoadedFile(file: File, grid: Grid, header: boolean): LoadedFile {
  const table = toTable(grid, header, MAX_ROWS)
  return { file, grid, header, table, choice: guessChoice(table, LISTING_HEADERS) }
}

interface MappingProps {
  readonly loaded: LoadedFile
  readonly disabled: boolean
  readonly onChange: (loaded: LoadedFile) => void
  readonly onSeparator: (separator: Separator) => void
  readonly onStart: (label: string) => void
}

function Mapping({ loaded, disabled, onChange, onSeparator, onStart }: MappingProps) {
  const [label, setLabel] = useState('')
  const { file, grid, header, table, choice } = loaded
  const hasKey = choice.key !== undefined
  const isComplete = hasKey && choice.address !== undefined
  return (
    <div class="card stack">
      <ColumnPicker
        name={file.name}
        grid={grid}
        header={header}
        table={table}
        choice={choice}
        maxRows={MAX_ROWS}
        fields={text.fields}
        required={['key', 'address']}
        onHeader={(next) => onChange(toLoadedFile(file, grid, next))}
        onSeparator={onSeparator}
        onChoice={(next) => onChange({ ...loaded, choice: next })}
      />
      <p class="quiet">{text.stored}</p>
      <Field
        label={text.label}
        hint={text.labelHint}
        maxLength={LABEL_MAX_LENGTH}
        value={label}
        onChange={(value) => setLabel(value.replace(LABEL_PATTERN, '-'))}
      />
      {!hasKey && (
        <p class="notice warn" role="status">
          {text.chooseKey}
        </p>
      )}
      <button
        type="button"
        disabled={disabled || !isComplete || table.rows.length === 0}
        onClick={() => onStart(label.trim())}
      >
        {fill(text.start, { count: table.rows.length })}
      </button>
    </div>
  )
}

/** `onDone` is called when the user leaves the result. */
export function LoadFile({ onDone }: { onDone?: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [loaded, setLoaded] = useState<LoadedFile | null>(null)
  const [run, setRun] = useState<LoadRun | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const running = useRef<LoadRun | null>(null)
  useEffect(() => () => running.current?.cancel(), [])

  const read = async (file: File, separator?: Separator) => {
    setBusy(true)
    setError(null)
    try {
      const grid = await readTable(file, { maxRows: MAX_ROWS, separator, name: file.name })
      setLoaded(toLoadedFile(file, grid, hasHeader(grid)))
    } catch (cause) {
      setError(cause as Error)
      setLoaded(null)
    }
    setBusy(false)
  }
  const start = ({ table, choice }: LoadedFile, label: string) => {
    const next = new LoadRun(table, choice, label, () => redraw(undefined))
    running.current = next
    setRun(next)
    void next.start()
  }
  const discard = () => {
    setRun(null)
    setLoaded(null)
  }
  if (loaded && run)
    return <LoadResult run={run} table={loaded.table} onAnother={discard} {...(onDone && { onDone })} />
  return (
    <div class="stack load-file">
      <div class="card">
        <FileDrop area={text.source} label={text.drop} disabled={busy} onFile={(file) => void read(file)} />
        <p class="quiet">{fill(text.limit, { rows: MAX_ROWS })}</p>
      </div>
      {error && <Problem error={error} />}
      {busy && <Loading />}
      {loaded && (
        <Mapping
          key={loaded.file.name}
          loaded={loaded}
          disabled={busy}
          onChange={setLoaded}
          onSeparator={(separator) => void read(loaded.file, separator)}
          onStart={(label) => start(loaded, label)}
        />
      )}
    </div>
  )
}
