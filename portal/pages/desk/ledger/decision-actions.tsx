// Actions on a decision: revoke it, or accept or decline an alias proposal.
import type { Decision } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../parts/button.tsx'
import { Problem } from '../../../parts/notice.tsx'
import { ReasonButton } from '../parts/reason-button.tsx'
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
  const action = useAction()
  const accept = async () => {
    await settle(id, 'accept', '')
    onDone()
  }
  return (
    <div class="row">
      {action.error && <Problem error={action.error} />}
      {state === 'verified' && (
        <ReasonButton
          label={text.revoke}
          title={text.revokeTitle}
          lead={text.revokeLead}
          submit={text.revokeSubmit}
          run={(reason) => revoke(id, reason)}
          onDone={onDone}
        />
      )}
      {state === 'proposed' && kind === 'alias' && (
        <>
          <Button look="small" label={text.accept} disabled={action.busy} onClick={() => action.run(accept)} />
          <ReasonButton
            label={text.decline}
            title={text.declineTitle}
            lead={text.declineLead}
            submit={text.declineSubmit}
            optional
            run={(reason) => settle(id, 'decline', reason)}
            onDone={onDone}
          />
        </>
      )}
    </div>
  )
}
