// Change the password, the current session, and deleting the account.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Session } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { wordFor } from '../../../parts/enum-words.ts'
import { Field, Form } from '../../../parts/form.tsx'
import { formatDateTime } from '../../../parts/format.ts'
import { Problem } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { useAccountAction } from '../parts/use-account.ts'
import { DeleteAccount } from './delete-account.tsx'
import { text } from './text.ts'

function ChangePassword() {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [done, setDone] = useState(false)
  const action = useAccountAction()
  const { refresh } = useCurrentUser()
  const change = async () => {
    setDone(false)
    await plinth.request('POST', '/api/v1/people/password', { body: { old: currentPassword, new: newPassword } })
    setCurrentPassword('')
    setNewPassword('')
    // The change starts a new session with its own CSRF token.
    await refresh()
    setDone(true)
  }
  return (
    <section class="card">
      <h2>{text.change}</h2>
      <p class="quiet">{text.passwordLead}</p>
      <div aria-live="polite">{done && <p class="notice good">{text.changed}</p>}</div>
      <Form action={action} submit={text.change} onSubmit={change}>
        <Field
          label={text.old}
          type="password"
          required
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrentPassword}
        />
        <Field
          label={text.new}
          hint={text.newHint}
          type="password"
          required
          autoComplete="new-password"
          value={newPassword}
          onChange={setNewPassword}
        />
      </Form>
    </section>
  )
}

function CurrentSession({ session }: { session: Session }) {
  const action = useAccountAction()
  const { refresh } = useCurrentUser()
  const { route } = useLocation()
  const signOut = async () => {
    await plinth.request('DELETE', '/api/v1/sessions/current')
    route('/')
    await refresh()
  }
  return (
    <section class="card">
      <h2>{text.session}</h2>
      <dl>
        <dt>{text.as}</dt>
        <dd>{session.person.email}</dd>
        {session.person.role && (
          <>
            <dt>{text.role}</dt>
            <dd>{wordFor('role', session.person.role)}</dd>
          </>
        )}
        <dt>{text.expires}</dt>
        <dd>{formatDateTime(session.expires_at)}</dd>
      </dl>
      <p class="quiet">
        {text.expiryNote} {text.lostDevice}
      </p>
      {action.error && <Problem error={action.error} />}
      <button type="button" class="second" disabled={action.busy} onClick={() => void action.run(signOut)}>
        {text.signOut}
      </button>
    </section>
  )
}

export function Security({ session }: AccountPageProps) {
  return (
    <>
      <div class="beside">
        <ChangePassword />
        <CurrentSession session={session} />
      </div>
      <p class="quiet after">
        {text.keysNote} <a href="/account/keys">{text.keysLink}</a> · <a href="/account/audit">{text.auditLink}</a>
      </p>
      <DeleteAccount session={session} />
    </>
  )
}
