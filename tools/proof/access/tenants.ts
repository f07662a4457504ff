// Asks for the objects of one account with the credentials of another.
import { createServer } from 'node:http'
import type { Build } from '../../target/build.ts'
import { listenLocally } from '../../target/listen.ts'
import type { SignedIn } from '../../target/people.ts'
import { newNetwork, newOwner, pageHeaders } from '../../target/people.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { AccessRow } from './access-table.ts'

export interface TenantReport {
  readonly requests: number
  readonly problems: readonly string[]
}

/** Paths with ids that belong to an account. */
const OWNED = /^\/api\/v1\/(listings|feeds|api-keys|oauth\/applications|people|invitations|webhooks\/\w+)(\/|$)/

export async function tryOtherTenant(
  server: ServerProcess,
  build: Build,
  table: readonly AccessRow[],
): Promise<TenantReport> {
  const [owner, stranger] = [await newOwner(server), await newOwner(server)]
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()))
  const port = await listenLocally(receiver)
  try {
    const objects = await createObjects(server, build, owner, port)
    return await askAsStranger(server, table, stranger, objects)
  } finally {
    receiver.close()
  }
}

/** Path prefix → id. */
type Objects = ReadonlyMap<string, string>

async function createObjects(
  server: ServerProcess,
  build: Build,
  owner: SignedIn,
  receiverPort: number,
): Promise<Objects> {
  const { key } = owner
  const objects = new Map<string, string>([['/api/v1/people/', owner.personId]])
  const create = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await send(server.url, method, path, headers.cookie ? { body, headers } : { key, body, headers })
    if (answer.status >= 300) throw new Error(`The proof could not create ${path}: ${answer.status} ${answer.text}`)
    return answer.body?.data
  }
  objects.set('/api/v1/api-keys/', (await create('POST', '/api/v1/api-keys', { name: 'mine' })).id)
  const application = await create('POST', '/api/v1/oauth/applications', { name: 'mine' })
  objects.set('/api/v1/oauth/applications/', application.id)
  const endpoint = await create('POST', '/api/v1/webhooks/endpoints', {
    url: `http://127.0.0.1:${receiverPort}/`,
    event_types: ['project.updated'],
  })
  objects.set('/api/v1/webhooks/endpoints/', endpoint.id)
  const { delivery } = await create('POST', `/api/v1/webhooks/endpoints/${endpoint.id}/test`, {})
  objects.set('/api/v1/webhooks/deliveries/', delivery.id)
  if (build.has('POST /api/v1/feeds'))
    objects.set('/api/v1/feeds/', (await create('POST', '/api/v1/feeds', { name: 'mine', kind: 'csv' })).id)
  if (build.has('PUT /api/v1/listings/{key}')) {
    await create('PUT', '/api/v1/listings/only-mine', { address: '1480 Howe St, Vancouver' })
    objects.set('/api/v1/listings/', 'only-mine')
  }
  if (build.has('POST /api/v1/invitations')) {
    const invited = { email: `invited-${owner.personId.toLowerCase()}@example.com`, account_role: 'viewer' }
    objects.set(
      '/api/v1/invitations/',
      (await create('POST', '/api/v1/invitations', invited, pageHeaders(server, owner))).id,
    )
  }
  return objects
}

async function askAsStranger(
  server: ServerProcess,
  table: readonly AccessRow[],
  stranger: SignedIn,
  objects: Objects,
): Promise<TenantReport> {
  const problems: string[] = []
  let requests = 0
  const credentials = [{ authorization: `Bearer ${stranger.key}` }, pageHeaders(server, stranger)]
  for (const row of table) {
    const [path = ''] = row.url.split('?')
    if (!OWNED.test(path)) continue
    for (const headers of credentials) {
      const ask = async (url: string) => {
        requests += 1
        const body = row.method === 'GET' ? undefined : row.body
        return send(server.url, row.method, url, { body, headers: { ...newNetwork(), ...headers } })
      }
      const prefix = [...objects.keys()].find((one) => path.startsWith(`${one}none`))
      if (prefix) {
        const id = objects.get(prefix)!
        const [foreign, missing] = [await ask(path.replace(`${prefix}none`, prefix + id)), await ask(path)]
        const isSame = foreign.status === missing.status && foreign.body?.code === missing.body?.code
        if (!isSame || foreign.status < 400)
          problems.push(`${row.route} of another account: ${foreign.status}, of nobody: ${missing.status}`)
      } else if (row.method === 'GET') {
        const { text } = await ask(row.url)
        for (const id of objects.values())
          if (text.includes(`"${id}"`)) problems.push(`${row.route} shows ${id} of another account`)
      }
    }
  }
  return { requests, problems }
}
