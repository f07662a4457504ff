// The outcome of an import, and its actions: approve a stopped import, publish a dry run.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ImportRun } from '../../../../src/http/api-types.ts'
import { runWithProgress } from '../../../api/progress-stream.ts'
import { fill } from '../../../parts/choose-language.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Field } from '../../../parts/form.tsx'
import { formatNumber } from '../../../parts/format.ts'
import { ConfirmName, isNameConfirmed } from '../parts/confirm-name.tsx'
import { describeProgress, ProgressBar } from '../parts/progress-bar.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

export function ImportResult({ run, reload }: { run: ImportRun; reload: () => void }) {
  const [approving, setApproving] = useState(false)
  const { outcome, gates, changes, approved_by, approves } = run
  const canApprove = changes !== null && approved_by === null
  return (
    <>
      {outcome === null && (
        <div class="notice warn">
          <p>{text.running}</p>
          <button type="button" class="second small" onClick={reload}>
            {text.refresh}
          </button>
        </div>
      )}
      {outcome === 'refused' && (
        <div class="notice bad">
          <p>
            <strong>{changes ? text.stoppedTitle : text.fileRefused}</strong>
          </p>
          <Gates gates={gates} />
          {canApprove && <p>{text.stoppedLead}</p>}
          {canApprove && (
            <button type="button" onClick={() => setApproving(true)}>
              {text.approve}
            </button>
          )}
        </div>
      )}
      {outcome === 'failed' && (
        <div class="notice bad">
          <p>
            <strong>{text.failedTitle}</strong>
          </p>
          <Gates gates={gates} />
        </div>
      )}
      {outcome === 'dry_run' && (
        <div class="notice">
          <p>
            <strong>{text.dryRunTitle}</strong> {canApprove && text.dryRunLead}
          </p>
          {canApprove && (
            <button type="button" onClick={() => setApproving(true)}>
              {text.publish}
            </button>
          )}
        </div>
      )}
      {outcome === 'published' && gates.length > 0 && (
        <div class="notice warn">
          <p>
            <strong>{run.reason ? fill(text.overruled, { reason: run.reason }) : text.overruledGates}</strong>
          </p>
          <Gates gates={gates} />
        </div>
      )}
      {approved_by && <RelatedRun label={text.approvedBy} id={approved_by} />}
      {approves && <RelatedRun label={text.approves} id={approves} />}
      {approving && <ApproveDialog run={run} onClose={() => setApproving(false)} />}
    </>
  )
}

function Gates({ gates }: { gates: readonly string[] }) {
  return (
    <ul>
      {gates.map((gate) => (
        <li key={gate}>{gate}</li>
      ))}
    </ul>
  )
}

function RelatedRun({ label, id }: { label: string; id: string }) {
  return (
    <p>
      {label} <a href={`/desk/imports/${id}`}>{text.viewRun}</a>
    </p>
  )
}

function ApproveDialog({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const { route } = useLocation()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [progress, setProgress] = useState({ label: shared.working })
  const isStopped = run.gates.length > 0
  const { created = 0, changed = 0, gone = 0 } = run.changes ?? {}
  const approve = async () => {
    const path = `/api/v1/operator/imports/${run.id}/approve`
    const confirm = typed.trim() === '' ? {} : { confirm: typed.trim() }
    const body = { ...(isStopped ? { reason } : {}), ...confirm }
    const approved = await runWithProgress<ImportRun>(path, body, (update) => setProgress(describeProgress(update)))
    route(`/desk/imports/${approved.id}`)
  }
  return (
    <ConfirmDialog
      title={isStopped ? text.approveTitle : text.publishTitle}
      submit={isStopped ? text.approveSubmit : text.publishSubmit}
      progress={<ProgressBar {...progress} />}
      disabled={!isNameConfirmed(run.source, gone, typed)}
      run={approve}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {fill(text.publishLead, {
          created: formatNumber(created),
          changed: formatNumber(changed),
          gone: formatNumber(gone),
        })}
      </p>
      {isStopped && (
        <>
          <Gates gates={run.gates} />
          <Field
            label={text.reason}
            hint={text.approveLead}
            lines={3}
            required
            minLength={3}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        </>
      )}
      <ConfirmName name={run.source} removed={gone} value={typed} onChange={setTyped} />
    </ConfirmDialog>
  )
}
