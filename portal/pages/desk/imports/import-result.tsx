// What became of an import in plain words, and what a person can do about it: approve what gates stopped, publish a dry run.

import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ImportRun } from '../../../../src/contract/api-types.ts'
import { runWithProgress } from '../../../api/progress-stream.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { formatNumber } from '../../../parts/format.ts'
import { Problem } from '../../../parts/notice.tsx'
import { text as frame } from '../../../parts/shared-text.ts'
import { describeProgress, ProgressBar } from '../parts/progress-bar.tsx'
import { text } from './text.ts'

export function ImportVerdict({ run, reload }: { run: ImportRun; reload: () => void }) {
  const [asking, setAsking] = useState(false)
  const { outcome, gates, changes, approved_by, approves } = run
  const canApprove = changes !== null && approved_by === null
  return (
    <>
      {outcome === null && (
        <div class="notice warn">
          <p>{text.stillRuns}</p>
          <button type="button" class="second small" onClick={reload}>
            {text.look}
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
            <button type="button" onClick={() => setAsking(true)}>
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
            <strong>{text.dryTitle}</strong> {canApprove && text.dryLead}
          </p>
          {canApprove && (
            <button type="button" onClick={() => setAsking(true)}>
              {text.publish}
            </button>
          )}
        </div>
      )}
      {outcome === 'published' && gates.length > 0 && (
        <div class="notice warn">
          <p>
            <strong>{run.reason ? text.overruled(run.reason) : text.overruledGates}</strong>
          </p>
          <Gates gates={gates} />
        </div>
      )}
      {approved_by && <Elsewhere said={text.approvedBy} id={approved_by} />}
      {approves && <Elsewhere said={text.approves} id={approves} />}
      {asking && <ApproveDialog run={run} onClose={() => setAsking(false)} />}
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

function Elsewhere({ said, id }: { said: string; id: string }) {
  return (
    <p>
      {said} <a href={`/desk/imports/${id}`}>{text.seeRun}</a>
    </p>
  )
}

function ApproveDialog({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const { route } = useLocation()
  const [working, setWorking] = useState<ReturnType<typeof describeProgress> | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const stopped = run.gates.length > 0
  const { created = 0, changed = 0, gone = 0 } = run.changes ?? {}
  const approve = async (form: FormData) => {
    setError(null)
    setWorking({ said: text.working })
    try {
      const path = `/api/v1/operator/imports/${run.id}/approve`
      const body = stopped ? { reason: String(form.get('reason')) } : {}
      const done = await runWithProgress<ImportRun>(path, body, (told) => setWorking(describeProgress(told)))
      route(`/desk/imports/${done.id}`)
    } catch (problem) {
      setError(problem as Error)
      setWorking(null)
    }
  }
  return (
    <Dialog title={stopped ? text.approveTitle : text.publishTitle} onClose={onClose}>
      <p>{text.publishLead(formatNumber(created), formatNumber(changed), formatNumber(gone))}</p>
      {stopped && <Gates gates={run.gates} />}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void approve(new FormData(event.currentTarget))
        }}
      >
        {stopped && (
          <div class="field">
            <label for="approve-reason">{text.reason}</label>
            <textarea
              id="approve-reason"
              name="reason"
              rows={3}
              required
              minLength={3}
              maxLength={500}
              disabled={working !== null}
            />
            <p class="hint">{text.approveLead}</p>
          </div>
        )}
        {error && <Problem error={error} />}
        {working ? (
          <ProgressBar {...working} />
        ) : (
          <div class="row end">
            <button type="button" class="second" onClick={onClose}>
              {frame.cancel}
            </button>
            <button type="submit">{stopped ? text.approveNow : text.publishNow}</button>
          </div>
        )}
      </form>
    </Dialog>
  )
}
