// What pages hand out to somebody who is in the middle of something: forms, links of emails, questions of consent.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Application, SignedIn } from '../../target/people.ts'
import { newNetwork, newOwner, pageHeaders } from '../../target/people.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { Headers } from './input.ts'

/** A page with a form: what its request must carry. */
export interface OpenForm {
  readonly path: string
  readonly headers: Headers
  readonly token: string
}

/** Each is used once. */
const LINKS = 6
const CONSENTS = 6
const REDIRECT_URI = 'http://127.0.0.1/back'

const tokenIn = (page: string): string => /name="csrf_token" value="([^"]+)"/.exec(page)?.[1] ?? 'none'
const cookiesOf = (answer: { headers: Readonly<Record<string, unknown>> }): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')

/** The form before sign-in. */
export async function signInForm(server: ServerProcess): Promise<OpenForm> {
  const answer = await send(server.url, 'GET', '/sign-in', { headers: { accept: 'text/html' } })
  const headers = [['Cookie', cookiesOf(answer)] as const, ['Origin', server.url] as const]
  return { path: '/sign-in', headers, token: tokenIn(answer.text) }
}

/** Asks for emails with links, and returns what all emails so far have, as kind and token. */
export async function emailLinks(server: ServerProcess): Promise<readonly (readonly [kind: string, token: string])[]> {
  const owner = await newOwner(server)
  const headers = pageHeaders(server, owner)
  for (let i = 0; i < LINKS; i++) {
    const email = `fuzz-${Date.now()}-${i}@example.test`
    const asked: readonly (readonly [string, object, object])[] = [
      ['/api/v1/people', { email, password: 'a long passphrase 1' }, { authorization: `Bearer ${owner.key}` }],
      ['/api/v1/invitations', { email: `invited-${email}`, account_role: 'viewer' }, headers],
      ['/api/v1/people/reset', { email: owner.email }, {}],
    ]
    for (const [path, body, headers] of asked)
      await send(server.url, 'POST', path, { body, headers: { ...headers, ...newNetwork() } })
  }
  const file = join(server.dataDir, 'mail.txt')
  const mails = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return [...mails.matchAll(/\/(verify|reset|invitations)\/([\w-]{10,})/g)].map(([, kind, token]) => [kind!, token!])
}

/** Applications that ask a person for consent. */
export async function openConsents(server: ServerProcess, known: Application): Promise<OpenForm[]> {
  const owner = await newOwner(server)
  const made = await send(server.url, 'POST', '/api/v1/oauth/applications', {
    body: { name: 'Fuzz', redirect_uris: [REDIRECT_URI] },
    headers: pageHeaders(server, owner),
  })
  const id = made.body?.data?.id ?? known.id
  const open = await Promise.all(Array.from({ length: CONSENTS }, () => openConsent(server, owner, id)))
  return open.filter((form) => form !== undefined)
}

async function openConsent(server: ServerProcess, { cookie }: SignedIn, client: string): Promise<OpenForm | undefined> {
  const query = new URLSearchParams({
    ...{ client_id: client, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'projects:read' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
  })
  const asked = await send(server.url, 'GET', `/oauth/authorize?${query}`, { headers: { cookie } })
  const path = String(asked.headers.location ?? '').replace(server.url, '')
  if (!path.startsWith('/oauth/consent/')) return undefined
  const cookies = `${cookie}; ${cookiesOf(asked)}`
  const page = await send(server.url, 'GET', path, { headers: { cookie: cookies } })
  return {
    path,
    headers: [
      ['Cookie', cookies],
      ['Origin', server.url],
    ],
    token: tokenIn(page.text),
  }
}
