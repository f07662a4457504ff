// The versions of the data, and the way back to one of them: with a preview, a reason, and a second question.
import { useState } from 'preact/hooks'
import type { DatasetVersion, DatasetVersionPage, RollbackPreview } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { runWithProgress } from '../../../api/progress-stream.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { useLoad } from '../../../api/use-load.ts'
import { Badge } from '../../../parts/badge.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../parts/format.ts'
import { Problem, WhenLoaded } from '../../../parts/notice.tsx'
import { PagedRows } from '../../../parts/paged-rows.tsx'
import { text as frame } from '../../../parts/shared-text.ts'
import { text } from '../imports/text.ts'
import { formatActor } from '../parts/import-outcome.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'

/** Read again when `round` changes. */
export function Versions({ round, onChange }: { round: number; onChange: () => void }) {
  const [target, setTarget] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const found = useCursorPages<DatasetVersion, DatasetVersionPage>('/api/v1/operator/versions', {}, round)
  const columns: readonly Column<DatasetVersion>[] = [
    { key: 'version', title: text.version, cell: (row) => <strong class="moment">{row.version}</strong> },
    { key: 'when', title: text.when, cell: (row) => <span class="moment">{formatDateTime(row.published_at)}</span> },
    { key: 'what', title: text.source, cell: (row) => <Origin row={row} /> },
    { key: 'projects', title: text.projects, number: true, cell: (row) => formatNumber(row.counts.project) },
    { key: 'note', title: text.versionNote, cell: (row) => row.note ?? NO_VALUE },
    { key: 'by', title: text.by, cell: (row) => <span class="cut">{formatActor(row)}</span> },
    {
      key: 'act',
      title: '',
      cell: (row) =>
        row.is_current ? (
          <Badge tone="good">{text.current}</Badge>
        ) : (
          <button
            type="button"
            class="second small"
            aria-label={`${text.rollBack} ${row.version}`}
            onClick={() => setTarget(row.version)}
          >
            {text.rollBack}
          </button>
        ),
    },
  ]
  return (
    <section>
      <h2>{text.versions}</h2>
      <p class="quiet">{text.versionsLead}</p>
      <div aria-live="polite">{done && <p class="notice good">{done}</p>}</div>
      <PagedRows pages={found} empty={text.noSources}>
        <DataTable label={text.versions} columns={columns} rows={found.rows} rowKey={(row) => row.version} />
      </PagedRows>
      {target !== null && (
        <RollbackDialog
          version={target}
          onClose={() => setTarget(null)}
          onDone={(said) => {
            setTarget(null)
            setDone(said)
            onChange()
          }}
        />
      )}
    </section>
  )
}

function Origin({ row: { kind, source, import_id } }: { row: DatasetVersion }) {
  if (kind !== 'import') return <Badge tone="stone">{text.madeBy[kind]}</Badge>
  return import_id ? <a href={`/desk/imports/${import_id}`}>{source}</a> : <span>{source}</span>
}

interface RollbackProps {
  readonly version: string
  readonly onClose: () => void
  readonly onDone: (said: string) => void
}

function RollbackDialog({ version, onClose, onDone }: RollbackProps) {
  const path = `/api/v1/operator/versions/${encodeURIComponent(version)}/preview`
  const preview = useLoad(version, (signal) =>
    plinth.request<{ data: RollbackPreview }>('GET', path, { signal, timeoutMs: 0 }),
  )
  const [reason, setReason] = useState('')
  const [state, setState] = useState<'asking' | 'surely' | 'working'>('asking')
  const [error, setError] = useState<Error | null>(null)
  const rollBack = async () => {
    setState('working')
    setError(null)
    try {
      const order = { version, reason }
      const report = await runWithProgress<{ version: string }>('/api/v1/operator/rollback', order, () => {})
      onDone(text.rolledBack(version, report.version))
    } catch (problem) {
      setError(problem as Error)
      setState('asking')
    }
  }
  const cancel = (
    <button type="button" class="second" onClick={onClose}>
      {frame.cancel}
    </button>
  )
  return (
    <Dialog title={state === 'asking' ? text.rollBackTo(version) : text.surely} onClose={onClose}>
      {state === 'asking' && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setState('surely')
          }}
        >
          <WhenLoaded result={preview} lines={1}>
            {({ data: { projects } }) => <Preview projects={projects} />}
          </WhenLoaded>
          <div class="field">
            <label for="rollback-reason">{text.rollbackReason}</label>
            <textarea
              id="rollback-reason"
              rows={2}
              required
              minLength={3}
              maxLength={500}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          </div>
          {error && <Problem error={error} />}
          <div class="row end">
            {cancel}
            <button type="submit" disabled={preview.data === undefined}>
              {text.goOn}
            </button>
          </div>
        </form>
      )}
      {state !== 'asking' && <p>{text.surelyLead(version)}</p>}
      {state === 'surely' && (
        <div class="row end">
          {cancel}
          <button type="button" class="danger" onClick={rollBack}>
            {text.rollBackNow}
          </button>
        </div>
      )}
      {state === 'working' && <ProgressBar said={text.working} />}
    </Dialog>
  )
}

function Preview({ projects: { created, changed, gone } }: { projects: RollbackPreview['projects'] }) {
  if (created + changed + gone === 0) return <p>{text.previewNothing}</p>
  return <p class="notice warn">{text.preview(formatNumber(created), formatNumber(changed), formatNumber(gone))}</p>
}
