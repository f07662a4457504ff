// The pages around mailed links: asking for one, proving an address, choosing a new password.
import { z } from 'zod'
import { textParam as textOf } from '../../contract/request-params.ts'
import { causeOf } from '../door/authenticate.ts'
import type { Call, Operation } from '../door/route.ts'
import { operation } from '../door/route.ts'
import { emailField, field, handleForm, PAGE, passwordField } from './form-parts.ts'
import { createFormToken } from './forms.ts'
import type { Markup, Page } from './html.ts'
import { html, pageReply } from './html.ts'
import { PAGE_TEXT } from './page-text.ts'

const words = PAGE_TEXT.reset
const byToken = z.object({ token: textOf(100, 'From the mailed link') })

function resetForm(guard: Markup, problem?: string): Page {
  const body = html`<p>${words.lead}</p>
    <form method="post" action="/reset">${guard} ${emailField()} <button>${words.send}</button></form>`
  return { title: words.title, body, problem }
}

export const resetPage = operation({
  ...PAGE,
  id: 'getResetPage',
  summary: 'Ask for a new password',
  handle(call) {
    const guard = createFormToken(call)
    return pageReply(resetForm(guard.field), 200, guard.headers)
  },
})

export const reset = operation({
  ...PAGE,
  id: 'postResetPage',
  summary: 'Ask for a new password',
  body: z.strictObject({ csrf_token: field, email: field }),
  handle(call) {
    const again = (problem: string) => resetForm(createFormToken(call).field, problem)
    return handleForm(call, again, async () => {
      call.services.access.signIn.requestReset(call.body.email, causeOf(call))
      const body = html`<p>${words.sent}</p>`
      return pageReply({ title: words.sentTitle, body }, 202)
    })
  },
})

interface LinkPage {
  readonly id: string
  readonly title: string
  readonly button: string
  readonly about: Markup
  readonly fields: (isSignedIn: boolean) => Markup | undefined
  readonly act: (call: Call<unknown, { password: string }, { token: string }>) => Promise<unknown>
  readonly done: Markup
}

/** A page behind a mailed link. Opening it does nothing, as programs that look at mail open links; its button acts. */
function linkPages({ id, title, button, about, fields, act, done }: LinkPage): { show: Operation; act: Operation } {
  const form = async (
    call: Call<unknown, unknown, { token: string }>,
    guard: Markup,
    problem?: string,
  ): Promise<Page> => {
    const isSignedIn = (await call.services.access.authenticator.findSession(call.credentials.cookie)) !== null
    const body = html`${about}
      <form method="post">${guard} ${fields(isSignedIn)} <button>${button}</button></form>`
    return { title, body, problem }
  }
  return {
    show: operation({
      ...PAGE,
      id: `get${id}Page`,
      summary: title,
      params: byToken,
      async handle(call) {
        const guard = createFormToken(call)
        return pageReply(await form(call, guard.field), 200, guard.headers)
      },
    }),
    act: operation({
      ...PAGE,
      id: `post${id}Page`,
      summary: title,
      params: byToken,
      body: z.strictObject({ csrf_token: field, password: field }),
      async handle(call) {
        const page = await form(call, createFormToken(call).field)
        return handleForm(
          call,
          (problem) => ({ ...page, problem }),
          async () => {
            await act(call)
            return pageReply({ title, body: done })
          },
        )
      },
    }),
  }
}

const verifyPages = linkPages({
  id: 'Verify',
  title: PAGE_TEXT.verify.title,
  button: PAGE_TEXT.verify.button,
  about: html`<p>${PAGE_TEXT.verify.about}</p>`,
  fields: (isSignedIn) => (isSignedIn ? undefined : passwordField('current')),
  async act(call) {
    const { services, params, body, credentials } = call
    const session = await services.access.authenticator.findSession(credentials.cookie)
    await services.access.signIn.verify(params.token, { session, password: body.password || undefined }, causeOf(call))
  },
  done: html`<p>${PAGE_TEXT.verify.done} <a href="/sign-in">${PAGE_TEXT.signIn}</a></p>`,
})
export const verifyPage = verifyPages.show
export const verify = verifyPages.act

const newPasswordPages = linkPages({
  id: 'NewPassword',
  title: words.title,
  button: words.set,
  about: html`<p>${words.about}</p>`,
  fields: () => passwordField('new'),
  act: (call) => call.services.access.signIn.confirmReset(call.params.token, call.body.password, causeOf(call)),
  done: html`<p>${words.done} <a href="/sign-in">${PAGE_TEXT.signIn}</a></p>`,
})
export const newPasswordPage = newPasswordPages.show
export const newPassword = newPasswordPages.act
