// Creates a sandbox key for an email address, then offers to set a password.
import { errorFromResponse } from '@plinth/client/internal/errors'
import { useState } from 'preact/hooks'
import type { Account, NewApiKey } from '../../../src/http/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { plinth } from '../../api/plinth.ts'
import { fill } from '../../language/choose-language.ts'
import { Secret } from '../../parts/copy.tsx'
import { FirstRequest } from '../../parts/first-request.tsx'
import type { FormValues } from '../../parts/form.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { MailNote } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { text } from './text.ts'

interface NewAccount {
  readonly account: Account
  readonly api_key: NewApiKey
}

/** Authenticates with the new key and signs the person in. No other request of the portal sends a key. */
async function setPassword(key: string, password: string): Promise<void> {
  const response = await fetch('/api/v1/people', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password, sign_in: true }),
  })
  if (response.ok) return
  throw await errorFromResponse(response)
}

function ChoosePassword({ created, onSignedIn }: { created: NewAccount; onSignedIn: () => void }) {
  const send = async ({ password = '' }: FormValues) => {
    await setPassword(created.api_key.key, password)
    onSignedIn()
  }
  return (
    <>
      <h2>{text.choosePassword}</h2>
      <p class="quiet">{text.choosePasswordLead}</p>
      <Form submit={text.setPassword} onSubmit={send}>
        <Field
          name="password"
          label={text.password}
          hint={text.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          maxLength={200}
        />
      </Form>
    </>
  )
}

function Done({ email }: { email: string }) {
  return (
    <div role="status">
      <h2>{text.done}</h2>
      <p>{fill(text.doneLead, { email })}</p>
      <MailNote />
      <div class="row">
        <a class="button" href="/account">
          {text.account}
        </a>
        <a class="button second" href="/playground">
          {text.playground}
        </a>
      </div>
    </div>
  )
}

const tries = new Map<string, string>()

/** Trying again after a lost response returns the account of the first try. */
function tryOf(email: string): string {
  const known = tries.get(email) ?? crypto.randomUUID()
  tries.set(email, known)
  return known
}

export function SignUp() {
  const { refresh } = useCurrentUser()
  const [created, setCreated] = useState<NewAccount | undefined>(undefined)
  const [signedIn, setSignedIn] = useState(false)
  if (!created)
    return (
      <PageLayout title={text.title} narrow>
        <p class="lead">{text.lead}</p>
        <div class="card">
          <Form
            takesFocus
            submit={text.get}
            onSubmit={async ({ email = '' }) =>
              setCreated(await plinth.accounts.create({ email }, { idempotencyKey: tryOf(email) }))
            }
          >
            <Field name="email" label={text.email} type="email" autoComplete="username" required maxLength={254} />
          </Form>
        </div>
        <p class="quiet">
          {text.haveAccount} <a href="/sign-in">{text.signIn}</a>
        </p>
      </PageLayout>
    )
  const signedInNow = () => {
    setSignedIn(true)
    void refresh()
  }
  return (
    <PageLayout title={text.yours} narrow>
      <Secret value={created.api_key.key} label={text.key} />
      <h2>{text.tryIt}</h2>
      <FirstRequest apiKey={created.api_key.key} mode="test" />
      {signedIn ? (
        <Done email={created.account.email ?? ''} />
      ) : (
        <ChoosePassword created={created} onSignedIn={signedInNow} />
      )}
      <p class="quiet">
        <a href="/docs">{text.docs}</a>
      </p>
    </PageLayout>
  )
}
