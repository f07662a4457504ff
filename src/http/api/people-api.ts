// People over HTTP: a password for an account, signing in and out, proving an address, a new password.
import { z } from 'zod'
import { requireDelegable } from '../../access/credentials/delegation.ts'
import { SCOPES } from '../../access/plans.ts'
import { anyone, credential, signedIn } from '../../access/policies.ts'
import { modeOf } from '../../access/principal.ts'
import { recordResponse } from '../../contract/envelope.ts'
import {
  NewPersonRequest,
  NewSessionRequest,
  PasswordChange,
  PersonSchema,
  ResetConfirmation,
  ResetRequest,
  SessionSchema,
  toPersonJson,
  toSessionJson,
  Verification,
} from '../../contract/people-schemas.ts'
import { causeOf } from '../door/authenticate.ts'
import { operation } from '../door/route.ts'

const tag = 'People'
const NO_STORE = { 'cache-control': 'no-store' }

export const create = operation({
  id: 'createPerson',
  tag,
  policy: credential({ scope: 'keys:manage', feature: 'core' }),
  summary: 'Set a password for the account whose key is sent',
  description:
    'An address is a claim until the mailed link is followed; the answer is the same whether or not somebody else has it. ' +
    'Sent again before that, it replaces address and password. Then only the person can change them.',
  body: NewPersonRequest,
  response: { status: 201, schema: recordResponse(PersonSchema) },
  example: { call: 'people.create', body: { email: 'you@example.ca', password: 'a long sentence nobody guesses' } },
  async handle(call) {
    const { services, principal, body } = call
    // Whoever signs in has all of these.
    requireDelegable(principal.credential, { scopes: SCOPES, mode: modeOf(principal.account) })
    const given = [principal.account, body.email, body.password, causeOf(call)] as const
    if (!body.sign_in)
      return { status: 201, body: { data: toPersonJson(await services.access.signIn.claim(...given)) } }
    const { session, cookie } = await services.access.signIn.claimAndSignIn(...given)
    return { status: 201, body: { data: toPersonJson(session.person) }, headers: { 'set-cookie': cookie } }
  },
})

export const signIn = operation({
  id: 'createSession',
  tag,
  policy: anyone,
  summary: 'Sign in: a session cookie, and the token that goes with it',
  description:
    'A session is a credential like a key: the account’s plan, limits and metering, all scopes. Wrong password and unknown ' +
    'address get the same answer in the same time.',
  body: NewSessionRequest,
  response: { status: 201, schema: recordResponse(SessionSchema) },
  example: { body: { email: 'you@example.ca', password: 'a long sentence nobody guesses' } },
  async handle(call) {
    const { services, body, credentials } = call
    const old = await services.access.sessions.find(credentials.cookie)
    const signed = await services.access.signIn.open(body, old, causeOf(call))
    return { status: 201, body: { data: toSessionJson(signed) }, headers: { 'set-cookie': signed.cookie } }
  },
})

export const current = operation({
  id: 'getSession',
  tag,
  policy: signedIn,
  summary: 'Who is signed in',
  response: { status: 200, schema: recordResponse(SessionSchema) },
  async handle({ services, session }) {
    const { access } = services
    const { account } = await access.directory.principalOfSession(session)
    const data = toSessionJson({ session, account, csrfToken: access.sessions.csrfToken(session) })
    return { body: { data }, headers: NO_STORE }
  },
})

export const signOut = operation({
  id: 'deleteSession',
  tag,
  policy: signedIn,
  summary: 'Sign out',
  response: { status: 204 },
  async handle(call) {
    const { services, session } = call
    await services.access.signIn.close(session, causeOf(call))
    return { status: 204, headers: { 'set-cookie': services.access.sessions.clearCookie } }
  },
})

export const verify = operation({
  id: 'verifyPerson',
  tag,
  policy: anyone,
  summary: 'Prove the address by the mailed link',
  description: 'Whoever only claimed the address until now loses it: their accounts go on by their keys.',
  body: Verification,
  response: { status: 200, schema: recordResponse(PersonSchema) },
  example: { body: { token: 'from the mailed link' } },
  async handle(call) {
    const { services, body, credentials } = call
    const session = await services.access.authenticator.findSameOriginSession(credentials)
    const person = await services.access.signIn.verify(body.token, { session, password: body.password }, causeOf(call))
    return { body: { data: toPersonJson(person) } }
  },
})

export const resend = operation({
  id: 'resendVerification',
  tag,
  policy: signedIn,
  summary: 'Send the link that proves the address again, to whoever is signed in',
  description:
    'Always 202. The link before it is worth nothing any more; an address gets at most five letters an hour.',
  response: { status: 202, schema: recordResponse(z.object({ accepted: z.literal(true) })) },
  handle(call) {
    call.services.access.signIn.resendVerification(call.session, causeOf(call))
    return { status: 202, body: { data: { accepted: true } } }
  },
})

export const requestReset = operation({
  id: 'requestPasswordReset',
  tag,
  policy: anyone,
  summary: 'Ask for a link to choose a new password',
  description: 'Always 202: whether the address is known is told by mail only.',
  body: ResetRequest,
  response: { status: 202, schema: recordResponse(z.object({ accepted: z.literal(true) })) },
  example: { body: { email: 'you@example.ca' } },
  handle(call) {
    call.services.access.signIn.requestReset(call.body.email, causeOf(call))
    return { status: 202, body: { data: { accepted: true } } }
  },
})

export const confirmReset = operation({
  id: 'confirmPasswordReset',
  tag,
  policy: anyone,
  summary: 'Choose a new password by the mailed link; ends every session of the person',
  body: ResetConfirmation,
  response: { status: 204 },
  example: { body: { token: 'from the mailed link', password: 'a long sentence nobody guesses' } },
  async handle(call) {
    await call.services.access.signIn.confirmReset(call.body.token, call.body.password, causeOf(call))
    return { status: 204 }
  },
})

export const changePassword = operation({
  id: 'changePassword',
  tag,
  policy: signedIn,
  summary: 'Change the password; every other session of the person ends, this one gets a new cookie',
  body: PasswordChange,
  response: { status: 200, schema: recordResponse(SessionSchema) },
  example: { body: { old: 'the old one', new: 'a long sentence nobody guesses' } },
  async handle(call) {
    const { services, session, body } = call
    const signed = await services.access.signIn.changePassword(session, body.old, body.new, causeOf(call))
    return { body: { data: toSessionJson(signed) }, headers: { 'set-cookie': signed.cookie } }
  },
})
