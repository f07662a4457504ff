// Uploads a file and runs it as a dry run.
import { useState } from 'preact/hooks'
import type { Freshness, ImportRun, Upload } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { runWithProgress, upload } from '../../../api/progress-stream.ts'
import type { ResumableRun } from '../../../api/resumable-run.ts'
import { useLoad } from '../../../api/use-load.ts'
import type { ProjectField } from '../../../csv/columns.ts'
import { PROJECT_HEADERS } from '../../../csv/columns.ts'
import { checkKind } from '../../../csv/read-table.ts'
import { TableMapper } from '../../../csv/table-mapper.tsx'
import type { LoadedTable } from '../../../csv/use-table-file.ts'
import { useTableFile } from '../../../csv/use-table-file.ts'
import { fill } from '../../../language/choose-language.ts'
import { Problem } from '../../../parts/notice.tsx'
import type { ProgressBarProps } from '../parts/progress-bar.tsx'
import { describeProgress, ProgressBar } from '../parts/progress-bar.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

const TABLE_FILE = /\.(csv|tsv|txt)$/i
const PREVIEW_ROWS = 100
const REQUIRED = ['key', 'address'] as const

/** The mapping that the import takes: the columns of a file without a header are `#1`, `#2` … */
function mapOf({ header, table, choice, grid }: LoadedTable<File, ProjectField>): object {
  const nameAt = (at: number) => (header ? grid.rows[0]![at]! : `#${at + 1}`)
  const chosen = Object.entries(choice).map(([field, at]) => [nameAt(at!), field])
  const unused = table.columns.map((_, at) => [nameAt(at), null])
  const delimiter = grid.separator === '' ? {} : { delimiter: grid.separator }
  return { columns: Object.fromEntries([...unused, ...chosen]), ...delimiter }
}

export function ImportForm({ onDone }: { onDone: (runId: string) => void }) {
  const freshness = useLoad('sources', (signal) =>
    plinth.request<Freshness>('GET', '/api/v1/operator/freshness', { signal }),
  )
  const table = useTableFile<File, ProjectField, ResumableRun>(PROJECT_HEADERS, PREVIEW_ROWS)
  const [uploaded, setUploaded] = useState<Upload | null>(null)
  const [progress, setProgress] = useState<ProgressBarProps | null>(null)
  const [error, setError] = useState<Error | null>(null)
  /** The server says whether it knows the format. If not, the columns of a table are chosen. */
  const choose = async (file: File | undefined) => {
    setUploaded(null)
    setError(null)
    table.discard()
    if (!file) return
    setProgress({ label: fill(text.uploading, { name: file.name }) })
    try {
      if (TABLE_FILE.test(file.name)) await checkKind(file, file.name)
      const stored = await upload(file)
      if (stored.format === null && TABLE_FILE.test(file.name)) await table.read(file)
      setUploaded(stored)
    } catch (problem) {
      setError(problem as Error)
    }
    setProgress(null)
  }
  const { loaded, changes } = table
  const isIncomplete = loaded !== null && REQUIRED.some((field) => loaded.choice[field] === undefined)
  const send = async (form: FormData) => {
    const note = String(form.get('note')).trim()
    const as_of = String(form.get('as_of'))
    setError(null)
    setProgress({ label: text.reading })
    try {
      const { upload_id } = uploaded!
      const optional = {
        ...(note === '' ? {} : { note }),
        ...(as_of === '' ? {} : { as_of }),
        ...(loaded && { map: mapOf(loaded) }),
      }
      const body = { upload: upload_id, source: form.get('source'), dry_run: true, ...optional }
      const run = await runWithProgress<ImportRun>('/api/v1/operator/imports', body, (update) =>
        setProgress(describeProgress(update)),
      )
      onDone(run.id)
    } catch (problem) {
      setError(problem as Error)
      setProgress(null)
    }
  }
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
    >
      <h2>{text.importFile}</h2>
      <p class="quiet">{text.importLead}</p>
      <div class="grid fit" style={{ '--min': '16rem', '--gap': '0 var(--s4)' }}>
        <div class="field">
          <label for="import-file">{shared.file}</label>
          <input
            id="import-file"
            type="file"
            required
            disabled={progress !== null}
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
          <p class="hint">{text.fileHint}</p>
        </div>
        <div class="field">
          <label for="import-source">{shared.source}</label>
          <input
            id="import-source"
            name="source"
            required
            maxLength={40}
            pattern="[a-z0-9][a-z0-9\-]*"
            list="import-sources"
            autocomplete="off"
            disabled={progress !== null}
          />
          <datalist id="import-sources">
            {freshness.data?.data.map(({ source }) => (
              <option key={source} value={source} />
            ))}
          </datalist>
          <p class="hint">{text.sourceHint}</p>
        </div>
        <div class="field">
          <label for="import-note">{text.note}</label>
          <input id="import-note" name="note" maxLength={500} disabled={progress !== null} />
          <p class="hint">{text.noteHint}</p>
        </div>
        <div class="field">
          <label for="import-as-of">{text.asOf}</label>
          <input id="import-as-of" name="as_of" type="date" disabled={progress !== null} />
          <p class="hint">{text.asOfHint}</p>
        </div>
      </div>
      {loaded && changes && (
        <TableMapper
          {...loaded}
          {...changes}
          name={loaded.source.name}
          maxRows={PREVIEW_ROWS}
          fields={text.projectFields}
          required={REQUIRED}
        />
      )}
      {(error ?? table.error) && <Problem error={(error ?? table.error)!} />}
      {progress ? (
        <ProgressBar {...progress} />
      ) : (
        <button type="submit" disabled={!uploaded || isIncomplete}>
          {text.tryIt}
        </button>
      )}
    </form>
  )
}
