// A newcomer: an e-mail address → the sandbox key, shown this once; then, if they like, a password to come back.
import { useState } from 'preact/hooks'
import { PlinthError } from '../../../src/client/client.ts'
import type { Account, NewApiKey } from '../../../src/contract/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { plinth } from '../../api/plinth.ts'
import { CodeBlock, Secret } from '../../parts/copy.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { text } from './text.ts'

interface Made {
  readonly account: Account
  readonly api_key: NewApiKey
}

interface FieldFormProps {
  readonly id: string
  readonly label: string
  readonly type: 'email' | 'password'
  readonly autocomplete: string
  readonly hint?: string
  readonly button: string
  readonly send: (value: string) => Promise<void>
}

/** One field and one button; what is wrong is said at the field. */
function FieldForm({ id, label, type, autocomplete, hint, button, send }: FieldFormProps) {
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setWrong(undefined)
    await send(value).catch((error) => {
      setWrong(error instanceof PlinthError ? (error.errors[0]?.message ?? error.detail) : error.message)
      setBusy(false)
    })
  }
  return (
    <form onSubmit={submit}>
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          {...({ type } as { type: 'email' })}
          autocomplete={autocomplete}
          required
          maxLength={type === 'email' ? 254 : 200}
          value={value}
          aria-describedby={`${id}-more`}
          aria-invalid={wrong !== undefined}
          onInput={(event) => setValue(event.currentTarget.value)}
        />
        <div id={`${id}-more`} aria-live="polite">
          {hint && <p class="hint">{hint}</p>}
          {wrong && <p class="wrong">{wrong}</p>}
        </div>
      </div>
      <button type="submit" disabled={busy}>
        {busy ? text.working : button}
      </button>
    </form>
  )
}

function curlOf(key: string): string {
  return `curl -s '${location.origin}/api/v1/building-links?address=%231203%20-1480%20howe' \\\n  -H 'Authorization: Bearer ${key}'`
}

/** By the key itself, once, with a cookie to come back by: the only call of the portal that shows a key. */
async function setPassword(key: string, password: string): Promise<void> {
  const answer = await fetch('/api/v1/people', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password, sign_in: true }),
  })
  if (answer.ok) return
  const { detail } = (await answer.json()) as { detail: string }
  throw new Error(detail)
}

function ComeBack({ made, signedIn }: { made: Made; signedIn: () => void }) {
  const send = async (password: string) => {
    await setPassword(made.api_key.key, password)
    signedIn()
  }
  return (
    <>
      <h2>{text.comeBack}</h2>
      <p class="quiet">{text.comeBackLead}</p>
      <FieldForm
        id="password"
        label={text.password}
        type="password"
        autocomplete="new-password"
        hint={text.passwordHint}
        button={text.set}
        send={send}
      />
    </>
  )
}

function Done({ email }: { email: string }) {
  return (
    <div role="status">
      <h2>{text.done}</h2>
      <p>{text.doneLead(email)}</p>
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

export function SignUp() {
  const { refresh } = useCurrentUser()
  const [made, setMade] = useState<Made | undefined>(undefined)
  const [signedIn, setSignedIn] = useState(false)
  if (!made)
    return (
      <PageLayout title={text.title} narrow>
        <p class="lead">{text.lead}</p>
        <div class="card">
          <FieldForm
            id="email"
            label={text.email}
            type="email"
            autocomplete="username"
            button={text.get}
            send={async (email) => setMade(await plinth.accounts.create({ email }))}
          />
        </div>
        <p class="quiet">
          {text.haveOne} <a href="/sign-in">{text.signIn}</a>
        </p>
      </PageLayout>
    )
  const welcome = () => {
    setSignedIn(true)
    void refresh()
  }
  return (
    <PageLayout title={text.yours} narrow>
      <Secret value={made.api_key.key} label={text.key} />
      <h2>{text.tryIt}</h2>
      <CodeBlock>{curlOf(made.api_key.key)}</CodeBlock>
      {signedIn ? <Done email={made.account.email ?? ''} /> : <ComeBack made={made} signedIn={welcome} />}
      <p class="quiet">
        <a href="/docs">{text.docs}</a>
      </p>
    </PageLayout>
  )
}
