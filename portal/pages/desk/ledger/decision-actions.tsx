// Actions on a decision: revoke it, or accept or decline an alias proposal.
import { useState } from 'preact/hooks'
import type { Decision } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { Problem } from '../../../parts/notice.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { text } from './text.ts'

interface DecisionActionsProps {
  readonly decision: Pick<Decision, 'id' | 'state' | 'kind'>
  readonly onDone: () => void
}

const settle = (id: string, verdict: 'accept' | 'decline', reason: string) =>
  plinth.request('POST', `/api/v1/desk/alias-proposals/${encodeURIComponent(id)}/settle`, {
    body: { verdict, ...(reason === '' ? {} : { reason }) },
  })

const revoke = (id: string, reason: string) =>
  plinth.request('POST', `/api/v1/desk/decisions/${encodeURIComponent(id)}/revoke`, { body: { reason } })

export function DecisionActions({ decision: { id, state, kind }, onDone }: DecisionActionsProps) {
  const [open, setOpen] = useState<'revoke' | 'decline' | null>(null)
  const action = useAction()
  const accept = async () => {
    await settle(id, 'accept', '')
    onDone()
  }
  const close = () => setOpen(null)
  const done = () => {
    close()
    onDone()
  }
  const second = (name: 'revoke' | 'decline') => (
    <button type="button" class="second small" onClick={() => setOpen(name)}>
      {text[name]}
    </button>
  )
  return (
    <div class="row">
      {action.error && <Problem error={action.error} />}
      {state === 'verified' && second('revoke')}
      {state === 'proposed' && kind === 'alias' && (
        <>
          <button type="button" class="small" disabled={action.busy} onClick={() => void action.run(accept)}>
            {text.accept}
          </button>
          {second('decline')}
        </>
      )}
      {open === 'revoke' && (
        <ReasonDialog
          title={text.revokeTitle}
          lead={text.revokeLead}
          submit={text.revokeSubmit}
          run={(reason) => revoke(id, reason)}
          onDone={done}
          onClose={close}
        />
      )}
      {open === 'decline' && (
        <ReasonDialog
          title={text.declineTitle}
          lead={text.declineLead}
          submit={text.declineSubmit}
          optional
          run={(reason) => settle(id, 'decline', reason)}
          onDone={done}
          onClose={close}
        />
      )}
    </div>
  )
}
