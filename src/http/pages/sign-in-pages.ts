// The pages on which people sign in and out: forms without script.
import { z } from 'zod'
import { textParam } from '../../contract/request-params.ts'
import { causeOf } from '../door/authenticate.ts'
import type { OperationResponse } from '../door/route.ts'
import { operation } from '../door/route.ts'
import { emailField, field, handleForm, PAGE, passwordField } from './form-parts.ts'
import { createFormToken, requireSessionToken, sessionTokenField } from './forms.ts'
import type { Markup, Page } from './html.ts'
import { html, localPath, pageReply } from './html.ts'
import { PAGE_TEXT } from './page-text.ts'

const HOME = '/account'
const Credentials = z.strictObject({ csrf_token: field, email: field, password: field, return_to: field })

function signInForm(guard: Markup, email = '', returnTo = '', problem?: string): Page {
  const body = html`<form method="post" action="/sign-in">
      ${guard}<input type="hidden" name="return_to" value="${returnTo}" />
      ${emailField(email)} ${passwordField('current')}
      <button>${PAGE_TEXT.signIn}</button>
    </form>
    <p class="quiet"><a href="/reset">${PAGE_TEXT.forgot}</a> · <a href="/sign-up">${PAGE_TEXT.signUp}</a></p>`
  return { title: PAGE_TEXT.signIn, body, problem }
}

export const signInPage = operation({
  ...PAGE,
  id: 'getSignInPage',
  summary: 'Sign in',
  query: z.object({ return_to: textParam(2000, 'A path of this service to go on to').optional() }),
  handle(call) {
    const guard = createFormToken(call)
    return pageReply(signInForm(guard.field, '', localPath(call.query.return_to) ?? ''), 200, guard.headers)
  },
})

export const signIn = operation({
  ...PAGE,
  id: 'postSignInPage',
  summary: 'Sign in',
  body: Credentials,
  handle(call) {
    const { services, body, credentials } = call
    const goOnTo = localPath(body.return_to) ?? HOME
    const again = (problem: string) => signInForm(createFormToken(call).field, body.email, body.return_to, problem)
    return handleForm(call, again, async () => {
      const old = await services.access.sessions.find(credentials.cookie)
      const { cookie } = await services.access.signIn.open(body, old, causeOf(call))
      const headers = { 'set-cookie': cookie }
      // An application's own address may come next, to which a form of ours may not lead: the page goes on by itself.
      if (goOnTo.startsWith('/oauth/')) {
        const link = html`<p><a href="${goOnTo}">${PAGE_TEXT.goOn}</a></p>`
        return pageReply({ title: PAGE_TEXT.signedIn, body: link, redirectTo: goOnTo }, 200, headers)
      }
      return seeOther(goOnTo, headers)
    })
  },
})

function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): OperationResponse {
  return { status: 303, body: `See ${location}\n`, type: 'text/plain', headers: { ...headers, location } }
}

const goodbye: Page = { title: PAGE_TEXT.signedOut, body: html`<p><a href="/sign-in">${PAGE_TEXT.signIn}</a></p>` }

export const signOutPage = operation({
  ...PAGE,
  id: 'getSignOutPage',
  summary: 'Sign out',
  async handle(call) {
    const session = await call.services.access.sessions.find(call.credentials.cookie)
    if (!session) return pageReply(goodbye)
    const body = html`<p>${PAGE_TEXT.signedInAs(session.person.email)}</p>
      <form method="post" action="/sign-out">${sessionTokenField(call, session)} <button>${PAGE_TEXT.signOut}</button></form>`
    return pageReply({ title: PAGE_TEXT.signOut, body })
  },
})

export const signOut = operation({
  ...PAGE,
  id: 'postSignOutPage',
  summary: 'Sign out',
  body: z.strictObject({ csrf_token: field }),
  async handle(call) {
    const { services, credentials, body } = call
    const session = await services.access.sessions.find(credentials.cookie)
    if (!session) return pageReply(goodbye)
    requireSessionToken(call, session, body.csrf_token)
    await services.access.signIn.close(session, causeOf({ ...call, session }))
    return pageReply(goodbye, 200, { 'set-cookie': services.access.sessions.clearCookie })
  },
})
