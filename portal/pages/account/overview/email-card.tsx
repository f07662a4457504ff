// The user's email address: its verification, resending the link, changing the address.
import { useState } from 'preact/hooks'
import type { Person, Session } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { Badge } from '../../../parts/badge.tsx'
import { fill } from '../../../parts/choose-language.ts'
import { Field } from '../../../parts/form.tsx'
import { MailNote, Problem } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import { useAccountAction } from '../parts/use-account.ts'
import { text } from './text.ts'

interface ChangeAddressProps {
  readonly person: Person
  readonly onSent: (address: string) => void
  readonly onClose: () => void
}

function ChangeAddress({ person, onSent, onClose }: ChangeAddressProps) {
  const [email, setEmail] = useState(person.email ?? '')
  const [password, setPassword] = useState('')
  const { refresh } = useCurrentUser()
  const send = async () => {
    // Claiming an address ends all earlier sessions, including this one, so sign in again.
    await plinth.people.create({ email, password, sign_in: true })
    await refresh()
  }
  return (
    <AccountConfirm title={text.change} submit={text.send} run={send} onDone={() => onSent(email)} onClose={onClose}>
      <p>{text.changeLead}</p>
      <Field label={text.address} type="email" required value={email} onChange={setEmail} autoComplete="email" />
      <Field
        label={text.password}
        type="password"
        required
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
      />
    </AccountConfirm>
  )
}

export function EmailCard({ session: { person, account_role: role } }: { session: Session }) {
  const [changing, setChanging] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const action = useAccountAction()
  const resend = async () => {
    await plinth.request('POST', '/api/v1/people/verify/resend')
    setSentTo(person.email!)
  }
  const isVerified = person.email_verified_at !== null
  return (
    <section class="card">
      <h2>{text.email}</h2>
      {person.email && (
        <p>
          <span class="email">{person.email}</span>{' '}
          <Badge tone={isVerified ? 'good' : 'warn'}>{isVerified ? text.verified : text.unverified}</Badge>
        </p>
      )}
      <div aria-live="polite">
        {sentTo && (
          <div class="notice good">
            <p>{fill(text.sent, { address: sentTo })}</p>
            <MailNote />
          </div>
        )}
      </div>
      {!isVerified && (
        <>
          <p class="quiet">{person.email ? text.unverifiedLead : text.noAddress}</p>
          {action.error && <Problem error={action.error} />}
          <div class="row">
            {person.email && (
              <button type="button" class="second small" disabled={action.busy} onClick={() => action.run(resend)}>
                {text.resend}
              </button>
            )}
            {role === 'owner' && (
              <button type="button" class="second small" onClick={() => setChanging(true)}>
                {text.change}
              </button>
            )}
          </div>
        </>
      )}
      {changing && (
        <ChangeAddress
          person={person}
          onClose={() => setChanging(false)}
          onSent={(address) => {
            setSentTo(address)
            setChanging(false)
          }}
        />
      )}
    </section>
  )
}
