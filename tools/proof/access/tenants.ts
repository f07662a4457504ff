// Asks for the objects of one account with the credentials of another: on every route and with every MCP tool.
import { createServer } from 'node:http'
import { holdsWithin } from '../../shared/waiting.ts'
import type { Build } from '../../target/build.ts'
import { listenLocally } from '../../target/listen.ts'
import { createKey } from '../../target/operator.ts'
import type { SignedIn } from '../../target/people.ts'
import { newNetwork, newOwner, pageHeaders } from '../../target/people.ts'
import type { Answer } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { AccessRow } from './access-table.ts'

export interface TenantReport {
  readonly requests: number
}

/** Paths with ids that belong to an account. */
const OWNED =
  /^\/api\/v1\/(listings|homes|feeds|files|api-keys|oauth\/applications|people|invitations|webhooks\/\w+)(\/|$)/
/** Staff see all accounts. */
const STAFF = new Set(['curator', 'operator', 'desk-page'])
const UNKNOWN_ID = '999999999'
const LOG_MS = 60_000

export async function tryOtherTenant(
  server: ServerProcess,
  build: Build,
  table: readonly AccessRow[],
  always: (what: string) => void,
): Promise<TenantReport> {
  const [owner, stranger] = [await newOwner(server), await newOwner(server)]
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()))
  const port = await listenLocally(receiver)
  try {
    const asking = new Stranger(server, stranger, always)
    const before = await asking.readLists(table)
    const property = await createProperty(server, build, owner, port)
    return await asking.ask(table, property, before)
  } finally {
    receiver.close()
  }
}

/** What one account has. */
interface Property {
  /** Path prefix → id. */
  readonly objects: ReadonlyMap<string, string>
  /** Texts that no other account may see. */
  readonly marks: readonly string[]
  /** Of the stored listing. */
  readonly projectId: string
}

async function createProperty(
  server: ServerProcess,
  build: Build,
  owner: SignedIn,
  receiverPort: number,
): Promise<Property> {
  const { key } = owner
  const objects = new Map<string, string>([['/api/v1/people/', owner.personId]])
  const requestIds: string[] = []
  const create = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await send(server.url, method, path, headers.cookie ? { body, headers } : { key, body, headers })
    if (answer.status >= 300) throw new Error(`The proof could not create ${path}: ${answer.status} ${answer.text}`)
    requestIds.push(String(answer.headers['x-request-id']))
    return answer.body?.data
  }
  objects.set('/api/v1/api-keys/', (await create('POST', '/api/v1/api-keys', { name: 'the key of the owner' })).id)
  const application = await create('POST', '/api/v1/oauth/applications', { name: 'the application of the owner' })
  objects.set('/api/v1/oauth/applications/', application.id)
  const endpoint = await create('POST', '/api/v1/webhooks/endpoints', {
    url: `http://127.0.0.1:${receiverPort}/`,
    event_types: ['project.updated'],
  })
  objects.set('/api/v1/webhooks/endpoints/', endpoint.id)
  const { delivery } = await create('POST', `/api/v1/webhooks/endpoints/${endpoint.id}/test`, {})
  objects.set('/api/v1/webhooks/deliveries/', delivery.id)
  if (build.has('POST /api/v1/feeds')) {
    const feed = { name: 'the feed of the owner', kind: 'csv' }
    objects.set('/api/v1/feeds/', (await create('POST', '/api/v1/feeds', feed)).id)
  }
  if (build.has('POST /api/v1/files')) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
    const sent = await fetch(`${server.url}/api/v1/files`, { method: 'POST', headers, body: 'id,where\n1,only mine\n' })
    objects.set('/api/v1/files/', ((await sent.json()) as { data: { id: string } }).data.id)
  }
  let projectId = UNKNOWN_ID
  if (build.has('PUT /api/v1/listings/{key}')) {
    const { body } = await send(server.url, 'GET', '/api/v1/projects?limit=1', { key })
    const address = `#1203 - ${body.data[0].address}`
    // Two of the same home, so that it is also a duplicate.
    await create('PUT', '/api/v1/listings/also-mine', { address })
    const listing = await create('PUT', '/api/v1/listings/only-mine', { address })
    if (!listing.home_id || !listing.link.match) throw new Error(`The listing has no home: ${JSON.stringify(listing)}`)
    objects.set('/api/v1/listings/', 'only-mine')
    objects.set('/api/v1/homes/', listing.home_id)
    projectId = String(listing.link.match.project_id)
  }
  if (build.has('POST /api/v1/invitations')) {
    const invited = { email: `invited-${owner.personId.toLowerCase()}@example.com`, account_role: 'viewer' }
    const path = '/api/v1/invitations'
    objects.set(`${path}/`, (await create('POST', path, invited, pageHeaders(server, owner))).id)
  }
  // The log is written later.
  const logs = '/api/v1/request-logs?limit=200'
  const isLogged = async () => (await send(server.url, 'GET', logs, { key })).text.includes(requestIds[0]!)
  if (build.has('GET /api/v1/request-logs') && !(await holdsWithin(LOG_MS, isLogged, 500)))
    throw new Error('The request log of the owner does not show its requests.')
  return { objects, marks: [...objects.values(), 'also-mine', owner.email, owner.accountId, ...requestIds], projectId }
}

/** Changes with any request, and with any event: the numbers of events count those of all accounts. */
const CHANGING = /"request_id":"\w+"|"last_used_at":"[^"]*"|"next_since":\d+/g

class Stranger {
  readonly #server: ServerProcess
  readonly #credentials: readonly Record<string, string>[]
  readonly #always: (what: string) => void
  #property: Property = { objects: new Map(), marks: [], projectId: UNKNOWN_ID }
  #requests = 0

  constructor(server: ServerProcess, stranger: SignedIn, always: (what: string) => void) {
    this.#server = server
    this.#credentials = [{ authorization: `Bearer ${stranger.key}` }, pageHeaders(server, stranger)]
    this.#always = always
  }

  /** The lists of the stranger, by route: what others do must not change them, not even their counts. */
  async readLists(table: readonly AccessRow[]): Promise<Map<string, string>> {
    const lists = new Map<string, string>()
    for (const { method, route, url } of table) {
      const [path = ''] = url.split('?')
      if (method !== 'GET' || !OWNED.test(path) || path.includes('none')) continue
      const { status, text } = await this.#send(method, url, undefined, this.#credentials[0]!)
      if (status === 200) lists.set(route, text.replaceAll(CHANGING, ''))
    }
    return lists
  }

  async ask(
    table: readonly AccessRow[],
    property: Property,
    before: ReadonlyMap<string, string>,
  ): Promise<TenantReport> {
    this.#property = property
    for (const [route, text] of await this.readLists(table))
      if (text !== before.get(route))
        this.#always(`${route} changed when another account made things: ${text.slice(0, 300)}`)
    for (const row of table)
      if (!STAFF.has(row.who)) for (const headers of this.#credentials) await this.#try(row, headers)
    await this.#askTools()
    await this.#readUsage()
    return { requests: this.#requests }
  }

  async #try(row: AccessRow, headers: Record<string, string>): Promise<void> {
    const { objects, projectId } = this.#property
    const [path = ''] = row.url.split('?')
    const body = row.method === 'GET' ? undefined : row.body
    const ask = (url: string) => this.#send(row.method, url, body, headers)
    const prefix = [...objects.keys()].find((one) => path.startsWith(`${one}none`))
    if (prefix) {
      const id = objects.get(prefix)!
      const [foreign, missing] = [await ask(path.replace(`${prefix}none`, prefix + id)), await ask(path)]
      const isSame = foreign.status === missing.status && foreign.body?.code === missing.body?.code
      if (!isSame || foreign.status < 400)
        this.#always(`${row.route} of another account: ${foreign.status}, of nobody: ${missing.status}`)
    } else if (row.method === 'GET' && (OWNED.test(path) || /^own|person|any/.test(row.who)))
      this.#read(row.route, await ask(row.url.replace(UNKNOWN_ID, projectId)))
  }

  async #send(method: string, url: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    this.#requests += 1
    return send(this.#server.url, method, url, { body, headers: { ...newNetwork(), ...headers } })
  }

  #read(where: string, { text }: Answer): void {
    const mark = this.#property.marks.find((one) => text.includes(one))
    if (mark !== undefined) this.#always(`${where} shows ${mark} of another account`)
  }

  /** Every tool, without input and with what it may name. */
  async #askTools(): Promise<void> {
    const { projectId } = this.#property
    const known: Readonly<Record<string, unknown>> = { project_id: projectId, id: projectId }
    const headers = { ...this.#credentials[0]!, accept: 'application/json, text/event-stream' }
    const call = (method: string, params: object) =>
      this.#send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers)
    const list = await call('tools/list', {})
    const { tools = [] } = JSON.parse(list.text.slice(list.text.indexOf('{'))).result ?? {}
    if (tools.length === 0) this.#always(`tools/list: ${list.status} ${list.text.slice(0, 200)}`)
    for (const { name, inputSchema } of tools) {
      const named = Object.keys(inputSchema?.properties ?? {}).filter((one) => one in known)
      const inputs = [{}, Object.fromEntries(named.map((one) => [one, known[one]]))]
      for (const input of inputs) this.#read(`tool ${name}`, await call('tools/call', { name, arguments: input }))
    }
  }

  /** Counts have no marks, but a new account has none. */
  async #readUsage(): Promise<void> {
    const { key } = await createKey(this.#server, 'elite')
    const { body } = await this.#send('GET', '/api/v1/usage', undefined, { authorization: `Bearer ${key}` })
    const days: { requests: number }[] = body?.data?.days ?? []
    const counted = days.reduce((all, { requests }) => all + requests, 0)
    if (counted > 1) this.#always(`GET /api/v1/usage counts ${counted} requests of a key that sent one`)
  }
}
