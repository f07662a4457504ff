// What the recorded requests need: things to prepare, values that only exist at run time, and their order.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { grantKey } from '../../src/access/accounts/accounts.ts'
import type { App } from '../../src/app/app.ts'
import { fromCases } from '../support/cases.ts'
import { openJoinCases } from '../support/join-cases.ts'
import { Browser, REDIRECT, register } from '../support/oauth-flow.ts'
import { ResoServer } from '../support/reso-server.ts'
import type { TestServer } from '../support/server.ts'

export interface Recording {
  readonly app: App
  readonly dataDir: string
  readonly keys: { sandbox: string; live: string; operator: string }
  readonly session: { cookie: string; csrf: string }
  /** Text of this server → text in the examples. */
  readonly shown: Map<string, string>
  readonly closers: (() => Promise<unknown>)[]
}

/** What differs from the example request. */
export interface Actual {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly bytes?: string
  readonly as?: 'sandbox' | 'live' | 'session'
}

export const FIRST: readonly string[] = fromCases('docs/example-requests', 'first')

// biome-ignore lint/suspicious/noExplicitAny: responses have no static type in tests
type Json = any

/** Takes ids and credentials from a response. */
export const LEARN: Readonly<Record<string, (r: Recording, body: Json, response: Response) => unknown>> = {
  createAccount: (r, { data }) => {
    r.keys.sandbox = data.api_key.key
  },
  createSession: (r, { data }, response) => {
    takeSession(r, data, response)
    r.shown.set(data.person.id, 'per_1')
  },
  createInvitation: (r, { data }) => r.shown.set(data.id, 'inv_0123456789abcdefghij'),
  listPeople: (r, { data }) =>
    r.shown.set(data.find(({ email }: Json) => email === 'colleague@example.ca').id, 'per_0123456789abcdefghij'),
  listHomes: (r, { data }) => data[0] && r.shown.set(data[0].id, 'hom_0123456789abcdef01234567'),
  createFeed: (r, { data }) => r.shown.set(data.id, 'feed_0123456789abcdefghij'),
  createFile: (r, { data }) => r.shown.set(data.id, 'file_0123456789abcdefghij'),
  createWebhookEndpoint: (r, { data }) => r.shown.set(data.id, 'whe_0123456789abcdefghij'),
  createApiKey: (r, { data }) => r.shown.set(data.id, 'key_0123456789abcdefghij'),
  createApplication: (r, { data }) => r.shown.set(data.id, 'app_0123456789abcdefghij'),
  listConsents: (r, { data }) => r.shown.set(data[0].id, 'gra_1'),
  listWebhookDeliveries: (r, { data }) => r.shown.set(data[0].id, 'dlv_0123456789abcdefghij'),
  listCases: (r, { data }) => r.shown.set(data[0].id, 'cas_1'),
  decideCase: async (r) => r.shown.set((await newestDecision(r)).id, 'dec_1'),
  mergeProject: (r, { data }) => r.shown.set(data.id, 'mrg_1'),
  operatorListImports: (r, { data }) => r.shown.set(data[0].id, 'imp_1'),
}

function takeSession({ session }: Recording, data: Json, response: Response): void {
  session.cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
  session.csrf = data.csrf_token
}

async function newestDecision(r: Recording): Promise<{ id: string }> {
  return (await operatorGet(r, '/api/v1/desk/decisions')).data[0]
}

/** A customer's report opens a case for the curators; a second source opens a case about one building. */
export async function prepare(r: Recording): Promise<void> {
  const { app, dataDir, keys, shown } = r
  keys.operator = readFileSync(join(dataDir, 'operator-key'), 'utf8').trim()
  const { account, fresh } = await app.foundation.db.tx((tx) => grantKey(tx, app.foundation.secrets, { plan: 'elite' }))
  await app.services.access.directory.sync()
  keys.live = fresh.text
  shown.set(account.id, 'acc_1')
  writeFiles(r)
  await reportAddresses(r)

  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  shown.set(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, 'https://listings.example/plinth')
  r.closers.push(async () => receiver.close())

  const client = { id: 'your-client-id', secret: 'your-client-secret' }
  const fieldsOf = (index: number) => ({ UnparsedAddress: `${1200 + index} - 1480 Howe St`, City: 'Vancouver' })
  const feed = await ResoServer.start({ rows: 3, client, fieldsOf })
  shown.set(feed.tokenUrl, 'https://identity.realtor.example/connect/token')
  shown.set(feed.url, 'https://ddfapi.realtor.example/odata/v1')
  shown.set(new URL(feed.url).host, 'ddfapi.realtor.example')
  r.closers.push(() => feed.stop())
}

/** Rows for an import: one has a wrong number of storeys. */
function writeFiles({ dataDir, shown }: Recording): void {
  const row = (key: string, line: string, storeys: unknown) =>
    JSON.stringify({ key, name: `Tower ${key}`, address: line, city: 'Toronto', province: 'ON', storeys })
  const file = join(dataDir, 'projects.ndjson')
  writeFileSync(
    file,
    `${row('a', '31 Tallow Rd', 12)}\n${row('b', '33 Tallow Rd', 18)}\n${row('c', '35 Tallow Rd', 'many')}\n`,
  )
  shown.set(file, '/data/projects.ndjson')
  const folder = join(dataDir, 'usb')
  mkdirSync(folder)
  copyFileSync('test/open-data/files/calgary-assessment.csv', join(folder, 'calgary.csv'))
  shown.set(folder, '/media/usb')
  shown.set(join(dataDir, 'plinth.backup'), '/backups/plinth.backup')
}

/** Reports of a customer open cases. */
async function reportAddresses({ app, keys }: Recording): Promise<void> {
  const projects = app.services.catalog.snapshot('production').projects.toArray().slice(0, 3)
  for (const { address } of projects) {
    const headers = { authorization: `Bearer ${keys.live}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ address, verdict: 'reject', note: 'The unit is in the other tower.' })
    await patientFetch(`${app.url}/api/v1/building-links/feedback`, { method: 'POST', headers, body })
  }
}

/** A person allows an application to use the account. */
async function giveConsent(r: Recording, server: TestServer): Promise<void> {
  const browser = new Browser(r.app.url)
  browser.take(`${r.session.cookie}; Path=/`)
  const me = await (
    await patientFetch(`${r.app.url}/api/v1/me`, { headers: { authorization: `Bearer ${r.keys.sandbox}` } })
  ).json()
  const { id } = await register(server, { accountId: (me as Json).data.account.id, confidential: false })
  const query = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'projects:read',
    resource: `${r.app.url}/api/v1`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'x',
  })
  await browser.decide(await browser.follow(`/oauth/authorize?${query}`), 'allow')
}

async function signIn(r: Recording, password: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'you@example.ca', password })
  const response = await patientFetch(`${r.app.url}/api/v1/sessions`, { method: 'POST', headers, body })
  takeSession(r, ((await response.json()) as Json).data, response)
}

/** Decides another case, so that one decision can be revoked and one undone. */
async function decideAnother(r: Recording, verdict: 'accept' | 'skip'): Promise<{ id: string }> {
  const [next] = (await operatorGet(r, '/api/v1/desk/queue')).data
  const headers = {
    authorization: `Bearer ${r.keys.operator}`,
    'content-type': 'application/json',
    ...ifMatch(next.version),
  }
  const path = `/api/v1/desk/cases/${next.id}/decide`
  await patientFetch(r.app.url + path, { method: 'POST', headers, body: JSON.stringify({ verdict }) })
  r.shown.set(next.id, 'cas_1')
  return next
}

const versionOf = async (r: Recording, path: string) => (await operatorGet(r, path)).data.version as number

async function operatorGet({ app, keys }: Recording, path: string): Promise<Json> {
  const response = await patientFetch(app.url + path, { headers: { authorization: `Bearer ${keys.operator}` } })
  return response.json()
}

const realOf = ({ shown }: Recording, text: string) => [...shown].find(([, shownAs]) => shownAs === text)?.[0] ?? text

async function emailedToken({ app, dataDir }: Recording, kind: 'verify' | 'reset' | 'invitations'): Promise<string> {
  await app.services.access.signIn.emailsSent()
  const text = readFileSync(join(dataDir, 'mail.txt'), 'utf8')
  return [...text.matchAll(new RegExp(`/${kind}/(\\S+)`, 'g'))].at(-1)![1]!
}

const PASSWORD = 'a long passphrase only you know'
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

/** Waits until the feed was read once. */
async function feedIsRead(r: Recording): Promise<void> {
  const path = `/api/v1/feeds/${realOf(r, 'feed_0123456789abcdefghij')}/runs`
  for (let i = 0; i < 30; i++) {
    await sleep(1000)
    const response = await patientFetch(r.app.url + path, { headers: { authorization: `Bearer ${r.keys.sandbox}` } })
    const { data } = (await response.json()) as Json
    if (data?.[0]?.finished_at) return
  }
  throw new Error('The feed was not read within 30 seconds.')
}

async function filesAreDone({ app }: Recording): Promise<Actual> {
  await app.services.files.worker.tick()
  await app.services.files.worker.settle()
  return {}
}

/** A feed without a URL. */
/** Waits where the rate limit says so. */
export async function patientFetch(url: string, init?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init)
    if (response.status !== 429) return response
    await sleep(1000 * Number(response.headers.get('retry-after') ?? 1))
  }
}

async function newFileFeed({ app, keys }: Recording): Promise<string> {
  const headers = { authorization: `Bearer ${keys.sandbox}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ kind: 'csv', name: 'Office file' })
  const made = await patientFetch(`${app.url}/api/v1/feeds`, { method: 'POST', headers, body })
  return ((await made.json()) as Json).data.id
}

function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => `A${i + 1},#${1203 + i} -1480 howe,Vancouver\n`)
  return `key,address,city\n${lines.join('')}`
}

async function putListing({ app, keys }: Recording, key: string, address: string): Promise<void> {
  const headers = { authorization: `Bearer ${keys.sandbox}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ address, status: 'active' })
  await patientFetch(`${app.url}/api/v1/listings/${key}`, { method: 'PUT', headers, body })
}

const serverOf = ({ app, dataDir }: Recording) => ({ app, url: app.url, dataDir }) as TestServer

export const ACTUAL: Readonly<Record<string, (r: Recording) => Actual | Promise<Actual>>> = {
  verifyPerson: async (r) => ({ body: { token: await emailedToken(r, 'verify') }, as: 'session' }),
  confirmPasswordReset: async (r) => ({ body: { token: await emailedToken(r, 'reset') } }),
  changePassword: async (r) => {
    await signIn(r, PASSWORD)
    return { body: { old: PASSWORD, new: `${PASSWORD} now` } }
  },
  getSession: async (r) => {
    await signIn(r, `${PASSWORD} now`)
    return { as: 'session' }
  },
  acceptInvitation: async (r) => ({ body: { token: await emailedToken(r, 'invitations') } }),
  withdrawInvitation: async (r) => {
    await signIn(r, `${PASSWORD} now`)
    const { cookie, csrf } = r.session
    const headers = { cookie, 'x-csrf-token': csrf, origin: r.app.url, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'other@example.ca', account_role: 'viewer' })
    const made = await patientFetch(`${r.app.url}/api/v1/invitations`, { method: 'POST', headers, body })
    return { params: { id: ((await made.json()) as Json).data.id } }
  },
  /** An account of its own, because the others are needed. */
  deleteAccount: async (r) => {
    const { db, secrets } = r.app.foundation
    const { account, fresh } = await db.tx((tx) => grantKey(tx, secrets, { plan: 'pro', email: 'you@example.ca' }))
    await r.app.services.access.directory.sync()
    r.shown.set(account.id, 'acc_0123456789abcdefghij')
    return { query: { confirm: account.id }, headers: { authorization: `Bearer ${fresh.text}` } }
  },
  removePerson: async (r) => {
    await signIn(r, `${PASSWORD} now`)
    return {}
  },
  deleteSession: async (r) => {
    await signIn(r, `${PASSWORD} now`)
    return {}
  },
  listConsents: async (r) => {
    await giveConsent(r, serverOf(r))
    return {}
  },
  /** The listing had another address before, and another listing is about the same home. */
  batchListings: async (r) => {
    await putListing(r, 'C7012345', '395 Dundas Street W 603')
    await putListing(r, 'C7012399', '1203-1480 Howe St, Vancouver')
    return {}
  },
  listRequestLogs: async (r) => {
    await patientFetch(`${r.app.url}/api/v1/projects/999999`, {
      headers: { authorization: `Bearer ${r.keys.sandbox}` },
    })
    await sleep(3000)
    return {}
  },
  replayWebhookEvents: () => ({ body: { since_sequence: 0 } }),
  listWebhookDeliveries: async () => {
    await sleep(3000)
    return {}
  },
  runFeed: async (r) => {
    await feedIsRead(r)
    return {}
  },
  createFile: () => ({ bytes: 'Key,Address,City\nA1,#1203 -1480 howe,Vancouver\nA2,77 Forgotten Lane,Toronto\n' }),
  getFile: filesAreDone,
  getFileResult: filesAreDone,
  uploadFeedFile: async (r) => ({ params: { id: await newFileFeed(r) }, bytes: fileOf(1) }),
  /** A file that lacks most listings of the one before. */
  approveFeedSweep: async (r) => {
    const id = await newFileFeed(r)
    const headers = { authorization: `Bearer ${r.keys.sandbox}`, 'content-type': 'application/octet-stream' }
    for (const rows of [10, 1])
      await patientFetch(`${r.app.url}/api/v1/feeds/${id}/file`, { method: 'POST', headers, body: fileOf(rows) })
    return { params: { id } }
  },
  getMediaBytes: async (r) => {
    const headers = { authorization: `Bearer ${r.keys.sandbox}` }
    const { data } = (await (await patientFetch(`${r.app.url}/api/v1/projects/1/media`, { headers })).json()) as Json
    const { pathname, searchParams } = new URL(data[0].url, r.app.url)
    const [, , sha256, variant] = pathname.split('/')
    return { params: { sha256: sha256!, variant: variant! }, query: Object.fromEntries(searchParams) }
  },
  decideCase: async (r) => ({ headers: ifMatch(await versionOf(r, `/api/v1/desk/cases/${realOf(r, 'cas_1')}`)) }),
  reopenCase: async (r) => {
    const { id } = await decideAnother(r, 'skip')
    return { params: { id }, headers: ifMatch(await versionOf(r, `/api/v1/desk/cases/${id}`)) }
  },
  undoDecision: async (r) => {
    await decideAnother(r, 'accept')
    const { id } = await newestDecision(r)
    r.shown.set(id, 'dec_1')
    return { params: { id } }
  },
  proposeAlias: () => ({ body: { project_id: 1000 } }),
  settleAliasProposal: async (r) => {
    const [proposal] = (await operatorGet(r, '/api/v1/desk/alias-proposals')).data
    r.shown.set(proposal.id, 'dec_1')
    return { params: { id: proposal.id } }
  },
  /** Two projects in one province. */
  previewMerge: (r) => {
    const projects = r.app.services.catalog.snapshot('production').projects.toArray()
    const into = projects.find(({ id }) => id === 1000)!
    const other = projects.find(({ id, province }) => id !== 1000 && province === into.province)!
    r.shown.set(String(other.id), '1001')
    return {}
  },
  mergeProject: async (r) => {
    const { data } = await operatorGet(r, `/api/v1/desk/projects/${realOf(r, '1001')}/merge-preview?into=1000`)
    return { body: { preview_token: data.preview_token } }
  },
  /** The first import from a real source removes the demonstration, so this comes after the desk's projects. */
  listJoins: async (r) => {
    const [id] = await openJoinCases(serverOf(r), 2)
    r.shown.set(id!, 'join_1')
    return {}
  },
  correctProject: async (r) => {
    const headers = { authorization: `Bearer ${r.keys.operator}` }
    const response = await patientFetch(`${r.app.url}/api/v1/desk/projects/1000`, { headers })
    return { headers: { 'if-match': response.headers.get('etag') ?? '' } }
  },
  revokeCorrection: async (r) => {
    const { data } = await operatorGet(r, '/api/v1/desk/projects/1000')
    r.shown.set(data.corrections[0].id, 'cor_1')
    return { params: { correction: data.corrections[0].id } }
  },
  operatorUpload: () => ({ bytes: 'key,name,address,city,province\nd,Tower d,37 Tallow Rd,Toronto,ON\n' }),
  operatorPreviewRollback: async (r) => ({ params: { version: await previousVersion(r) } }),
  operatorRollback: async (r) => ({ body: { version: await previousVersion(r) } }),
}

async function previousVersion(r: Recording): Promise<string> {
  const [, previous] = (await operatorGet(r, '/api/v1/operator/versions')).data
  return previous.version
}
