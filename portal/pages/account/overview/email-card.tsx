// The address of whoever is signed in: proved or only claimed; another link when the first one is lost, another address when it was wrong.
import { useState } from 'preact/hooks'
import type { Person } from '../../../../src/contract/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Form } from '../../../parts/form.tsx'
import { Problem } from '../../../parts/notice.tsx'
import { useAction } from '../parts/use-account.ts'
import { text } from '../text.ts'

const words = text.overview

function OtherAddress({ person, onDone, onClose }: { person: Person; onDone(to: string): void; onClose(): void }) {
  const [email, setEmail] = useState(person.email ?? '')
  const [password, setPassword] = useState('')
  const act = useAction()
  const { refresh } = useCurrentUser()
  const send = async () => {
    // A claim ends the sessions of the one before, this one too; signed in anew at once.
    await plinth.people.create({ email, password, sign_in: true })
    await refresh()
    onDone(email)
  }
  return (
    <Dialog title={words.other} onClose={onClose}>
      <p>{words.otherLead}</p>
      <Form act={act} send={words.send} onSend={send} onCancel={onClose}>
        <Field label={words.address} type="email" required value={email} onChange={setEmail} autoComplete="email" />
        <Field
          label={words.password}
          type="password"
          required
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
        />
      </Form>
    </Dialog>
  )
}

export function EmailCard({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const act = useAction()
  const sendAgain = async () => {
    await plinth.request('POST', '/api/v1/people/verify/resend')
    setSentTo(person.email!)
  }
  const isVerified = person.email_verified_at !== null
  return (
    <section class="card">
      <h2>{words.email}</h2>
      {person.email && (
        <p>
          <span class="address">{person.email}</span>{' '}
          <Badge tone={isVerified ? 'good' : 'warn'}>{isVerified ? words.verified : words.claimed}</Badge>
        </p>
      )}
      <div aria-live="polite">{sentTo && <p class="notice good">{words.sent(sentTo)}</p>}</div>
      {!isVerified && (
        <>
          <p class="quiet">{person.email ? words.claimedLead : words.noAddress}</p>
          {act.error && <Problem error={act.error} />}
          <div class="row">
            {person.email && (
              <button type="button" class="second small" disabled={act.busy} onClick={() => act.run(sendAgain)}>
                {words.again}
              </button>
            )}
            <button type="button" class="second small" onClick={() => setAsking(true)}>
              {words.other}
            </button>
          </div>
        </>
      )}
      {asking && (
        <OtherAddress
          person={person}
          onClose={() => setAsking(false)}
          onDone={(to) => {
            setSentTo(to)
            setAsking(false)
          }}
        />
      )}
    </section>
  )
}
