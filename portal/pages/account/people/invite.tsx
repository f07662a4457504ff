// A form to invite a person, and the open invitations.
import { useState } from 'preact/hooks'
import type { AccountRole, Invitation } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import { Card, MailNote, Problem } from '../../../parts/notice.tsx'
import { Facts, RecordRow, Records } from '../../../parts/records.tsx'
import { text } from './text.ts'

const ROLES = ['developer', 'viewer', 'owner'] as const
const roleChoices = ROLES.map((role) => ({ value: role, label: text.roles[role], hint: text.roleHints[role] }))

interface InviteProps {
  readonly onSent: (invitation: Invitation) => void
  readonly onCancel: () => void
}

export function RoleChoice({ role, onChange }: { role: string; onChange: (role: AccountRole) => void }) {
  return (
    <CheckList
      single
      legend={text.role}
      field="account_role"
      choices={roleChoices}
      selected={[role]}
      onChange={([chosen]) => onChange(chosen as AccountRole)}
    />
  )
}

export function Invite({ onSent, onCancel }: InviteProps) {
  const [role, setRole] = useState<AccountRole>('developer')
  return (
    <Card title={text.inviteTitle} look="below">
      <p class="quiet">{text.inviteLead}</p>
      <Form
        submit={text.send}
        onSubmit={async ({ email = '' }) => onSent(await plinth.invitations.create({ email, account_role: role }))}
        onCancel={onCancel}
      >
        <Field name="email" label={text.email} type="email" required maxLength={254} />
        <RoleChoice role={role} onChange={setRole} />
      </Form>
    </Card>
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
  const action = useAction()
  const actionsOf = ({ id, email }: Invitation) => (
    <>
      <Button
        look="second small"
        label={text.resend}
        name={fill(text.resendTo, { email })}
        disabled={action.busy}
        onClick={() => action.run(async () => onSent(await plinth.invitations.resend(id)))}
      />
      <ConfirmButton
        label={text.withdraw}
        name={fill(text.withdrawOf, { email })}
        title={fill(text.withdrawTitle, { email })}
        submit={text.withdrawSubmit}
        danger
        run={() => plinth.invitations.withdraw(id)}
        onDone={onChanged}
      >
        <p>{text.withdrawLead}</p>
      </ConfirmButton>
    </>
  )
  return (
    <>
      {action.error && <Problem error={action.error} />}
      <Records label={text.invitations} items={invitations} empty={text.noInvitations}>
        {(invitation) => (
          <RecordRow
            key={invitation.id}
            title={invitation.email}
            marks={<Badge>{text.roles[invitation.account_role]}</Badge>}
            actions={isOwner && actionsOf(invitation)}
          >
            <Facts
              items={[
                fill(text.sentAt, { at: formatDateTime(invitation.sent_at) }),
                fill(text.expires, { at: formatDateTime(invitation.expires_at) }),
              ]}
            />
          </RecordRow>
        )}
      </Records>
    </>
  )
}
