// Invitations to the caller's account over HTTP.
import { z } from 'zod'
import { accountOwner, anyone, signedIn } from '../../access/rights/policies.ts'
import { recordResponse } from '../rest/envelope.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { mailFileFor } from '../server/local-mail.ts'
import { accountOperation } from '../server/route.ts'
import { withFirstLanguage } from './people-api.ts'
import {
  InvitationAcceptance,
  InvitationSchema,
  NewInvitation,
  SessionSchema,
  toInvitationJson,
  toSessionJson,
} from './people-schemas.ts'

const tag = 'People'
const OWNERS = { tag: 'People', policy: accountOwner } as const
const byId = z.object({ id: textParam(40, 'The invitation’s id') })
const EXAMPLE_ID = 'inv_0123456789abcdefghij'

export const list = accountOperation({
  id: 'listInvitations',
  tag,
  policy: signedIn,
  summary: 'List the open invitations to your account',
  response: { status: 200, schema: z.object({ data: z.array(InvitationSchema), meta: z.object({ total: z.int() }) }) },
  async handle({ services, session }) {
    const invitations = await services.access.accountPeople.listInvitations(session.account_id)
    return { body: { data: invitations.map(toInvitationJson), meta: { total: invitations.length } } }
  },
})

export const create = accountOperation({
  id: 'createInvitation',
  ...OWNERS,
  summary: 'Invite a person to your account by email',
  description:
    'The emailed link works once, for seven days. An address that belongs to another account gets an email that explains ' +
    'why it cannot join; the response is the same.',
  body: NewInvitation,
  response: { status: 201, schema: recordResponse(InvitationSchema) },
  example: { body: { email: 'colleague@example.ca', account_role: 'developer' } },
  async handle(call) {
    const { services, session, body } = call
    const invitation = await services.access.accountPeople.invite(session, body, causeOf(call))
    return { status: 201, body: { data: toInvitationJson(invitation) } }
  },
})

export const resend = accountOperation({
  id: 'resendInvitation',
  ...OWNERS,
  summary: 'Send an invitation again. The earlier link stops working',
  params: byId,
  body: z.strictObject({}),
  response: { status: 200, schema: recordResponse(InvitationSchema) },
  example: { params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, session, params } = call
    const invitation = await services.access.accountPeople.resend(session, params.id, causeOf(call))
    return { body: { data: toInvitationJson(invitation) } }
  },
})

export const withdraw = accountOperation({
  id: 'withdrawInvitation',
  ...OWNERS,
  summary: 'Withdraw an invitation. Its link stops working',
  params: byId,
  response: { status: 204, type: 'text/plain' },
  example: { params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, session, params } = call
    await services.access.accountPeople.withdraw(session, params.id, causeOf(call))
    return { status: 204 }
  },
})

export const accept = accountOperation({
  id: 'acceptInvitation',
  tag,
  policy: anyone,
  summary: 'Accept an invitation with the emailed token and a new password; signs in',
  body: InvitationAcceptance,
  response: { status: 201, schema: recordResponse(SessionSchema) },
  example: { body: { token: 'token from the email', password: 'a long passphrase only you know' } },
  async handle(call) {
    const { services, body } = call
    const opened = await services.access.accountPeople.accept(body.token, body.password, causeOf(call))
    const session = { ...opened.session, person: await withFirstLanguage(call, opened.session.person) }
    return {
      status: 201,
      body: { data: toSessionJson({ ...opened, session }, mailFileFor(call)) },
      headers: { 'set-cookie': opened.cookie },
    }
  },
})
