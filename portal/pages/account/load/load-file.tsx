// Loads a file of listings: choose it, map its columns, store its rows.
import { useState } from 'preact/hooks'
import type { ListingField } from '../../../csv/columns.ts'
import { LISTING_HEADERS } from '../../../csv/columns.ts'
import { FileDrop } from '../../../csv/file-drop.tsx'
import { TableMapper } from '../../../csv/table-mapper.tsx'
import { useTableFile } from '../../../csv/use-table-file.ts'
import { fill } from '../../../language/choose-language.ts'
import { Button } from '../../../parts/button.tsx'
import { Field } from '../../../parts/form.tsx'
import { Loading, Problem } from '../../../parts/notice.tsx'
import { LoadResult } from './load-result.tsx'
import { LoadRun } from './load-run.ts'
import { text } from './text.ts'

const MAX_ROWS = 100_000
const LABEL_PATTERN = /[^A-Za-z0-9._:-]+/g
const LABEL_MAX_LENGTH = 64

interface MappingProps {
  readonly file: ReturnType<typeof useListingsFile>
  readonly onStart: (label: string) => void
}

const useListingsFile = () => useTableFile<File, ListingField, LoadRun>(LISTING_HEADERS, MAX_ROWS)

function Mapping({ file: { busy, loaded, changes }, onStart }: MappingProps) {
  const [label, setLabel] = useState('')
  if (!loaded || !changes) return null
  const { source, table, choice } = loaded
  const hasKey = choice.key !== undefined
  const isComplete = hasKey && choice.address !== undefined
  return (
    <div class="card stack">
      <TableMapper
        {...loaded}
        {...changes}
        name={source.name}
        maxRows={MAX_ROWS}
        fields={text.fields}
        required={['key', 'address']}
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
      <Button
        label={fill(text.start, { count: table.rows.length })}
        disabled={busy || !isComplete || table.rows.length === 0}
        onClick={() => onStart(label.trim())}
      />
    </div>
  )
}

/** `onDone` is called when the user leaves the result. */
export function LoadFile({ onDone }: { onDone?: () => void }) {
  const file = useListingsFile()
  const { busy, error, loaded, run } = file
  if (loaded && run)
    return <LoadResult run={run} table={loaded.table} onAnother={file.discard} {...(onDone && { onDone })} />
  return (
    <div class="stack">
      <div class="card">
        <FileDrop area={text.source} label={text.drop} disabled={busy} onFile={(source) => void file.read(source)} />
        <p class="quiet after">{fill(text.limit, { rows: MAX_ROWS })}</p>
      </div>
      {error && <Problem error={error} />}
      {busy && <Loading />}
      {loaded && (
        <Mapping
          key={loaded.source.name}
          file={file}
          onStart={(label) => file.start((redraw) => new LoadRun(loaded.table, loaded.choice, label, redraw))}
        />
      )}
    </div>
  )
}
