// The people of the account: list, invite, change roles and remove.
import { fill } from '../../../parts/choose-language.ts'
import './page.css'
import { useState } from 'preact/hooks'
import type { AccountPerson, AccountRole, Invitation } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatDate } from '../../../parts/format.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { PageIntro, useCreation } from '../parts/record-list.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { InvitationList, Invite, RoleChoice, Sent } from './invite.tsx'
import { RolesTable } from './roles-table.tsx'
import { text } from './text.ts'

interface PersonAction {
  readonly type: 'role' | 'remove'
  readonly person: AccountPerson
}

const nameOf = ({ email }: AccountPerson) => email ?? text.noEmail

interface PersonItemProps {
  readonly person: AccountPerson
  readonly isYou: boolean
  readonly isOwner: boolean
  readonly onAction: (action: PersonAction) => void
}

function PersonItem({ person, isYou, isOwner, onAction }: PersonItemProps) {
  const name = nameOf(person)
  return (
    <li>
      <div class="what">
        <div class="row">
          <strong class="name">{name}</strong>
          {isYou && <span class="quiet">({text.you})</span>}
          <Badge tone={person.account_role === 'owner' ? 'stone' : 'none'}>{text.roles[person.account_role]}</Badge>
          {!person.email_verified_at && <Badge tone="warn">{text.unverified}</Badge>}
          {person.status === 'suspended' && <Badge tone="bad">{text.suspended}</Badge>}
        </div>
        <p class="quiet">{fill(text.joined, { at: formatDate(person.joined_at.slice(0, 10)) })}</p>
      </div>
      {isOwner && (
        <div class="row actions">
          <button
            type="button"
            class="second small"
            aria-label={fill(text.changeRoleOf, { name })}
            onClick={() => onAction({ type: 'role', person })}
          >
            {text.changeRole}
          </button>
          <button
            type="button"
            class="second small"
            aria-label={fill(text.removeOf, { name })}
            onClick={() => onAction({ type: 'remove', person })}
          >
            {text.remove}
          </button>
        </div>
      )}
    </li>
  )
}

interface PersonDialogProps {
  readonly action: PersonAction
  readonly onDone: () => void
  readonly onClose: () => void
}

function PersonDialog({ action: { type, person }, onDone, onClose }: PersonDialogProps) {
  const [role, setRole] = useState<string>(person.account_role)
  const name = nameOf(person)
  if (type === 'remove')
    return (
      <AccountConfirm
        title={fill(text.removeTitle, { name })}
        submit={text.removeSubmit}
        danger
        run={() => plinth.people.remove(person.id)}
        onDone={onDone}
        onClose={onClose}
      >
        <p>{text.removeLead}</p>
      </AccountConfirm>
    )
  return (
    <AccountConfirm
      title={fill(text.changeTitle, { name })}
      submit={text.changeSubmit}
      run={() => plinth.people.changeRole(person.id, role as AccountRole)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{text.changeLead}</p>
      <RoleChoice role={role} onChange={setRole} />
    </AccountConfirm>
  )
}

export function People({ session }: AccountPageProps) {
  const people = useAccountLoad('people', (signal) => plinth.people.list({ signal }).then(({ data }) => data))
  const invitations = useAccountLoad('invitations', (signal) =>
    plinth.invitations.list({ signal }).then(({ data }) => data),
  )
  const creation = useCreation<Invitation>(invitations.reload)
  const [action, setAction] = useState<PersonAction>()
  const { refresh } = useCurrentUser()
  const isOwner = session.account_role === 'owner'
  const mayInvite = isOwner && session.person.email_verified_at !== null
  const close = () => setAction(undefined)
  const done = () => {
    close()
    people.reload()
    // The user may have changed their own role.
    void refresh()
  }
  const sent = (invitation: Invitation) => {
    creation.show(invitation)
    invitations.reload()
  }
  return (
    <>
      {mayInvite ? (
        <PageIntro lead={text.lead} create={text.invite} scope="keys:manage" creation={creation} />
      ) : (
        <p class="lead">
          {text.lead} {isOwner ? text.verifyFirst : text.onlyOwners}
        </p>
      )}
      {creation.isOpen && <Invite onSent={creation.done} onCancel={creation.cancel} />}
      <div role="status">{creation.created && <Sent email={creation.created.email} />}</div>
      <WhenLoaded result={people}>
        {(members) => (
          <ul class="records" aria-label={text.list}>
            {members.map((person) => (
              <PersonItem
                key={person.id}
                person={person}
                isYou={person.id === session.person.id}
                isOwner={isOwner}
                onAction={setAction}
              />
            ))}
          </ul>
        )}
      </WhenLoaded>
      <h2>{text.invitations}</h2>
      <WhenLoaded result={invitations}>
        {(open) => <InvitationList invitations={open} isOwner={isOwner} onChanged={invitations.reload} onSent={sent} />}
      </WhenLoaded>
      <RolesTable />
      {action && <PersonDialog action={action} onDone={done} onClose={close} />}
    </>
  )
}
