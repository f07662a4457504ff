// The pages for password resets and emailed links.
import type { VNode } from 'preact'
import { z } from 'zod'
import { fill } from '../../kernel/texts/server-texts.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { mailFileFor } from '../server/local-mail.ts'
import type { Call, Operation } from '../server/route.ts'
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
import { createFormToken } from './form-token.tsx'
import type { Page } from './page-layout.tsx'
import type { PageText } from './page-text.ts'
import { pageText } from './page-text.ts'

const TokenParams = z.object({ token: textParam(100, 'Token from the emailed link') })

function resetForm(all: PageText, token: VNode, problem?: string): Page {
  const text = all.reset
  const body = (
    <>
      <p>{text.lead}</p>
      <form method="post" action="/reset">
        {token}
        {emailField(all)}
        <button type="submit">{text.send}</button>
      </form>
    </>
  )
  return { title: text.title, body, problem, language: all.language }
}

export const resetPage = pageOperation({
  ...PAGE,
  id: 'getResetPage',
  summary: 'Reset your password',
  async handle(call) {
    const token = createFormToken(call)
    return pageFor(call, resetForm(await pageTextOf(call), token.field), 200, token.headers)
  },
})

export const reset = pageOperation({
  ...PAGE,
  id: 'postResetPage',
  summary: 'Reset your password',
  body: z.strictObject({ csrf_token: optionalField, email: optionalField }),
  async handle(call) {
    const text = await pageTextOf(call)
    const formWithProblem = (problem: string) => resetForm(text, createFormToken(call).field, problem)
    return processForm(call, text, formWithProblem, async () => {
      await call.services.access.signIn.requestReset(call.body.email, causeOf(call))
      const mailFile = mailFileFor(call)
      const body = (
        <>
          <p>{text.reset.sent}</p>
          {mailFile && <p class="note">{fill(text.mailFile, { file: mailFile }, text.language)}</p>}
        </>
      )
      return pageFor(call, { title: text.reset.sentTitle, body, language: text.language }, 202)
    })
  },
})

interface LinkText {
  readonly title: string
  readonly button: string
  readonly about: string
  readonly done: string
  /** About a link that did its work earlier. */
  readonly already?: string
}

interface LinkPage {
  readonly id: string
  readonly words: (text: PageText) => LinkText
  readonly fields: (text: PageText, isSignedIn: boolean) => VNode | undefined
  readonly act: (call: Call<unknown, { password: string }, { token: string }>) => Promise<unknown>
  readonly wasUsed?: (call: Call<unknown, unknown, { token: string }>) => Promise<boolean>
}

/** A page behind an emailed link. Opening it changes nothing, because email scanners open links; its button acts. */
function linkPages({ id, words, fields, act, wasUsed }: LinkPage): { show: Operation; act: Operation } {
  type LinkCall = Call<unknown, unknown, { token: string }>
  const form = async (call: LinkCall, text: PageText, token: VNode): Promise<Page> => {
    const isSignedIn = (await call.services.access.authenticator.findSession(call.credentials.cookie)) !== null
    const { title, about, button } = words(text)
    const body = (
      <>
        <p>{about}</p>
        <form method="post">
          {token}
          {fields(text, isSignedIn)}
          <button type="submit">{button}</button>
        </form>
      </>
    )
    return { title, body, language: text.language, script: passwordScript() }
  }
  const donePage = (call: LinkCall, text: PageText, message: string) => {
    const body = (
      <p>
        {message} <a href="/sign-in">{text.signIn}</a>
      </p>
    )
    return pageFor(call, { title: words(text).title, body, language: text.language })
  }
  const usedPage = async (call: LinkCall, text: PageText) => {
    const { already } = words(text)
    return already !== undefined && (await wasUsed?.(call)) ? donePage(call, text, already) : undefined
  }
  const summary = words(pageText('en')).title
  return {
    show: pageOperation({
      ...PAGE,
      id: `get${id}Page`,
      summary,
      params: TokenParams,
      async handle(call) {
        const text = await pageTextOf(call)
        const used = await usedPage(call, text)
        if (used) return used
        const token = createFormToken(call)
        return pageFor(call, await form(call, text, token.field), 200, token.headers)
      },
    }),
    act: pageOperation({
      ...PAGE,
      id: `post${id}Page`,
      summary,
      params: TokenParams,
      body: z.strictObject({ csrf_token: optionalField, password: optionalField }),
      async handle(call) {
        const text = await pageTextOf(call)
        const used = await usedPage(call, text)
        if (used) return used
        const page = await form(call, text, createFormToken(call).field)
        const formWithProblem = (problem: string) => ({ ...page, problem })
        return processForm(call, text, formWithProblem, async () => {
          await act(call)
          return donePage(call, text, words(text).done)
        })
      },
    }),
  }
}

const verifyPages = linkPages({
  id: 'Verify',
  words: (text) => text.verify,
  fields: (text, isSignedIn) => (isSignedIn ? undefined : passwordField(text, 'current')),
  wasUsed: ({ services, params }) => services.access.signIn.isVerified(params.token),
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
  words: (text) => ({ ...text.reset, button: text.reset.set }),
  fields: (text) => passwordField(text, 'new'),
  act: (call) => call.services.access.signIn.confirmReset(call.params.token, call.body.password, causeOf(call)),
})
export const newPasswordPage = newPasswordPages.show
export const newPassword = newPasswordPages.act
