// People who sign in and applications, created over HTTP; addresses are verified with the links in the mail file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdsWithin } from '../shared/waiting.ts'
import { createKey, operatorSend } from './operator.ts'
import type { Answer } from './requests.ts'
import { send } from './requests.ts'
import type { ServerProcess } from './server-process.ts'

const PASSWORD = 'a passphrase for the proof'
const MAIL_MS = 60_000

export interface SignedIn {
  readonly email: string
  readonly personId: string
  readonly accountId: string
  /** A key of the same account. */
  readonly key: string
  readonly cookie: string
  readonly csrfToken: string
}

let networks = 0
/** A new network for each request: wrong credentials and sign-ins are counted per network. */
export function newNetwork(): Record<string, string> {
  networks += 1
  return { 'x-forwarded-for': `100.${64 + ((networks >> 16) & 63)}.${(networks >> 8) & 255}.${networks & 255}` }
}

/** The headers of a page of the service. */
export function pageHeaders(server: ServerProcess, { cookie, csrfToken }: SignedIn): Record<string, string> {
  return { cookie, origin: server.url, 'x-csrf-token': csrfToken }
}

/** An owner with a verified address, on the elite plan. */
export async function newOwner(server: ServerProcess): Promise<SignedIn> {
  return signUp(server, (await createKey(server, 'elite')).key)
}

/** Somebody who signs up with a key of an account, and verifies the address. */
export async function signUp(server: ServerProcess, key: string, email = newEmail()): Promise<SignedIn> {
  const registration = { email, password: PASSWORD }
  const created = await send(server.url, 'POST', '/api/v1/people', { key, body: registration, headers: newNetwork() })
  const person = required(created, 'a person')
  const body = { token: await emailedToken(server, email, 'verify'), password: PASSWORD }
  const verified = await send(server.url, 'POST', '/api/v1/people/verify', { body, headers: newNetwork() })
  required(verified, 'a verified address')
  return { ...(await signIn(server, email)), personId: person.id, key, email }
}

export async function signIn(
  server: ServerProcess,
  email: string,
): Promise<Pick<SignedIn, 'cookie' | 'csrfToken' | 'accountId'>> {
  const answer = await send(server.url, 'POST', '/api/v1/sessions', {
    body: { email, password: PASSWORD },
    headers: newNetwork(),
  })
  const { csrf_token, account } = required(answer, 'a session')
  return { cookie: cookieOf(answer), csrfToken: csrf_token, accountId: account?.id }
}

/** A person with a staff role. */
export async function newStaff(
  server: ServerProcess,
  role: 'curator' | 'operator',
  owner?: SignedIn,
): Promise<SignedIn> {
  const person = owner ?? (await newOwner(server))
  required(await operatorSend(server, 'PATCH', `/api/v1/operator/people/${person.personId}`, { role }), role)
  // A new role ends the session.
  return { ...person, ...(await signIn(server, person.email)) }
}

/** A person whom the owner invites. */
export async function newMember(
  server: ServerProcess,
  owner: SignedIn,
  account_role: 'viewer' | 'developer',
): Promise<SignedIn> {
  const email = newEmail()
  const invited = await send(server.url, 'POST', '/api/v1/invitations', {
    body: { email, account_role },
    headers: pageHeaders(server, owner),
  })
  required(invited, 'an invitation')
  const token = await emailedToken(server, email, 'invitations')
  const body = { token, password: PASSWORD }
  const accepted = await send(server.url, 'POST', '/api/v1/invitations/accept', { body, headers: newNetwork() })
  required(accepted, account_role)
  return { ...(await signIn(server, email)), personId: '', key: owner.key, email }
}

export interface Application {
  readonly id: string
  readonly secret: string
}

/** An application of a new account. */
export async function newApplication(server: ServerProcess): Promise<Application> {
  const { key } = await createKey(server, 'elite')
  const created = await send(server.url, 'POST', '/api/v1/oauth/applications', { key, body: { name: 'Proof' } })
  const { id, client_secret: secret } = required(created, 'an application')
  return { id, secret }
}

/** Asks the token endpoint as the application. */
export function askForToken(
  server: ServerProcess,
  { id, secret }: Application,
  path: '/oauth/token' | '/oauth/revoke',
  form: Record<string, string>,
): Promise<Answer> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const headers = { ...newNetwork(), authorization, 'content-type': 'application/x-www-form-urlencoded' }
  return send(server.url, 'POST', path, { body: new URLSearchParams(form).toString(), headers })
}

/** An access token of the application. */
export async function tokenOf(
  server: ServerProcess,
  application: Application,
  form: Record<string, string> = {},
): Promise<string> {
  const answer = await askForToken(server, application, '/oauth/token', { grant_type: 'client_credentials', ...form })
  if (!answer.body?.access_token) throw new Error(`No access token: ${answer.text.slice(0, 300)}`)
  return answer.body.access_token
}

let emails = 0
function newEmail(): string {
  emails += 1
  return `proof-${process.pid}-${emails}@example.com`
}

/** Emails are sent after the response. */
async function emailedToken(server: ServerProcess, email: string, kind: 'verify' | 'invitations'): Promise<string> {
  const file = join(server.dataDir, 'mail.txt')
  let token: string | undefined
  const hasToken = () => {
    const mails = existsSync(file) ? readFileSync(file, 'utf8').split('----\n') : []
    const mail = mails.findLast((text) => text.includes(`To: ${email}\n`))
    token = new RegExp(`/${kind}/([\\w-]+)`).exec(mail ?? '')?.[1]
    return token !== undefined
  }
  if (await holdsWithin(MAIL_MS, hasToken)) return token!
  throw new Error(`No email with a link to /${kind}/ for ${email} in ${file}`)
}

function cookieOf({ headers }: Answer): string {
  return [headers['set-cookie'] ?? []].flat()[0]!.split(';')[0]!
}

// biome-ignore lint/suspicious/noExplicitAny: responses of any version
function required(answer: Answer, what: string): any {
  if (answer.status >= 200 && answer.status < 300) return answer.body?.data
  throw new Error(`The proof could not create ${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
}
