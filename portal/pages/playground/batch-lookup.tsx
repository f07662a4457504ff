// Looks up many addresses: choose a source, map its columns, get results, download them.
import { useDataSession } from '../../api/current-user.tsx'
import type { Field } from '../../csv/columns.ts'
import { QUERY_HEADERS } from '../../csv/columns.ts'
import { TableMapper } from '../../csv/table-mapper.tsx'
import type { LoadedTable } from '../../csv/use-table-file.ts'
import { useTableFile } from '../../csv/use-table-file.ts'
import { fill } from '../../language/choose-language.ts'
import { Button } from '../../parts/button.tsx'
import { Loading, Problem } from '../../parts/notice.tsx'
import { rowToFields, rowToQuery } from './address-table.ts'
import { BatchResults } from './batch-results.tsx'
import { BatchRun } from './batch-run.ts'
import { text } from './batch-text.ts'
import type { QueryFields } from './query-fields.ts'
import type { Source } from './source-picker.tsx'
import { SourcePicker } from './source-picker.tsx'
import { text as playgroundText } from './text.ts'

const MAX_ROWS_VISITOR = 1_000
const MAX_ROWS_MEMBER = 100_000

/** Without its ending: `listings.xlsx` → `listings`. */
const nameOf = (source: Source) => (typeof source === 'string' ? text.pastedName : source.name.replace(/\.[^.]+$/, ''))

export function BatchLookup({ onOpen }: { onOpen: (fields: QueryFields) => void }) {
  const session = useDataSession()
  const signedIn = session != null
  const maxRows = signedIn ? MAX_ROWS_MEMBER : MAX_ROWS_VISITOR
  const { busy, error, loaded, run, changes, ...file } = useTableFile<Source, Field, BatchRun>(QUERY_HEADERS, maxRows)
  const start = ({ table, choice }: LoadedTable<Source, Field>) =>
    file.start(
      (redraw) => new BatchRun(table.rows.length, (row) => rowToQuery(table.rows[row]!, choice, row), signedIn, redraw),
    )
  const fieldsOf = (row: number) => rowToFields(loaded!.table.rows[row]!, loaded!.choice)

  if (loaded && run)
    return (
      <BatchResults
        run={run}
        table={loaded.table}
        name={nameOf(loaded.source)}
        addressOf={(row) => fieldsOf(row).address}
        onOpen={(row) => onOpen(fieldsOf(row))}
        onDiscard={file.discard}
      />
    )
  return (
    <div class="stack">
      <SourcePicker
        signedIn={signedIn}
        production={(session?.account.plan ?? 'sandbox') !== 'sandbox'}
        busy={busy}
        onSource={(source) => void file.read(source)}
      />
      {error && <Problem error={error} />}
      {busy && <Loading />}
      {loaded && changes && (
        <div class="card stack">
          <TableMapper
            {...loaded}
            {...changes}
            name={typeof loaded.source === 'string' ? undefined : loaded.source.name}
            maxRows={maxRows}
            fields={playgroundText.fields}
            required={['address']}
          />
          <Button
            label={fill(text.start, { count: loaded.table.rows.length })}
            disabled={busy || loaded.table.rows.length === 0 || loaded.choice.address === undefined}
            onClick={() => start(loaded)}
          />
        </div>
      )}
    </div>
  )
}
