// The outcome of an import, and its actions: approve a stopped import, publish a dry run.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ImportRun } from '../../../../src/http/api-types.ts'
import { runWithProgress } from '../../../api/progress-stream.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import type { FormValues } from '../../../parts/form.tsx'
import { Field } from '../../../parts/form.tsx'
import { ConfirmName, isNameConfirmed } from '../parts/confirm-name.tsx'
import { describeProgress, ProgressBar } from '../parts/progress-bar.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

export function ImportResult({ run, reload }: { run: ImportRun; reload: () => void }) {
  const { outcome, gates, changes, approved_by, approves } = run
  const canApprove = changes !== null && approved_by === null
  const title = (value: string) => <strong>{value}</strong>
  return (
    <>
      {outcome === null && (
        <div class="notice warn">
          <p>{text.running}</p>
          <Button look="second small" label={text.refresh} onClick={reload} />
        </div>
      )}
      {outcome === 'refused' && (
        <div class="notice bad">
          <p>{title(changes ? text.stoppedTitle : text.fileRefused)}</p>
          <Gates gates={gates} />
          {canApprove && <p>{text.stoppedLead}</p>}
          {canApprove && <Approve label={text.approve} run={run} />}
        </div>
      )}
      {outcome === 'failed' && (
        <div class="notice bad">
          <p>{title(text.failedTitle)}</p>
          <Gates gates={gates} />
        </div>
      )}
      {outcome === 'dry_run' && (
        <div class="notice">
          <p>
            {title(text.dryRunTitle)} {canApprove && text.dryRunLead}
          </p>
          {canApprove && <Approve label={text.publish} run={run} />}
        </div>
      )}
      {outcome === 'published' && gates.length > 0 && (
        <div class="notice warn">
          <p>{title(run.reason ? fill(text.overruled, { reason: run.reason }) : text.overruledGates)}</p>
          <Gates gates={gates} />
        </div>
      )}
      {approved_by && <RelatedRun label={text.approvedBy} id={approved_by} />}
      {approves && <RelatedRun label={text.approves} id={approves} />}
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

function Approve({ label, run }: { label: string; run: ImportRun }) {
  const { route } = useLocation()
  const [typed, setTyped] = useState('')
  const [progress, setProgress] = useState({ label: shared.working })
  const isStopped = run.gates.length > 0
  const { created = 0, changed = 0, gone = 0 } = run.changes ?? {}
  const approve = async ({ reason }: FormValues) => {
    const path = `/api/v1/operator/imports/${run.id}/approve`
    const confirm = typed.trim() === '' ? {} : { confirm: typed.trim() }
    const body = { ...(isStopped ? { reason } : {}), ...confirm }
    const approved = await runWithProgress<ImportRun>(path, body, (update) => setProgress(describeProgress(update)))
    route(`/desk/imports/${approved.id}`)
  }
  const counts = { created: formatNumber(created), changed: formatNumber(changed), gone: formatNumber(gone) }
  return (
    <ConfirmButton
      label={label}
      look=""
      title={isStopped ? text.approveTitle : text.publishTitle}
      submit={isStopped ? text.approveSubmit : text.publishSubmit}
      progress={<ProgressBar {...progress} />}
      disabled={!isNameConfirmed(run.source, gone, typed)}
      run={approve}
    >
      <p>{fill(text.publishLead, counts)}</p>
      {isStopped && (
        <>
          <Gates gates={run.gates} />
          <Field
            name="reason"
            label={text.reason}
            hint={text.approveLead}
            lines={3}
            required
            minLength={3}
            maxLength={500}
          />
        </>
      )}
      <ConfirmName name={run.source} removed={gone} value={typed} onChange={setTyped} />
    </ConfirmButton>
  )
}
