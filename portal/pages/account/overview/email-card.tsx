// The user's email address: its verification, resending the link, changing the address.
import { useState } from 'preact/hooks'
import type { Session } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { fill } from '../../../language/choose-language.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import type { FormValues } from '../../../parts/form.tsx'
import { Field } from '../../../parts/form.tsx'
import { Card, MailNote, Problem } from '../../../parts/notice.tsx'
import { text } from './text.ts'

export function EmailCard({ session: { person, account_role: role } }: { session: Session }) {
  const [sentTo, setSentTo] = useState<string>()
  const action = useAction()
  const { refresh } = useCurrentUser()
  const resend = async () => {
    await plinth.request('POST', '/api/v1/people/verify/resend')
    setSentTo(person.email!)
  }
  const change = async ({ email = '', password = '' }: FormValues) => {
    // Claiming an address ends all earlier sessions, including this one, so sign in again.
    await plinth.people.create({ email, password, sign_in: true })
    await refresh()
    setSentTo(email)
  }
  const isVerified = person.email_verified_at !== null
  return (
    <Card title={text.email}>
      {person.email && (
        <p>
          <span class="anywhere">{person.email}</span>{' '}
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
              <Button
                look="second small"
                label={text.resend}
                disabled={action.busy}
                onClick={() => action.run(resend)}
              />
            )}
            {role === 'owner' && (
              <ConfirmButton label={text.change} title={text.change} submit={text.send} run={change}>
                <p>{text.changeLead}</p>
                <Field
                  name="email"
                  label={text.address}
                  type="email"
                  required
                  defaultValue={person.email ?? ''}
                  autoComplete="email"
                />
                <Field name="password" label={text.password} type="password" required autoComplete="new-password" />
              </ConfirmButton>
            )}
          </div>
        </>
      )}
    </Card>
  )
}
