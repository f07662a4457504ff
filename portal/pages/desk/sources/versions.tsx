// Dataset versions, and rolling back: a preview, a reason, then a second confirmation.
import { useState } from 'preact/hooks'
import type { DatasetVersion, DatasetVersionPage, RollbackPreview } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { runWithProgress } from '../../../api/progress-stream.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Field } from '../../../parts/form.tsx'
import { Announce, WhenLoaded } from '../../../parts/notice.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import { ConfirmName, isNameConfirmed } from '../parts/confirm-name.tsx'
import { formatActor } from '../parts/import-outcome.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

/** Reloads when `version` changes. */
export function Versions({ version, onChanged }: { version: number; onChanged: () => void }) {
  const [target, setTarget] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const versions = useCursorPages<DatasetVersion, DatasetVersionPage>('/api/v1/operator/versions', {}, version)
  const columns: readonly Column<DatasetVersion>[] = [
    { key: 'version', title: text.version, cell: (row) => <strong class="nowrap">{row.version}</strong> },
    { key: 'when', title: shared.time, cell: (row) => <span class="nowrap">{formatDateTime(row.published_at)}</span> },
    { key: 'source', title: shared.source, cell: (row) => <Origin row={row} /> },
    { key: 'projects', title: shared.projects, number: true, cell: (row) => formatNumber(row.counts.project) },
    { key: 'note', title: text.note, cell: (row) => row.note ?? NO_VALUE },
    { key: 'by', title: shared.startedBy, cell: (row) => <span class="one-line">{formatActor(row)}</span> },
    {
      key: 'action',
      title: '',
      cell: (row) =>
        row.is_current ? (
          <Badge tone="good">{text.current}</Badge>
        ) : (
          <Button
            look="second small"
            label={text.rollBack}
            name={`${text.rollBack} ${row.version}`}
            onClick={() => setTarget(row.version)}
          />
        ),
    },
  ]
  return (
    <section>
      <h2>{text.versions}</h2>
      <p class="quiet">{text.versionsLead}</p>
      <Announce>{done}</Announce>
      <PagedTable
        pages={versions}
        empty={text.noSources}
        label={text.versions}
        columns={columns}
        rowKey={(row) => row.version}
      />
      {target !== null && (
        <RollbackDialog
          version={target}
          onClose={() => setTarget(null)}
          onDone={(message) => {
            setTarget(null)
            setDone(message)
            onChanged()
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
  readonly onDone: (message: string) => void
}

function RollbackDialog({ version, onClose, onDone }: RollbackProps) {
  const path = `/api/v1/operator/versions/${encodeURIComponent(version)}/preview`
  const preview = useLoad(version, async (signal) => {
    const { data } = await plinth.request<{ data: RollbackPreview }>('GET', path, { signal, timeoutMs: 0 })
    return data
  })
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [confirming, setConfirming] = useState(false)
  const removed = preview.data?.projects.gone ?? 0
  const rollBack = async () => {
    const body = { version, reason }
    const report = await runWithProgress<{ version: string }>('/api/v1/operator/rollback', body, () => {})
    onDone(fill(text.rolledBack, { version, newVersion: report.version }))
  }
  if (confirming)
    return (
      <ConfirmDialog
        title={text.confirmTitle}
        submit={text.submit}
        danger
        progress={<ProgressBar label={shared.working} />}
        run={rollBack}
        onDone={onClose}
        onClose={onClose}
      >
        <p>{fill(text.confirmLead, { version })}</p>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={fill(text.rollBackTo, { version })}
      submit={text.next}
      disabled={preview.data === undefined || !isNameConfirmed(version, removed, typed)}
      run={async () => {}}
      onDone={() => setConfirming(true)}
      onClose={onClose}
    >
      <WhenLoaded result={preview} lines={1}>
        {({ projects }) => <Preview projects={projects} />}
      </WhenLoaded>
      <Field
        label={shared.reason}
        lines={2}
        required
        minLength={3}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <ConfirmName name={version} removed={removed} value={typed} onChange={setTyped} />
    </ConfirmDialog>
  )
}

function Preview({ projects: { created, changed, gone } }: { projects: RollbackPreview['projects'] }) {
  if (created + changed + gone === 0) return <p>{text.noDifference}</p>
  return (
    <p class="notice warn">
      {fill(text.preview, { created: formatNumber(created), changed: formatNumber(changed), gone: formatNumber(gone) })}
    </p>
  )
}
