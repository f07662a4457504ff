// People over HTTP: sign-in, sign-out, email verification and passwords.
import { z } from 'zod'
import { requireDelegable } from '../../access/credentials/delegation.ts'
import { SCOPES } from '../../access/rights/plans.ts'
import { anyone, credential, signedIn } from '../../access/rights/policies.ts'
import type { Person } from '../../access/rights/principal.ts'
import { modeOf } from '../../access/rights/principal.ts'
import { recordResponse } from '../rest/envelope.ts'
import { causeOf } from '../server/authenticate.ts'
import { mailFileFor } from '../server/local-mail.ts'
import { languageOf } from '../server/page-language.ts'
import type { AnyCall } from '../server/route.ts'
import { accountOperation } from '../server/route.ts'
import {
  NewPersonRequest,
  NewSessionRequest,
  PasswordChange,
  PersonSchema,
  ResetConfirmation,
  ResetRequest,
  SessionChange,
  SessionSchema,
  toPersonJson,
  toSessionJson,
  Verification,
} from './people-schemas.ts'

const tag = 'People'
const OPEN = { tag: 'People', policy: anyone } as const
const SIGNED_IN = { tag: 'People', policy: signedIn } as const
const NO_STORE = { 'cache-control': 'no-store' }

export const create = accountOperation({
  id: 'createPerson',
  tag,
  policy: credential({ scope: 'keys:manage', feature: 'core', accountRole: 'owner' }),
  summary: 'Set an email address and password for the account of the API key',
  description:
    'The address is unverified until you open the emailed link. The response is the same if someone else already uses it. ' +
    'Until then, sending this again replaces the address and password. After that, only the person can change them.',
  body: NewPersonRequest,
  response: { status: 201, schema: recordResponse(PersonSchema) },
  example: { call: 'people.create', body: { email: 'you@example.ca', password: 'a long passphrase only you know' } },
  async handle(call) {
    const { services, principal, body } = call
    // A session has all scopes.
    requireDelegable(principal.credential, { scopes: SCOPES, mode: modeOf(principal.account) })
    const args = [principal.account, body.email, body.password, causeOf(call)] as const
    const created = body.sign_in
      ? await services.access.signIn.claimAndSignIn(...args)
      : { session: { person: await services.access.signIn.claim(...args) }, cookie: undefined }
    const person = await withFirstLanguage(call, created.session.person)
    const headers = created.cookie === undefined ? undefined : { 'set-cookie': created.cookie }
    return { status: 201, body: { data: toPersonJson(person) }, ...(headers && { headers }) }
  },
})

/** Later emails, such as warnings, have no request to take the language from. */
export async function withFirstLanguage(
  { services, headers }: Pick<AnyCall, 'services' | 'headers'>,
  person: Person,
): Promise<Person> {
  const stated = headers['accept-language']
  // Programs send `*` or nothing.
  if (person.language !== null || stated === undefined || stated === '*') return person
  const language = languageOf({ headers })
  await services.access.people.setFirstLanguage(person.id, language)
  return { ...person, language }
}

export const signIn = accountOperation({
  id: 'createSession',
  ...OPEN,
  summary: 'Sign in: returns a session cookie and its CSRF token',
  description:
    'A session is a credential like a key, with the account’s plan, limits and metering, and all scopes. A wrong password and an unknown ' +
    'address get the same response in the same time.',
  body: NewSessionRequest,
  response: { status: 201, schema: recordResponse(SessionSchema) },
  example: { body: { email: 'you@example.ca', password: 'a long passphrase only you know' } },
  async handle(call) {
    const { services, body, credentials } = call
    const previous = await services.access.sessions.find(credentials.cookie)
    const opened = await services.access.signIn.open(body, previous, causeOf(call))
    return {
      status: 201,
      body: { data: toSessionJson(opened, mailFileFor(call)) },
      headers: { 'set-cookie': opened.cookie },
    }
  },
})

export const current = accountOperation({
  id: 'getSession',
  ...OPEN,
  summary: 'Get the current session',
  description: '`data` is null if nobody is signed in or the session has expired.',
  response: { status: 200, schema: recordResponse(SessionSchema.nullable()) },
  async handle(call) {
    const { access } = call.services
    const session = await access.authenticator.findPerson(call.credentials)
    if (!session) return { body: { data: null }, headers: NO_STORE }
    const { account } = await access.directory.principalOfSession(session)
    const csrfToken = access.sessions.csrfToken(session)
    const data = toSessionJson({ session, account, csrfToken }, mailFileFor(call))
    return { body: { data }, headers: NO_STORE }
  },
})

export const update = accountOperation({
  id: 'updateSession',
  ...SIGNED_IN,
  summary: 'Set the language of the signed-in person',
  description: 'Pages and emails use it. The API itself goes by `Accept-Language`.',
  body: SessionChange,
  response: { status: 200, schema: recordResponse(SessionSchema) },
  example: { body: { language: 'fr' } },
  async handle(call) {
    const { services, session, body } = call
    const { access } = services
    const person = await access.people.setLanguage(session.person.id, body.language)
    const { account } = await access.directory.principalOfSession(session)
    const csrfToken = access.sessions.csrfToken(session)
    const data = toSessionJson({ session: { ...session, person }, account, csrfToken }, mailFileFor(call))
    return { body: { data }, headers: NO_STORE }
  },
})

export const signOut = accountOperation({
  id: 'deleteSession',
  ...SIGNED_IN,
  summary: 'Sign out',
  response: { status: 204 },
  async handle(call) {
    const { services, session } = call
    await services.access.signIn.close(session, causeOf(call))
    return { status: 204, headers: { 'set-cookie': services.access.sessions.clearCookie } }
  },
})

export const verify = accountOperation({
  id: 'verifyPerson',
  ...OPEN,
  summary: 'Verify the email address with the emailed token',
  description: 'Other people with the same unverified address lose it. Their accounts keep working with API keys.',
  body: Verification,
  response: { status: 200, schema: recordResponse(PersonSchema) },
  example: { body: { token: 'token from the email' } },
  async handle(call) {
    const { services, body, credentials } = call
    const session = await services.access.authenticator.findSameOriginSession(credentials)
    const person = await services.access.signIn.verify(body.token, { session, password: body.password }, causeOf(call))
    return { body: { data: toPersonJson(person) } }
  },
})

export const resend = accountOperation({
  id: 'resendVerification',
  ...SIGNED_IN,
  summary: 'Send the verification email again to the signed-in person',
  description: 'Always 202. Earlier links stop working. An address gets at most five emails per hour.',
  response: { status: 202, schema: recordResponse(z.object({ accepted: z.literal(true) })) },
  async handle(call) {
    await call.services.access.signIn.resendVerification(call.session, causeOf(call))
    return { status: 202, body: { data: { accepted: true } } }
  },
})

export const requestReset = accountOperation({
  id: 'requestPasswordReset',
  ...OPEN,
  summary: 'Request a password reset email',
  description: 'Always 202, so the response does not reveal whether the address is known.',
  body: ResetRequest,
  response: { status: 202, schema: recordResponse(z.object({ accepted: z.literal(true) })) },
  example: { body: { email: 'you@example.ca' } },
  async handle(call) {
    await call.services.access.signIn.requestReset(call.body.email, causeOf(call))
    return { status: 202, body: { data: { accepted: true } } }
  },
})

export const confirmReset = accountOperation({
  id: 'confirmPasswordReset',
  ...OPEN,
  summary: 'Set a new password with the emailed token. Ends all the person’s sessions',
  body: ResetConfirmation,
  response: { status: 204 },
  example: { body: { token: 'token from the email', password: 'a long passphrase only you know' } },
  async handle(call) {
    await call.services.access.signIn.confirmReset(call.body.token, call.body.password, causeOf(call))
    return { status: 204 }
  },
})

export const changePassword = accountOperation({
  id: 'changePassword',
  ...SIGNED_IN,
  summary: 'Change the password. Ends the person’s other sessions and renews this one’s cookie',
  body: PasswordChange,
  response: { status: 200, schema: recordResponse(SessionSchema) },
  example: { body: { old: 'your current password', new: 'a long passphrase only you know' } },
  async handle(call) {
    const { services, session, body } = call
    const opened = await services.access.signIn.changePassword(session, body.old, body.new, causeOf(call))
    return { body: { data: toSessionJson(opened, mailFileFor(call)) }, headers: { 'set-cookie': opened.cookie } }
  },
})
