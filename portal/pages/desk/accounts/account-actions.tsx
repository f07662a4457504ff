// Actions of an operator on an account and its members. Each asks for confirmation.
import { useState } from 'preact/hooks'
import type { OperatorAccountDetail, Person } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../parts/choose-language.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Select } from '../../../parts/form.tsx'
import { humanize } from '../../../parts/format.ts'
import { text } from './text.ts'

export const PLANS = ['sandbox', 'starter', 'pro', 'elite'] as const
const PLAN_CHOICES = PLANS.map((value) => ({ value, label: humanize(value) }))

interface AccountActionsProps {
  readonly account: OperatorAccountDetail
  readonly onDone: () => void
}

export function AccountActions({ account: { id, plan, status }, onDone }: AccountActionsProps) {
  const [open, setOpen] = useState<'plan' | 'status' | null>(null)
  const [newPlan, setNewPlan] = useState<string>(plan)
  const change = (body: object) =>
    plinth.request('PATCH', `/api/v1/operator/accounts/${encodeURIComponent(id)}`, { body })
  const close = () => setOpen(null)
  const done = () => {
    close()
    onDone()
  }
  const isActive = status === 'active'
  return (
    <div class="row">
      <button type="button" class="second small" onClick={() => setOpen('plan')}>
        {text.changePlan}
      </button>
      <button type="button" class="second small" onClick={() => setOpen('status')}>
        {isActive ? text.suspend : text.reinstate}
      </button>
      {open === 'plan' && (
        <ConfirmDialog
          title={text.planTitle}
          submit={text.planSubmit}
          run={() => change({ plan: newPlan })}
          onDone={done}
          onClose={close}
        >
          <p>{fill(text.planLead, { plan: humanize(plan) })}</p>
          <Select label={text.newPlan} value={newPlan} choices={PLAN_CHOICES} onChange={setNewPlan} />
        </ConfirmDialog>
      )}
      {open === 'status' && (
        <ConfirmDialog
          title={isActive ? text.suspendTitle : text.reinstateTitle}
          submit={isActive ? text.suspendSubmit : text.reinstateSubmit}
          danger={isActive}
          run={() => change({ status: isActive ? 'suspended' : 'active' })}
          onDone={done}
          onClose={close}
        >
          <p>{isActive ? text.suspendLead : text.reinstateLead}</p>
        </ConfirmDialog>
      )}
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
      <button
        type="button"
        class="second small"
        onClick={() => setChange({ status: isActive ? 'suspended' : 'active' })}
      >
        {isActive ? text.suspend : text.reinstate}
      </button>
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
