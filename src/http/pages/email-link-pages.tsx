// The pages for password resets and emailed links.
import type { VNode } from 'preact'
import { z } from 'zod'
import { textParam } from '../../contract/request-params.ts'
import { causeOf } from '../door/authenticate.ts'
import { mailFileFor } from '../door/local-mail.ts'
import type { Call, Operation } from '../door/route.ts'
import { operation } from '../door/route.ts'
import { emailField, optionalField, PAGE, passwordField, passwordScript, processForm } from './form-parts.tsx'
import { createFormToken } from './form-token.tsx'
import type { Page } from './page-layout.tsx'
import { pageResponse } from './page-layout.tsx'
import { PAGE_TEXT } from './page-text.ts'

const text = PAGE_TEXT.reset
const TokenParams = z.object({ token: textParam(100, 'Token from the emailed link') })

function resetForm(token: VNode, problem?: string): Page {
  const body = (
    <>
      <p>{text.lead}</p>
      <form method="post" action="/reset">
        {token}
        {emailField()}
        <button type="submit">{text.send}</button>
      </form>
    </>
  )
  return { title: text.title, body, problem }
}

export const resetPage = operation({
  ...PAGE,
  id: 'getResetPage',
  summary: 'Reset your password',
  handle(call) {
    const token = createFormToken(call)
    return pageResponse(resetForm(token.field), 200, token.headers)
  },
})

export const reset = operation({
  ...PAGE,
  id: 'postResetPage',
  summary: 'Reset your password',
  body: z.strictObject({ csrf_token: optionalField, email: optionalField }),
  handle(call) {
    const formWithProblem = (problem: string) => resetForm(createFormToken(call).field, problem)
    return processForm(call, formWithProblem, async () => {
      call.services.access.signIn.requestReset(call.body.email, causeOf(call))
      const mailFile = mailFileFor(call)
      const body = (
        <>
          <p>{text.sent}</p>
          {mailFile && <p class="note">{PAGE_TEXT.mailFile(mailFile)}</p>}
        </>
      )
      return pageResponse({ title: text.sentTitle, body }, 202)
    })
  },
})

interface LinkPage {
  readonly id: string
  readonly title: string
  readonly button: string
  readonly about: string
  readonly fields: (isSignedIn: boolean) => VNode | undefined
  readonly act: (call: Call<unknown, { password: string }, { token: string }>) => Promise<unknown>
  readonly done: string
  /** What to say about a link that did its work earlier, if that can be known. */
  readonly whenUsed?: (call: Call<unknown, unknown, { token: string }>) => Promise<string | undefined>
}

/** A page behind an emailed link. Opening it changes nothing, because email scanners open links; its button acts. */
function linkPages({ id, title, button, about, fields, act, done, whenUsed }: LinkPage): {
  show: Operation
  act: Operation
} {
  const form = async (call: Call<unknown, unknown, { token: string }>, token: VNode): Promise<Page> => {
    const isSignedIn = (await call.services.access.authenticator.findSession(call.credentials.cookie)) !== null
    const body = (
      <>
        <p>{about}</p>
        <form method="post">
          {token}
          {fields(isSignedIn)}
          <button type="submit">{button}</button>
        </form>
      </>
    )
    return { title, body, script: passwordScript() }
  }
  const donePage = (message: string) => {
    const body = (
      <p>
        {message} <a href="/sign-in">{PAGE_TEXT.signIn}</a>
      </p>
    )
    return pageResponse({ title, body })
  }
  return {
    show: operation({
      ...PAGE,
      id: `get${id}Page`,
      summary: title,
      params: TokenParams,
      async handle(call) {
        const used = await whenUsed?.(call)
        if (used) return donePage(used)
        const token = createFormToken(call)
        return pageResponse(await form(call, token.field), 200, token.headers)
      },
    }),
    act: operation({
      ...PAGE,
      id: `post${id}Page`,
      summary: title,
      params: TokenParams,
      body: z.strictObject({ csrf_token: optionalField, password: optionalField }),
      async handle(call) {
        const used = await whenUsed?.(call)
        if (used) return donePage(used)
        const page = await form(call, createFormToken(call).field)
        const formWithProblem = (problem: string) => ({ ...page, problem })
        return processForm(call, formWithProblem, async () => {
          await act(call)
          return donePage(done)
        })
      },
    }),
  }
}

const verifyPages = linkPages({
  id: 'Verify',
  ...PAGE_TEXT.verify,
  fields: (isSignedIn) => (isSignedIn ? undefined : passwordField('current')),
  whenUsed: async ({ services, params }) =>
    (await services.access.signIn.isVerified(params.token)) ? PAGE_TEXT.verify.already : undefined,
  async act(call) {
    const { services, params, body, credentials } = call
    const session = await services.access.authenticator.findSession(credentials.cookie)
    await services.access.signIn.verify(params.token, { session, password: body.password || undefined }, causeOf(call))
  },
})
export const verifyPage = verifyPages.show
export const verify = verifyPages.act

const newPasswordPages = linkPages({
  id: 'NewPassword',
  title: text.title,
  button: text.set,
  about: text.about,
  done: text.done,
  fields: () => passwordField('new'),
  act: (call) => call.services.access.signIn.confirmReset(call.params.token, call.body.password, causeOf(call)),
})
export const newPasswordPage = newPasswordPages.show
export const newPassword = newPasswordPages.act
