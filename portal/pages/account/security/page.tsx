// The password, and the session one is in.

import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Session } from '../../../../src/contract/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { Field, Form } from '../../../parts/form.tsx'
import { formatDateTime, humanize } from '../../../parts/format.ts'
import { Problem } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { useAction } from '../parts/use-account.ts'
import { text } from '../text.ts'

const words = text.security

function Password() {
  const [old, setOld] = useState('')
  const [wanted, setWanted] = useState('')
  const [done, setDone] = useState(false)
  const act = useAction()
  const { refresh } = useCurrentUser()
  const change = async () => {
    setDone(false)
    await plinth.request('POST', '/api/v1/people/password', { body: { old, new: wanted } })
    setOld('')
    setWanted('')
    // The session is a new one, with a token of its own.
    await refresh()
    setDone(true)
  }
  return (
    <section class="card">
      <h2>{words.password}</h2>
      <p class="quiet">{words.passwordLead}</p>
      <div aria-live="polite">{done && <p class="notice good">{words.changed}</p>}</div>
      <Form act={act} send={words.change} onSend={change}>
        <Field
          label={words.old}
          type="password"
          required
          autoComplete="current-password"
          value={old}
          onChange={setOld}
        />
        <Field
          label={words.new}
          hint={words.newHint}
          type="password"
          required
          autoComplete="new-password"
          value={wanted}
          onChange={setWanted}
        />
      </Form>
    </section>
  )
}

function ThisSession({ session }: { session: Session }) {
  const act = useAction()
  const { refresh } = useCurrentUser()
  const { route } = useLocation()
  const leave = async () => {
    await plinth.request('DELETE', '/api/v1/sessions/current')
    route('/')
    await refresh()
  }
  return (
    <section class="card">
      <h2>{words.session}</h2>
      <dl>
        <dt>{words.as}</dt>
        <dd>{session.person.email}</dd>
        {session.person.role && (
          <>
            <dt>{words.role}</dt>
            <dd>{humanize(session.person.role)}</dd>
          </>
        )}
        <dt>{words.ends}</dt>
        <dd>{formatDateTime(session.expires_at)}</dd>
      </dl>
      <p class="quiet">
        {words.endsNote} {words.elsewhere}
      </p>
      {act.error && <Problem error={act.error} />}
      <button type="button" class="second" disabled={act.busy} onClick={() => void act.run(leave)}>
        {words.signOut}
      </button>
    </section>
  )
}

export function Security({ session }: AccountPageProps) {
  return (
    <>
      <div class="beside">
        <Password />
        <ThisSession session={session} />
      </div>
      <p class="quiet after">
        {words.keysNote} <a href="/account/keys">{words.toKeys}</a> · <a href="/account/audit">{words.toAudit}</a>
      </p>
    </>
  )
}
