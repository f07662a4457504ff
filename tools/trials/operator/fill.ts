// Fills an installation of 0.1.0 as its customers and its operator would.
import { holdsWithin } from '../../shared/waiting.ts'
import type { SignedIn } from '../../target/people.ts'
import { newStaff, signUp, tokenOf } from '../../target/people.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { check } from '../image/steps.ts'
import { must, Operator } from './api.ts'
import { fillDesk, projectId } from './fill-desk.ts'
import type { Receiver } from './receiver.ts'
import { ADDRESSES, IMPORTS, REMOVED_PROJECT } from './rows.ts'

/** Paths of the receiver. */
export const WEBHOOKS = { working: '/working', failing: '/failing' } as const
/** A busy machine needs long, and a retry waits for minutes. */
const WITHIN_MS = 600_000
const OVERLAP_SECONDS = 7 * 86_400
/** Of the tokens of the application. */
export const SCOPE = { scope: 'projects:read' }

/** Credentials by the name of their owner. */
export interface Filled {
  readonly keys: Readonly<Record<string, string>>
  /** Keys that must be refused. */
  readonly refused: Readonly<Record<string, string>>
  readonly person: SignedIn
  readonly application: { readonly id: string; readonly secret: string; readonly token: string }
  /** Projects that have left the catalogue: removed by an import, merged. */
  readonly goneProjects: readonly number[]
  readonly failingEndpoint: string
}

interface Account {
  readonly id: string
  readonly key: string
  readonly keyId: string
}

async function createAccount(operator: Operator, name: string, plan: string): Promise<Account> {
  const { account, api_key } = await operator.post('operator/keys', { plan, email: `${name}@customer.example`, name })
  return { id: account.id, key: api_key.key, keyId: api_key.id }
}

/** A second, a rotated and a revoked key of an account. */
async function moreKeys(url: string, { key }: Account) {
  const create = async (name: string, more: object = {}) =>
    (await must(url, 'POST', '/api/v1/api-keys', { key, body: { name, ...more } })).body.data
  const limited = await create('limited', { scopes: ['projects:read'], expires_at: '2031-01-01T00:00:00Z' })
  const test = await create('test', { mode: 'test' })
  const rotated = await create('rotated')
  const rotation = { overlap_seconds: OVERLAP_SECONDS }
  const rotate = await must(url, 'POST', `/api/v1/api-keys/${rotated.id}/rotate`, { key, body: rotation })
  const revoked = await create('revoked')
  await must(url, 'DELETE', `/api/v1/api-keys/${revoked.id}`, { key })
  return {
    keys: { limited: limited.key, test: test.key, rotated: rotated.key, replacement: rotate.body.data.key },
    revoked: revoked.key as string,
  }
}

async function createApplication(server: ServerProcess, { key }: Account): Promise<Filled['application']> {
  const body = { name: 'Nightly job', kind: 'confidential', scopes: ['projects:read'] }
  const made = await must(server.url, 'POST', '/api/v1/oauth/applications', { key, body })
  const application = { id: made.body.data.id, secret: made.body.data.client_secret }
  return { ...application, token: await tokenOf(server, application, SCOPE) }
}

async function createEndpoints(url: string, { key }: Account, receiver: Receiver): Promise<string> {
  const create = async (path: string, more: object) => {
    const body = { url: receiver.url(path), ...more }
    const { data } = (await must(url, 'POST', '/api/v1/webhooks/endpoints', { key, body })).body
    receiver.expect(path, data.secret)
    await untilPinged(url, key, data.id)
    return data.id as string
  }
  await create(WEBHOOKS.working, { event_types: ['*'], description: 'All events' })
  const failing = await create(WEBHOOKS.failing, { event_types: ['project.*'] })
  const paused = await create('/paused', { event_types: ['floor_plan.*'], filters: { province: ['ON'] } })
  await must(url, 'PATCH', `/api/v1/webhooks/endpoints/${paused}`, { key, body: { status: 'disabled' } })
  return failing
}

/** An endpoint that is disabled before its first ping keeps that delivery for ever. */
async function untilPinged(url: string, key: string, id: string): Promise<void> {
  const path = `/api/v1/webhooks/endpoints/${id}`
  const isPinged = async () => (await must(url, 'GET', path, { key })).body.data.status !== 'pending'
  check(await holdsWithin(WITHIN_MS, isPinged), `the endpoint ${id} was not pinged`)
}

/** Lookups and feedback of a customer. Most of the feedback objects, which gives the desk its cases. */
async function useLinks(url: string, { key }: Account): Promise<void> {
  const path = '/api/v1/building-links'
  for (const [i, address] of ADDRESSES.entries()) {
    const [link] = (await must(url, 'POST', path, { key, body: { address } })).body.data
    const verdict = link && i < 2 ? { verdict: 'confirm', project_id: link.project_id } : { verdict: 'reject' }
    await must(url, 'POST', `${path}/feedback`, { key, body: { address, note: 'Seen on site', ...verdict } })
  }
}

export async function fill(server: ServerProcess, receiver: Receiver): Promise<Filled> {
  const { url } = server
  const operator = new Operator(server)
  await operator.import(IMPORTS.first, 'first rows')
  const [elite, pro, starter, suspended, upgraded] = await Promise.all([
    createAccount(operator, 'elite', 'elite'),
    createAccount(operator, 'pro', 'pro'),
    createAccount(operator, 'starter', 'starter'),
    createAccount(operator, 'suspended', 'pro'),
    createAccount(operator, 'upgraded', 'starter'),
  ])
  const sandbox = (await must(url, 'POST', '/api/v1/accounts', { body: { email: 'sandbox@customer.example' } })).body
    .data
  const more = await moreKeys(url, elite)
  await operator.patch(`operator/accounts/${suspended.id}`, { status: 'suspended' })
  await operator.patch(`operator/accounts/${upgraded.id}`, { plan: 'pro' })
  const failingEndpoint = await createEndpoints(url, elite, receiver)
  receiver.failing.add(WEBHOOKS.failing)
  const removed = await projectId(operator, REMOVED_PROJECT)
  const second = await operator.import(IMPORTS.second, 'new prices, one project less')
  await operator.import(IMPORTS.wrong, 'wrong prices')
  await operator.post('operator/rollback', { version: second.version, reason: 'wrong prices' })
  await useLinks(url, pro)
  const merged = await fillDesk(operator)
  await operator.post('operator/sources', {
    name: 'daily',
    location: '/srv/daily.ndjson',
    format: 'ndjson',
    enabled: false,
  })
  const changes = await must(url, 'GET', '/api/v1/changes?since=0&limit=1000', { key: elite.key })
  check(changes.body.data.length > 10, 'few changes', changes.text)
  await untilDelivered(url, elite.key, failingEndpoint)
  return {
    keys: {
      elite: elite.key,
      pro: pro.key,
      starter: starter.key,
      upgraded: upgraded.key,
      sandbox: sandbox.api_key.key,
      ...more.keys,
    },
    refused: { revoked: more.revoked, suspended: suspended.key },
    person: await newStaff(server, 'curator', await signUp(server, elite.key, 'curator@customer.example')),
    application: await createApplication(server, elite),
    goneProjects: [removed, merged],
    failingEndpoint,
  }
}

/** Until no delivery is on its way, except to an endpoint that fails. */
export async function untilDelivered(url: string, key: string, failing = ''): Promise<void> {
  const waiting = async (status: string) => {
    const path = `/api/v1/webhooks/deliveries?status=${status}&limit=100`
    const { data } = (await must(url, 'GET', path, { key })).body
    return data.some(({ endpoint_id }: { endpoint_id: string }) => endpoint_id !== failing)
  }
  const isDone = async () => !(await waiting('pending')) && !(await waiting('leased'))
  check(await holdsWithin(WITHIN_MS, isDone, 200), 'webhooks were not delivered within ten minutes')
}
