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
const MAX_REDIRECTS = 5
const REDIRECT_URI = 'http://127.0.0.1/back'
/** Of an application on a telephone. */
const OWN_SCHEME = 'app.example:/back'

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
  return [...mails.matchAll(/\/(verify|reset|invitations)\/([\w-]{10,})/g)].map(([, kind, token]) => [
    `${kind}-token`,
    token!,
  ])
}

/** Applications that ask a person for consent. */
export async function openConsents(server: ServerProcess, known: Application): Promise<OpenForm[]> {
  const owner = await newOwner(server)
  const made = await send(server.url, 'POST', '/api/v1/oauth/applications', {
    body: { name: 'Fuzz', redirect_uris: [REDIRECT_URI] },
    headers: pageHeaders(server, owner),
  })
  // A client that registers itself needs no name.
  const registered = await send(server.url, 'POST', '/oauth/register', {
    body: { redirect_uris: [OWN_SCHEME], token_endpoint_auth_method: 'none', application_type: 'native' },
    headers: newNetwork(),
  })
  const clients: readonly (readonly [id: string, uri: string])[] = [
    [made.body?.data?.id ?? known.id, REDIRECT_URI],
    [registered.body?.client_id ?? known.id, OWN_SCHEME],
  ]
  const open = await Promise.all(
    Array.from({ length: CONSENTS }, (_, i) => openConsent(server, owner, clients[i % clients.length]!)),
  )
  return open.filter((form) => form !== undefined)
}

async function openConsent(
  server: ServerProcess,
  { cookie }: SignedIn,
  [client, uri]: readonly [string, string],
): Promise<OpenForm | undefined> {
  const query = new URLSearchParams({
    ...{ client_id: client, redirect_uri: uri, response_type: 'code', scope: 'projects:read' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
  })
  // The first page signs the person in, and leads back to the question.
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map((pair) => pair.join('=')).join('; ')
  const keep = (text: string) => {
    for (const [, name, value] of text.matchAll(/([^=;\s]+)=([^;]*)/g)) jar.set(name!, value!)
  }
  keep(cookie)
  let [path, page] = [`/oauth/authorize?${query}`, '']
  for (let steps = 0; steps < MAX_REDIRECTS && page === ''; steps++) {
    const answer = await send(server.url, 'GET', path, { headers: { cookie: cookies() } })
    keep(cookiesOf(answer))
    const next = String(answer.headers.location ?? '').replace(server.url, '')
    if (next === '') page = answer.text
    else path = next
  }
  if (!path.startsWith('/oauth/consent/')) return undefined
  return {
    path,
    headers: [
      ['Cookie', cookies()],
      ['Origin', server.url],
    ],
    token: tokenIn(page),
  }
}
