// The pages on which people sign up, in and out: forms without script.
import { z } from 'zod'
import { openSandboxAccount } from '../access/accounts.ts'
import { acceptPassword } from '../access/passwords.ts'
import { foldEmail } from '../access/people.ts'
import { NewAccount } from '../contract/access.ts'
import { words } from '../contract/params.ts'
import { Fault } from '../kernel/fault.ts'
import { causeOf } from './admit.ts'
import { answerForm, emailField, field, PAGE, passwordField } from './form-parts.ts'
import { guardForm, guardSessionForm, requireSessionForm } from './forms.ts'
import type { Markup, Page } from './html.ts'
import { html, localPath, pageReply } from './html.ts'
import { PAGE_STYLE } from './page-style.ts'
import type { Reply } from './route.ts'
import { operation } from './route.ts'

const HOME = '/docs'
const Credentials = z.strictObject({ csrf_token: field, email: field, password: field, return_to: field })

export const style = operation({
  id: 'getPageStyle',
  tag: 'Pages',
  hidden: true,
  summary: 'The style sheet of our pages',
  answer: { status: 200, type: 'text/css' },
  handle: () => ({ body: PAGE_STYLE, type: 'text/css; charset=utf-8', headers: { 'cache-control': 'max-age=3600' } }),
})

function signInForm(guard: Markup, email = '', returnTo = '', problem?: string): Page {
  const body = html`<form method="post" action="/sign-in">
      ${guard}<input type="hidden" name="return_to" value="${returnTo}" />
      ${emailField(email)} ${passwordField('current')}
      <button>Sign in</button>
    </form>
    <p class="quiet"><a href="/reset">Forgot the password?</a> · <a href="/sign-up">Get a key</a></p>`
  return { title: 'Sign in', body, problem }
}

export const signInPage = operation({
  ...PAGE,
  id: 'getSignInPage',
  summary: 'Sign in',
  query: z.object({ return_to: words(2000, 'A path of this service to go on to').optional() }),
  handle(call) {
    const guard = guardForm(call)
    return pageReply(signInForm(guard.field, '', localPath(call.query.return_to) ?? ''), 200, guard.headers)
  },
})

export const signIn = operation({
  ...PAGE,
  id: 'postSignInPage',
  summary: 'Sign in',
  body: Credentials,
  handle(call) {
    const { services, body, shown } = call
    const goOnTo = localPath(body.return_to) ?? HOME
    const again = (problem: string) => signInForm(guardForm(call).field, body.email, body.return_to, problem)
    return answerForm(call, again, async () => {
      const old = await services.access.sessions.find(shown.cookie)
      const { cookie } = await services.signIn.open(body, old, causeOf(call))
      const headers = { 'set-cookie': cookie }
      // An application's own address may come next, to which a form of ours may not lead: the page goes on by itself.
      if (goOnTo.startsWith('/oauth/')) {
        const link = html`<p><a href="${goOnTo}">Go on</a></p>`
        return pageReply({ title: 'You are signed in', body: link, goOnTo }, 200, headers)
      }
      return seeOther(goOnTo, headers)
    })
  },
})

function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 303, body: `See ${location}\n`, type: 'text/plain', headers: { ...headers, location } }
}

function signUpForm(guard: Markup, email = '', problem?: string): Page {
  const body = html`<p>A sandbox key at once, for an e-mail address and nothing more. With a password you can also sign in.</p>
    <form method="post" action="/sign-up">
      ${guard} ${emailField(email)} ${passwordField('new', false)}
      <button>Get a key</button>
    </form>
    <p class="quiet"><a href="/sign-in">Sign in instead</a></p>`
  return { title: 'Get a key', body, problem }
}

export const signUpPage = operation({
  ...PAGE,
  id: 'getSignUpPage',
  summary: 'Get a sandbox key',
  handle(call) {
    const guard = guardForm(call)
    return pageReply(signUpForm(guard.field), 200, guard.headers)
  },
})

export const signUp = operation({
  ...PAGE,
  id: 'postSignUpPage',
  summary: 'Get a sandbox key',
  body: z.strictObject({ csrf_token: field, email: field, password: field }),
  handle(call) {
    const { services, body } = call
    const again = (problem: string) => signUpForm(guardForm(call).field, body.email, problem)
    return answerForm(call, again, async () => {
      const parsed = NewAccount.safeParse({ email: body.email.trim() })
      if (!parsed.success) throw new Fault('invalid_parameter', { detail: 'That is not an e-mail address.' })
      const email = foldEmail(parsed.data.email)
      const { password } = body
      if (password !== '') acceptPassword(password, email)
      services.access.requireRate(services.access.signUpRate(call.address))
      const { account, fresh } = await services.db.tx((tx) =>
        openSandboxAccount(tx, services.secrets, email, causeOf(call)),
      )
      await services.access.directory.sync()
      const shown = freshKeyPage(services.baseUrl, fresh.text, password !== '')
      if (password === '') return pageReply(shown, 201)
      const { cookie } = await services.signIn.welcome(account, email, password, causeOf(call))
      return pageReply(shown, 201, { 'set-cookie': cookie })
    })
  },
})

function freshKeyPage(baseUrl: string, key: string, mailed: boolean): Page {
  const curl = `curl -s '${baseUrl}/api/v1/building-links?address=%231203%20-1480%20howe' \\\n  -H 'Authorization: Bearer ${key}'`
  const body = html`<p>Keep it: it is shown this once.</p>
    <pre>${key}</pre>
    <p>Try it:</p>
    <pre>${curl}</pre>
    ${mailed && html`<p>You are signed in. A link is on its way to your mailbox: with it you confirm the address.</p>`}
    <p><a href="/docs">API reference</a></p>`
  return { title: 'Your sandbox key', body }
}

const goodbye: Page = { title: 'You are signed out', body: html`<p><a href="/sign-in">Sign in</a></p>` }

export const signOutPage = operation({
  ...PAGE,
  id: 'getSignOutPage',
  summary: 'Sign out',
  async handle(call) {
    const session = await call.services.access.sessions.find(call.shown.cookie)
    if (!session) return pageReply(goodbye)
    const body = html`<p>You are signed in as ${session.person.email}.</p>
      <form method="post" action="/sign-out">${guardSessionForm(call, session)} <button>Sign out</button></form>`
    return pageReply({ title: 'Sign out', body })
  },
})

export const signOut = operation({
  ...PAGE,
  id: 'postSignOutPage',
  summary: 'Sign out',
  body: z.strictObject({ csrf_token: field }),
  async handle(call) {
    const { services, shown, body } = call
    const session = await services.access.sessions.find(shown.cookie)
    if (!session) return pageReply(goodbye)
    requireSessionForm(call, session, body.csrf_token)
    await services.signIn.close(session, causeOf({ ...call, session }))
    return pageReply(goodbye, 200, { 'set-cookie': services.access.sessions.goodbye })
  },
})
