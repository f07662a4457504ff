// What an operator does to an account and its people; each asks first.
import { useState } from 'preact/hooks'
import type { OperatorAccountDetail, Person } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { humanize } from '../../../parts/format.ts'
import { text } from './text.ts'

export const PLANS = ['sandbox', 'starter', 'pro', 'elite'] as const

interface ActsProps<T> {
  readonly of: T
  readonly onDone: () => void
}

export function AccountActions({ of: { id, plan, status }, onDone }: ActsProps<OperatorAccountDetail>) {
  const [open, setOpen] = useState<'plan' | 'standing' | null>(null)
  const [wanted, setWanted] = useState(plan)
  const change = (body: object) =>
    plinth.request('PATCH', `/api/v1/operator/accounts/${encodeURIComponent(id)}`, { body })
  const close = () => setOpen(null)
  const isActive = status === 'active'
  return (
    <div class="row">
      <button type="button" class="second small" onClick={() => setOpen('plan')}>
        {text.changePlan}
      </button>
      <button type="button" class="second small" onClick={() => setOpen('standing')}>
        {isActive ? text.suspend : text.reinstate}
      </button>
      {open === 'plan' && (
        <ConfirmDialog
          title={text.planTitle}
          label={text.planNow}
          run={() => change({ plan: wanted })}
          onDone={onDone}
          onClose={close}
        >
          <p>{text.planLead(humanize(plan))}</p>
          <div class="field">
            <label for="new-plan">{text.newPlan}</label>
            <select
              id="new-plan"
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value as typeof plan)}
            >
              {PLANS.map((one) => (
                <option key={one} value={one}>
                  {humanize(one)}
                </option>
              ))}
            </select>
          </div>
        </ConfirmDialog>
      )}
      {open === 'standing' && (
        <ConfirmDialog
          title={isActive ? text.suspendTitle : text.reinstateTitle}
          label={isActive ? text.suspendNow : text.reinstateNow}
          danger={isActive}
          run={() => change({ status: isActive ? 'suspended' : 'active' })}
          onDone={onDone}
          onClose={close}
        >
          <p>{isActive ? text.suspendLead : text.reinstateLead}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

type Change = { readonly role: Person['role'] } | { readonly status: Person['status'] }

export function PersonActions({ of: person, onDone }: ActsProps<Person>) {
  const [wish, setWish] = useState<Change | null>(null)
  const who = person.email ?? person.id
  const isActive = person.status === 'active'
  const sayRole = (role: Person['role']) => (role ? humanize(role) : text.noRole)
  const titleOf = (change: Change) =>
    'role' in change ? text.roleTitle(who) : isActive ? text.suspendPersonTitle(who) : text.reinstatePersonTitle(who)
  const leadOf = (change: Change) =>
    'role' in change
      ? text.roleLead(sayRole(person.role), sayRole(change.role))
      : isActive
        ? text.suspendPersonLead
        : text.reinstateLead
  const labelOf = (change: Change) => ('role' in change ? text.roleNow : isActive ? text.suspendNow : text.reinstateNow)
  return (
    <div class="row">
      <select
        aria-label={`${text.role}: ${who}`}
        value={person.role ?? ''}
        onChange={(event) => {
          const role = (event.currentTarget.value || null) as Person['role']
          // It shows what is, until it is done.
          event.currentTarget.value = person.role ?? ''
          setWish({ role })
        }}
      >
        <option value="">{text.noRole}</option>
        <option value="curator">{humanize('curator')}</option>
        <option value="operator">{humanize('operator')}</option>
      </select>
      <button type="button" class="second small" onClick={() => setWish({ status: isActive ? 'suspended' : 'active' })}>
        {isActive ? text.suspend : text.reinstate}
      </button>
      {wish && (
        <ConfirmDialog
          title={titleOf(wish)}
          label={labelOf(wish)}
          danger={'status' in wish && isActive}
          run={() =>
            plinth.request('PATCH', `/api/v1/operator/people/${encodeURIComponent(person.id)}`, { body: wish })
          }
          onDone={onDone}
          onClose={() => setWish(null)}
        >
          <p>{leadOf(wish)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
