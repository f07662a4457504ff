// The pages to sign in and sign out.
import type { VNode } from 'preact'
import { z } from 'zod'
import { fill } from '../../kernel/texts/server-texts.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import type { OperationResponse } from '../server/route.ts'
import { pageOperation } from '../server/route.ts'
import {
  emailField,
  optionalField,
  PAGE,
  pageFor,
  pageTextOf,
  passwordField,
  passwordScript,
  processForm,
} from './form-parts.tsx'
import { createFormToken, requireSessionToken, sessionTokenField } from './form-token.tsx'
import type { Page } from './page-layout.tsx'
import { localPath } from './page-layout.tsx'
import type { PageText } from './page-text.ts'

const HOME = '/account'
const Credentials = z.strictObject({
  csrf_token: optionalField,
  email: optionalField,
  password: optionalField,
  return_to: optionalField,
})

function signInForm(text: PageText, token: VNode, email = '', returnTo = '', problem?: string): Page {
  const body = (
    <>
      <form method="post" action="/sign-in">
        {token}
        <input type="hidden" name="return_to" value={returnTo} />
        {emailField(text, email)}
        {passwordField(text, 'current')}
        <button type="submit">{text.signIn}</button>
      </form>
      <p class="quiet">
        <a href="/reset">{text.forgot}</a> · <a href="/sign-up">{text.signUp}</a>
      </p>
    </>
  )
  const query = returnTo === '' ? '' : `?return_to=${encodeURIComponent(returnTo)}`
  return {
    title: text.signIn,
    body,
    problem,
    language: text.language,
    otherLanguageAt: `/sign-in${query}`,
    script: passwordScript(),
  }
}

export const signInPage = pageOperation({
  ...PAGE,
  id: 'getSignInPage',
  summary: 'Sign in',
  query: z.object({ return_to: textParam(2000, 'Local path to open after sign-in').optional() }),
  async handle(call) {
    const token = createFormToken(call)
    return pageFor(
      call,
      signInForm(await pageTextOf(call), token.field, '', localPath(call.query.return_to) ?? ''),
      200,
      token.headers,
    )
  },
})

export const signIn = pageOperation({
  ...PAGE,
  id: 'postSignInPage',
  summary: 'Sign in',
  body: Credentials,
  async handle(call) {
    const text = await pageTextOf(call)
    const { services, body, credentials } = call
    const target = localPath(body.return_to) ?? HOME
    const formWithProblem = (problem: string) =>
      signInForm(text, createFormToken(call).field, body.email, body.return_to, problem)
    return processForm(call, text, formWithProblem, async () => {
      const old = await services.access.sessions.find(credentials.cookie)
      const { cookie } = await services.access.signIn.open(body, old, causeOf(call))
      const headers = { 'set-cookie': cookie }
      // The OAuth flow may redirect to another site, which `form-action 'self'` forbids after a form. Use a page instead.
      if (target.startsWith('/oauth/')) {
        const link = (
          <p>
            <a href={target}>{text.continue}</a>
          </p>
        )
        return pageFor(
          call,
          { title: text.signedIn, body: link, redirectTo: target, language: text.language, viewer: 'person' },
          200,
          headers,
        )
      }
      return seeOther(target, headers)
    })
  },
})

function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): OperationResponse {
  return { status: 303, body: `See ${location}\n`, type: 'text/plain', headers: { ...headers, location } }
}

const signedOutPage = (text: PageText): Page => ({
  title: text.signedOut,
  body: (
    <p>
      <a href="/sign-in">{text.signIn}</a>
    </p>
  ),
  language: text.language,
  viewer: 'visitor',
})

export const signOutPage = pageOperation({
  ...PAGE,
  id: 'getSignOutPage',
  summary: 'Sign out',
  async handle(call) {
    const text = await pageTextOf(call)
    const session = await call.services.access.sessions.find(call.credentials.cookie)
    if (!session) return pageFor(call, signedOutPage(text))
    const { email } = session.person
    const body = (
      <>
        <p>{email === null ? text.signedInNoEmail : fill(text.signedInAs, { email }, text.language)}</p>
        <form method="post" action="/sign-out">
          {sessionTokenField(call, session)}
          <button type="submit">{text.signOut}</button>
        </form>
      </>
    )
    return pageFor(call, { title: text.signOut, body, language: text.language })
  },
})

export const signOut = pageOperation({
  ...PAGE,
  id: 'postSignOutPage',
  summary: 'Sign out',
  body: z.strictObject({ csrf_token: optionalField }),
  async handle(call) {
    const text = await pageTextOf(call)
    const { services, credentials, body } = call
    const session = await services.access.sessions.find(credentials.cookie)
    if (!session) return pageFor(call, signedOutPage(text))
    requireSessionToken(call, session, body.csrf_token)
    await services.access.signIn.close(session, causeOf({ ...call, session }))
    // The documentation's test key is in the tab's storage.
    const headers = { 'set-cookie': services.access.sessions.clearCookie, 'clear-site-data': '"storage"' }
    return pageFor(call, signedOutPage(text), 200, headers)
  },
})
