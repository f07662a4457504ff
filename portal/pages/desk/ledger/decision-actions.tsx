// What can still be done with a decision: revoke it, or settle it while it is a proposal. Both ways out of force ask first.
import { useState } from 'preact/hooks'
import type { Decision } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Problem } from '../../../parts/notice.tsx'
import { text } from './text.ts'

interface ActsProps {
  readonly of: Pick<Decision, 'id' | 'state' | 'kind'>
  readonly onDone: () => void
}

interface Question {
  readonly title: string
  readonly lead: string
  readonly label: string
  readonly needsReason: boolean
  readonly run: (reason: string) => Promise<unknown>
}

const settle = (id: string, verdict: 'accept' | 'decline', reason: string) =>
  plinth.request('POST', `/api/v1/desk/alias-proposals/${encodeURIComponent(id)}/settle`, {
    body: { verdict, ...(reason === '' ? {} : { reason }) },
  })

const revoke = (id: string, reason: string) =>
  plinth.request('POST', `/api/v1/desk/decisions/${encodeURIComponent(id)}/revoke`, { body: { reason } })

function Ask({ question, onDone, onClose }: { question: Question; onDone: () => void; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { title, label, lead, needsReason, run } = question
  return (
    <ConfirmDialog title={title} label={label} danger run={() => run(reason.trim())} onDone={onDone} onClose={onClose}>
      <p>{lead}</p>
      <div class="field">
        <label for="reason">{text.reason}</label>
        <textarea
          id="reason"
          rows={2}
          maxLength={2000}
          required={needsReason}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  )
}

export function DecisionActions({ of: { id, state, kind }, onDone }: ActsProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [error, setError] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    await settle(id, 'accept', '').then(onDone, setError)
    setBusy(false)
  }
  const { revokeTitle, revokeLead, revokeNow, declineTitle, declineLead, declineNow } = text
  return (
    <div class="row">
      {error && <Problem error={error} />}
      {state === 'verified' && (
        <button
          type="button"
          class="second small"
          onClick={() =>
            setQuestion({
              title: revokeTitle,
              lead: revokeLead,
              label: revokeNow,
              needsReason: true,
              run: (reason) => revoke(id, reason),
            })
          }
        >
          {text.revoke}
        </button>
      )}
      {state === 'proposed' && kind === 'alias' && (
        <>
          <button type="button" class="small" disabled={busy} onClick={accept}>
            {text.accept}
          </button>
          <button
            type="button"
            class="second small"
            onClick={() =>
              setQuestion({
                title: declineTitle,
                lead: declineLead,
                label: declineNow,
                needsReason: false,
                run: (reason) => settle(id, 'decline', reason),
              })
            }
          >
            {text.decline}
          </button>
        </>
      )}
      {question && <Ask question={question} onDone={onDone} onClose={() => setQuestion(null)} />}
    </div>
  )
}
