// A form to invite a person, and the open invitations.
import { useState } from 'preact/hooks'
import type { AccountRole, Invitation } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { Badge } from '../../../parts/badge.tsx'
import { fill } from '../../../parts/choose-language.ts'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import { formatDateTime } from '../../../parts/format.ts'
import { Empty, MailNote, Problem } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import { CreateCard } from '../parts/record-list.tsx'
import { useAccountAction } from '../parts/use-account.ts'
import { text } from './text.ts'

const ROLES = ['developer', 'viewer', 'owner'] as const
const roleChoices = ROLES.map((role) => ({ value: role, label: text.roles[role], hint: text.roleHints[role] }))

interface InviteProps {
  readonly onSent: (invitation: Invitation) => void
  readonly onCancel: () => void
}

export function RoleChoice({ role, onChange }: { role: string; onChange: (role: string) => void }) {
  return (
    <CheckList
      single
      legend={text.role}
      choices={roleChoices}
      selected={[role]}
      onChange={([chosen]) => onChange(chosen!)}
    />
  )
}

export function Invite({ onSent, onCancel }: InviteProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('developer')
  const action = useAccountAction()
  const send = async () => onSent(await plinth.invitations.create({ email, account_role: role as AccountRole }))
  return (
    <CreateCard title={text.inviteTitle}>
      <p class="quiet">{text.inviteLead}</p>
      <Form action={action} submit={text.send} onSubmit={send} onCancel={onCancel}>
        <Field label={text.email} type="email" required maxLength={254} value={email} onChange={setEmail} />
        <RoleChoice role={role} onChange={setRole} />
      </Form>
    </CreateCard>
  )
}

/** Says that the email was sent and, on the operator's machine, where it was written. */
export function Sent({ email }: { email: string }) {
  return (
    <div class="notice good">
      <p>{fill(text.sent, { email })}</p>
      <MailNote />
    </div>
  )
}

interface InvitationListProps {
  readonly invitations: readonly Invitation[]
  readonly isOwner: boolean
  readonly onChanged: () => void
  readonly onSent: (invitation: Invitation) => void
}

export function InvitationList({ invitations, isOwner, onChanged, onSent }: InvitationListProps) {
  const [withdrawn, setWithdrawn] = useState<Invitation>()
  const action = useAccountAction()
  const resend = (id: string) => () => void action.run(async () => onSent(await plinth.invitations.resend(id)))
  const close = () => setWithdrawn(undefined)
  if (invitations.length === 0) return <Empty>{text.noInvitations}</Empty>
  return (
    <>
      {action.error && <Problem error={action.error} />}
      <ul class="records" aria-label={text.invitations}>
        {invitations.map((invitation) => {
          const { id, email, account_role, sent_at, expires_at } = invitation
          return (
            <li key={id}>
              <div class="what">
                <div class="row">
                  <strong class="name">{email}</strong>
                  <Badge>{text.roles[account_role]}</Badge>
                </div>
                <p class="quiet facts">
                  <span>{fill(text.sentAt, { at: formatDateTime(sent_at) })}</span>
                  <span>{fill(text.expires, { at: formatDateTime(expires_at) })}</span>
                </p>
              </div>
              {isOwner && (
                <div class="row actions">
                  <button
                    type="button"
                    class="second small"
                    disabled={action.busy}
                    aria-label={fill(text.resendTo, { email })}
                    onClick={resend(id)}
                  >
                    {text.resend}
                  </button>
                  <button
                    type="button"
                    class="second small"
                    aria-label={fill(text.withdrawOf, { email })}
                    onClick={() => setWithdrawn(invitation)}
                  >
                    {text.withdraw}
                  </button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {withdrawn && (
        <AccountConfirm
          title={fill(text.withdrawTitle, { email: withdrawn.email })}
          submit={text.withdrawSubmit}
          danger
          run={() => plinth.invitations.withdraw(withdrawn.id)}
          onDone={() => {
            close()
            onChanged()
          }}
          onClose={close}
        >
          <p>{text.withdrawLead}</p>
        </AccountConfirm>
      )}
    </>
  )
}
