// Asks the operator for a plan: a button and its dialog. Visitors sign up first.

import { useState } from 'preact/hooks'
import type { Plans, Session } from '../../src/contract/api-types.ts'
import { plinth } from '../api/plinth.ts'
import { labelled } from './choose-language.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Field } from './form.tsx'
import { text } from './plan-text.ts'

interface RequestPlanProps {
  readonly plan: Plans['plans'][number]['name']
  /** The plan's name as people read it. */
  readonly name: string
  readonly session: Session | null
  readonly onSent: () => void
}

export function RequestPlan({ plan, name, session, onSent }: RequestPlanProps) {
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const label = labelled(text.request, name)
  if (session === null)
    return (
      <a class="button second small" href="/sign-up" aria-label={label}>
        {text.request}
      </a>
    )
  const send = () =>
    plinth.request('POST', '/api/v1/plan-requests', {
      body: { plan, ...(message.trim() === '' ? {} : { message: message.trim() }) },
    })
  return (
    <>
      <button type="button" class="second small" aria-label={label} onClick={() => setOpen(true)}>
        {text.request}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={text.requestTitle(name)}
          submit={text.send}
          run={send}
          onDone={() => {
            setOpen(false)
            onSent()
          }}
          onClose={() => setOpen(false)}
        >
          <p>{text.requestLead}</p>
          <Field
            label={text.message}
            hint={text.messageHint}
            lines={3}
            maxLength={2000}
            value={message}
            onChange={setMessage}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
