// Change the password, the current session, and deleting the account.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Session } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { wordFor } from '../../../language/enum-words.ts'
import { formatDateTime } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import type { FormValues } from '../../../parts/form.tsx'
import { Field, Form } from '../../../parts/form.tsx'
import { Announce, Card, Problem } from '../../../parts/notice.tsx'
import { Details } from '../../../parts/records.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { DeleteAccount } from './delete-account.tsx'
import { text } from './text.ts'

function ChangePassword() {
  /** Changes so far: a new form after each is empty. */
  const [changes, setChanges] = useState(0)
  const { refresh } = useCurrentUser()
  const change = async (passwords: FormValues) => {
    await plinth.request('POST', '/api/v1/people/password', { body: { old: passwords.old, new: passwords.new } })
    // The change starts a new session with its own CSRF token.
    await refresh()
    setChanges(changes + 1)
  }
  return (
    <Card title={text.change}>
      <p class="quiet">{text.passwordLead}</p>
      <Announce>{changes > 0 && text.changed}</Announce>
      <Form key={changes} submit={text.change} onSubmit={change}>
        <Field name="old" label={text.old} type="password" required autoComplete="current-password" />
        <Field name="new" label={text.new} hint={text.newHint} type="password" required autoComplete="new-password" />
      </Form>
    </Card>
  )
}

function CurrentSession({ session }: { session: Session }) {
  const action = useAction()
  const { refresh } = useCurrentUser()
  const { route } = useLocation()
  const signOut = async () => {
    await plinth.request('DELETE', '/api/v1/sessions/current')
    route('/')
    await refresh()
  }
  const { email, role } = session.person
  return (
    <Card title={text.session}>
      <Details
        rows={[
          [text.as, email],
          role && [text.role, wordFor('role', role)],
          [text.expires, formatDateTime(session.expires_at)],
        ]}
      />
      <p class="quiet">
        {text.expiryNote} {text.lostDevice}
      </p>
      {action.error && <Problem error={action.error} />}
      <Button look="second" label={text.signOut} disabled={action.busy} onClick={() => action.run(signOut)} />
    </Card>
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
