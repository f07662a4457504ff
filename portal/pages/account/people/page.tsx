// The people of the account: list, invite, change roles and remove.
import './page.css'
import { useState } from 'preact/hooks'
import type { AccountPerson, Invitation } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDate } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { RecordRow, Records } from '../../../parts/records.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { PageIntro, useCreation } from '../parts/creation.tsx'
import { InvitationList, Invite, RoleChoice, Sent } from './invite.tsx'
import { RolesTable } from './roles-table.tsx'
import { text } from './text.ts'

interface PersonProps {
  readonly person: AccountPerson
  readonly onChanged: () => void
}

const nameOf = ({ email }: AccountPerson) => email ?? text.noEmail

function PersonActions({ person, onChanged }: PersonProps) {
  const [role, setRole] = useState(person.account_role)
  const name = nameOf(person)
  return (
    <>
      <ConfirmButton
        label={text.changeRole}
        name={fill(text.changeRoleOf, { name })}
        title={fill(text.changeTitle, { name })}
        submit={text.changeSubmit}
        run={() => plinth.people.changeRole(person.id, role)}
        onDone={onChanged}
      >
        <p>{text.changeLead}</p>
        <RoleChoice role={role} onChange={setRole} />
      </ConfirmButton>
      <ConfirmButton
        label={text.remove}
        name={fill(text.removeOf, { name })}
        title={fill(text.removeTitle, { name })}
        submit={text.removeSubmit}
        danger
        run={() => plinth.people.remove(person.id)}
        onDone={onChanged}
      >
        <p>{text.removeLead}</p>
      </ConfirmButton>
    </>
  )
}

function PersonMarks({ person, isYou }: { person: AccountPerson; isYou: boolean }) {
  const { account_role: role, email_verified_at: verified, status } = person
  return (
    <>
      {isYou && <span class="quiet">({text.you})</span>}
      <Badge tone={role === 'owner' ? 'stone' : 'none'}>{text.roles[role]}</Badge>
      {!verified && <Badge tone="warn">{text.unverified}</Badge>}
      {status === 'suspended' && <Badge tone="bad">{text.suspended}</Badge>}
    </>
  )
}

export function People({ session }: AccountPageProps) {
  const people = useLoad('people', (signal) => plinth.people.list({ signal }).then(({ data }) => data))
  const invitations = useLoad('invitations', (signal) => plinth.invitations.list({ signal }).then(({ data }) => data))
  const creation = useCreation<Invitation>(invitations.reload)
  const { refresh } = useCurrentUser()
  const isOwner = session.account_role === 'owner'
  const mayInvite = isOwner && session.person.email_verified_at !== null
  const changed = () => {
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
          <Records label={text.list} items={members}>
            {(person) => (
              <RecordRow
                key={`${person.id} ${person.account_role}`}
                title={nameOf(person)}
                marks={<PersonMarks person={person} isYou={person.id === session.person.id} />}
                actions={isOwner && <PersonActions person={person} onChanged={changed} />}
              >
                <p class="quiet">{fill(text.joined, { at: formatDate(person.joined_at.slice(0, 10)) })}</p>
              </RecordRow>
            )}
          </Records>
        )}
      </WhenLoaded>
      <h2>{text.invitations}</h2>
      <WhenLoaded result={invitations}>
        {(open) => <InvitationList invitations={open} isOwner={isOwner} onChanged={invitations.reload} onSent={sent} />}
      </WhenLoaded>
      <RolesTable />
    </>
  )
}
