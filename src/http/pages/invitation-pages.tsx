// The page behind an emailed invitation: choose a password and join the account.
import type { VNode } from 'preact'
import { z } from 'zod'
import type { Invitation } from '../../access/people/invitations.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { pageOperation } from '../server/route.ts'
import { optionalField, PAGE, pageFor, pageTextOf, passwordField, passwordScript, processForm } from './form-parts.tsx'
import { createFormToken } from './form-token.tsx'
import type { Page } from './page-layout.tsx'
import type { PageText } from './page-text.ts'

const TokenParams = z.object({ token: textParam(100, 'Token from the emailed link') })

/** Opening it changes nothing, because email scanners open links; its button accepts. */
function invitationForm(all: PageText, { email, account_role }: Invitation, token: VNode, problem?: string): Page {
  const text = all.invitation
  const body = (
    <>
      <p>{text.about}</p>
      <dl>
        <dt>{all.email}</dt>
        <dd>{email}</dd>
        <dt>{text.role}</dt>
        <dd>{text.roles[account_role]}</dd>
      </dl>
      <form method="post">
        {token}
        {/* Lets password managers store the password with its address. */}
        <input type="hidden" name="email" autocomplete="username" value={email} />
        {passwordField(all, 'new')}
        <button type="submit">{text.accept}</button>
      </form>
    </>
  )
  return { title: text.title, body, problem, language: all.language, script: passwordScript() }
}

export const invitationPage = pageOperation({
  ...PAGE,
  id: 'getInvitationPage',
  summary: 'Show an invitation',
  params: TokenParams,
  async handle(call) {
    const invitation = await call.services.access.accountPeople.find(call.params.token)
    const token = createFormToken(call)
    return pageFor(call, invitationForm(await pageTextOf(call), invitation, token.field), 200, token.headers)
  },
})

export const acceptInvitation = pageOperation({
  ...PAGE,
  id: 'postInvitationPage',
  summary: 'Accept an invitation',
  params: TokenParams,
  body: z.strictObject({ csrf_token: optionalField, email: optionalField, password: optionalField }),
  async handle(call) {
    const text = await pageTextOf(call)
    const { accountPeople } = call.services.access
    const { token } = call.params
    const invitation = await accountPeople.find(token)
    const formWithProblem = (problem: string) => invitationForm(text, invitation, createFormToken(call).field, problem)
    return processForm(call, text, formWithProblem, async () => {
      const { cookie, session } = await accountPeople.accept(token, call.body.password, causeOf(call))
      // Later emails have no request to take the language from.
      await call.services.access.people.setFirstLanguage(session.person.id, text.language)
      const headers = { 'set-cookie': cookie, location: '/account' }
      return { status: 303, body: 'See /account\n', type: 'text/plain', headers }
    })
  },
})
