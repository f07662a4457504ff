// Actions of an operator on an account and its members. Each asks for confirmation.
import { useState } from 'preact/hooks'
import type { OperatorAccountDetail, Person } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../language/choose-language.ts'
import { humanize } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton, ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Select } from '../../../parts/form.tsx'
import { text } from './text.ts'

export const PLANS = ['sandbox', 'starter', 'pro', 'elite'] as const
const PLAN_CHOICES = PLANS.map((value) => ({ value, label: humanize(value) }))

interface AccountActionsProps {
  readonly account: OperatorAccountDetail
  readonly onDone: () => void
}

export function AccountActions({ account: { id, plan, status }, onDone }: AccountActionsProps) {
  const change = (body: object) =>
    plinth.request('PATCH', `/api/v1/operator/accounts/${encodeURIComponent(id)}`, { body })
  const isActive = status === 'active'
  return (
    <div class="row">
      <ConfirmButton
        label={text.changePlan}
        title={text.planTitle}
        submit={text.planSubmit}
        run={(values) => change({ plan: values.plan })}
        onDone={onDone}
      >
        <p>{fill(text.planLead, { plan: humanize(plan) })}</p>
        <Select name="plan" label={text.newPlan} value={plan} choices={PLAN_CHOICES} />
      </ConfirmButton>
      <ConfirmButton
        label={isActive ? text.suspend : text.reinstate}
        title={isActive ? text.suspendTitle : text.reinstateTitle}
        submit={isActive ? text.suspendSubmit : text.reinstateSubmit}
        danger={isActive}
        run={() => change({ status: isActive ? 'suspended' : 'active' })}
        onDone={onDone}
      >
        <p>{isActive ? text.suspendLead : text.reinstateLead}</p>
      </ConfirmButton>
    </div>
  )
}

type Change = { readonly role: Person['role'] } | { readonly status: Person['status'] }

function describeChange(person: Person, change: Change): { title: string; lead: string; submit: string } {
  const name = person.email ?? person.id
  const roleName = (role: Person['role']) => (role ? humanize(role) : text.noRole)
  if ('role' in change)
    return {
      title: fill(text.roleTitle, { person: name }),
      lead: fill(text.roleLead, { from: roleName(person.role), to: roleName(change.role) }),
      submit: text.roleSubmit,
    }
  return change.status === 'suspended'
    ? {
        title: fill(text.suspendPersonTitle, { person: name }),
        lead: text.suspendPersonLead,
        submit: text.suspendSubmit,
      }
    : {
        title: fill(text.reinstatePersonTitle, { person: name }),
        lead: text.reinstatePersonLead,
        submit: text.reinstateSubmit,
      }
}

export function PersonActions({ person, onDone }: { person: Person; onDone: () => void }) {
  const [change, setChange] = useState<Change | null>(null)
  const isActive = person.status === 'active'
  const path = `/api/v1/operator/people/${encodeURIComponent(person.id)}`
  const close = () => setChange(null)
  const dialog = change && describeChange(person, change)
  return (
    <div class="row">
      <select
        aria-label={`${text.role}: ${person.email ?? person.id}`}
        value={person.role ?? ''}
        onChange={(event) => {
          const role = (event.currentTarget.value || null) as Person['role']
          // The field shows the current role until the change is confirmed.
          event.currentTarget.value = person.role ?? ''
          setChange({ role })
        }}
      >
        <option value="">{text.noRole}</option>
        <option value="curator">{humanize('curator')}</option>
        <option value="operator">{humanize('operator')}</option>
      </select>
      <Button
        look="second small"
        label={isActive ? text.suspend : text.reinstate}
        onClick={() => setChange({ status: isActive ? 'suspended' : 'active' })}
      />
      {change && dialog && (
        <ConfirmDialog
          title={dialog.title}
          submit={dialog.submit}
          danger={'status' in change && isActive}
          run={() => plinth.request('PATCH', path, { body: change })}
          onDone={() => {
            close()
            onDone()
          }}
          onClose={close}
        >
          <p>{dialog.lead}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
