// Asks the operator for a plan: a button and its dialog. Visitors sign up first, owners ask.

import type { Plans, Session } from '../../src/http/api-types.ts'
import { plinth } from '../api/plinth.ts'
import { fill, labelled } from '../language/choose-language.ts'
import { text } from '../language/plan-text.ts'
import { ConfirmButton } from './confirm-dialog.tsx'
import type { FormValues } from './form.tsx'
import { Field } from './form.tsx'

interface RequestPlanProps {
  readonly plan: Plans['plans'][number]['name']
  /** The plan's name as people read it. */
  readonly name: string
  readonly session: Session | null
  /** Whether the operator has an address for requests. */
  readonly hasContact: boolean
  readonly onSent: () => void
}

export function RequestPlan({ plan, name, session, hasContact, onSent }: RequestPlanProps) {
  const label = labelled(text.request, name)
  if (session === null) {
    const action = hasContact ? text.request : text.signUpFirst
    return (
      <a class="button second small" href="/sign-up" aria-label={labelled(action, name)}>
        {action}
      </a>
    )
  }
  if (!hasContact) return <span class="quiet">{text.askOperator}</span>
  if (session.account_role !== 'owner') return <span class="quiet">{text.askOwner}</span>
  const send = ({ message = '' }: FormValues) =>
    plinth.request('POST', '/api/v1/plan-requests', {
      body: { plan, ...(message.trim() === '' ? {} : { message: message.trim() }) },
    })
  return (
    <ConfirmButton
      label={text.request}
      name={label}
      title={fill(text.requestTitle, { plan: name })}
      submit={text.send}
      run={send}
      onDone={onSent}
    >
      <p>{text.requestLead}</p>
      <Field name="message" label={text.message} hint={text.messageHint} lines={3} maxLength={2000} />
    </ConfirmButton>
  )
}
