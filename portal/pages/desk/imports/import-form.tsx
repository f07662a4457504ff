// Uploads a file and runs it as a dry run.
import { useState } from 'preact/hooks'
import type { Freshness, ImportRun } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { runWithProgress, upload } from '../../../api/progress-stream.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { Problem } from '../../../parts/notice.tsx'
import type { ProgressBarProps } from '../parts/progress-bar.tsx'
import { describeProgress, ProgressBar } from '../parts/progress-bar.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

export function ImportForm({ onDone }: { onDone: (runId: string) => void }) {
  const freshness = useLoad('sources', (signal) =>
    plinth.request<Freshness>('GET', '/api/v1/operator/freshness', { signal }),
  )
  const [progress, setProgress] = useState<ProgressBarProps | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const send = async (form: FormData) => {
    const file = form.get('file') as File
    const note = String(form.get('note')).trim()
    const as_of = String(form.get('as_of'))
    setError(null)
    setProgress({ label: fill(text.uploading, { name: file.name }) })
    try {
      const { upload_id } = await upload(file)
      setProgress({ label: text.reading })
      const optional = { ...(note === '' ? {} : { note }), ...(as_of === '' ? {} : { as_of }) }
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
          <input id="import-file" name="file" type="file" required disabled={progress !== null} />
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
      {error && <Problem error={error} />}
      {progress ? <ProgressBar {...progress} /> : <button type="submit">{text.tryIt}</button>}
    </form>
  )
}
