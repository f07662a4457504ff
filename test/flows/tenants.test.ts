// Another tenant, or a thief with a database dump, gets nothing of the first tenant.
import { afterEach, describe, expect, it } from 'vitest'
import { routes } from '../../src/http/routes.ts'
import type { Route } from '../../src/http/server/route.ts'
import { requestOf } from '../support/access-requests.ts'
import { kinds, runCleanups } from '../support/databases.ts'
import { dumpOf } from '../support/dump.ts'
import { emailedToken, PASSWORD, verifiedOwner } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { createResources, serverOn, tenant } from '../support/tenant.ts'

afterEach(runCleanups)

/** Paths with ids that do not belong to a tenant. */
const SHARED = /^\/api\/v1\/(projects|buildings|floor-plans|media|desk|operator)\//

/** Open pages are the same for everyone; their data comes from the API. */
const tenantRoutes = routes.filter(
  ({ path, operation: { policy } }) => path.includes('{id}') && policy.who !== 'anyone' && !SHARED.test(path),
)

function bodyOf(route: Route): unknown {
  return route.operation.id === 'replayWebhookEvents' ? { since_sequence: 0 } : requestOf(route).body
}

/** Uploads take bytes instead of JSON. */
function typeOf({ operation }: Route): Record<string, string> {
  return operation.upload ? { 'content-type': 'application/octet-stream' } : {}
}

async function emailedLinks(server: TestServer): Promise<{ verify: string; reset: string }> {
  const email = 'owner@example.com'
  await verifiedOwner(server, email)
  await server.send('POST', '/api/v1/people/reset', { email })
  return { verify: await emailedToken(server, email, 'verify'), reset: await emailedToken(server, email, 'reset') }
}

describe.each(kinds)('on %s', (kind) => {
  it('returns the same 404 for another tenant’s resource as for a missing one, and neither a dump nor the log holds a usable secret', async () => {
    const server = await serverOn(kind)
    const [owner, stranger] = [await tenant(server), await tenant(server)]
    const { ids, secrets } = await createResources(server, owner)

    expect(tenantRoutes.length).toBeGreaterThanOrEqual(15)
    for (const route of tenantRoutes) {
      const under = Object.keys(ids).find((prefix) => route.path.startsWith(prefix)) as keyof typeof ids | undefined
      expect([route.path, under]).not.toContain(undefined)
      const request = async (id: string) => {
        const headers =
          route.operation.policy.who === 'person' ? stranger.session : { authorization: `Bearer ${stranger.key}` }
        const path = route.path.replace('{id}', id)
        const response =
          route.method === 'GET'
            ? await server.get(path, undefined, headers)
            : await server.send(route.method, path, bodyOf(route), undefined, { ...headers, ...typeOf(route) })
        const text = response.text.replaceAll(id, 'ID').replace(response.headers.get('x-request-id')!, 'REQUEST')
        return { status: response.status, names: [...response.headers.keys()].sort(), text }
      }
      const foreign = await request(ids[under!])
      expect([route.method, route.path, foreign.status]).toEqual([route.method, route.path, 404])
      const last = ids[under!].at(-1) === 'x' ? 'y' : 'x'
      expect(await request(ids[under!].slice(0, -1) + last)).toEqual(foreign)
    }
    for (const path of ['/api/v1/webhooks/endpoints', '/api/v1/webhooks/deliveries'] as const)
      expect((await server.get(`${path}/${ids[`${path}/`]}`, owner.key)).status).toBe(200)
    for (const secret of [secrets.rotated, secrets.accessToken])
      expect((await server.get('/api/v1/me', secret)).status).toBe(200)

    const everything: Record<string, string> = { ...secrets, ...(await emailedLinks(server)), password: PASSWORD }
    const dump = await dumpOf(server.app.foundation.db)
    for (const seen of ['Test program', 'owner@example.com', ...Object.values(ids)]) expect(dump).toContain(seen)
    for (const [name, secret] of Object.entries(everything)) {
      expect([name, secret.length >= 20]).toEqual([name, true])
      // Without its prefix, and in other encodings.
      const bare = secret.replace(/^(pl_[a-z]+_|whsec_)/, '').split('.')[0]!
      for (const found of [
        bare,
        Buffer.from(secret).toString('base64').slice(0, 24),
        Buffer.from(secret).toString('hex'),
      ])
        expect([name, dump.includes(found), server.log().includes(found)]).toEqual([name, false, false])
      if (name.startsWith('webhook')) expect(dump.includes(Buffer.from(bare, 'base64').toString('hex'))).toBe(false)
    }
  })
})
