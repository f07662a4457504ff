// PostgreSQL is killed under a running service, and no response is 500. The long tests check that nothing is lost.
import { chmod } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { routes } from '../../src/http/routes.ts'
import { PostgresProcess } from '../../tools/target/postgres-process.ts'
import { requestOf } from '../support/access-requests.ts'
import { address } from '../support/credentials.ts'
import { cleanUp, kinds, runCleanups, temporaryFolder } from '../support/databases.ts'
import { application, authorizeUrl, somebody } from '../support/oauth-flow.ts'
import { operatorKeyOf } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { startAgain } from './database-kills.ts'

afterEach(runCleanups)

async function startOnKillable(): Promise<{ server: TestServer; postgres: PostgresProcess; operatorKey: string }> {
  const folder = await temporaryFolder()
  // PostgreSQL runs as another user.
  await chmod(folder, 0o711)
  const postgres = await PostgresProcess.start(folder)
  cleanUp(() => postgres.stop())
  const server = await startServer({
    DATABASE_URL: await postgres.createDatabase(),
    PASSWORD_COST: '14',
    TRUST_PROXY: '1',
  })
  cleanUp(() => server.stop())
  return { server, postgres, operatorKey: operatorKeyOf(server) }
}

describe.runIf(kinds.includes('postgres'))('a PostgreSQL that is killed', () => {
  it('makes every operation work without it or answer 503, and ends no process', async () => {
    const { server, postgres, operatorKey } = await startOnKillable()
    const person = await somebody(server, 'elite')
    const { id, config } = await application(server, { accountId: person.accountId })
    const authorize = (await authorizeUrl(config)).url
    const consent = (await person.browser.follow(authorize.href)).url
    await postgres.kill()

    const credentials: Record<string, string>[] = [
      { authorization: `Bearer ${operatorKey}` },
      { authorization: `Bearer ${server.keys.elite}` },
      { cookie: person.browser.cookies.join('; '), 'x-csrf-token': 'none' },
    ]
    const wrong: string[] = []
    let unavailable = 0
    const check = (name: string, status: number, retryAfter: string | null) => {
      if (status >= 500 && (status !== 503 || retryAfter === null)) wrong.push(`${name}: ${status}`)
      if (status === 503) unavailable += 1
    }
    const ask = async (route: (typeof routes)[number], headers: Record<string, string>) => {
      const { method, name, operation } = route
      const { url, body } = requestOf(route)
      const { status, headers: answered } = await server.send(
        method,
        url,
        method === 'GET' ? undefined : body,
        undefined,
        { 'x-forwarded-for': address(), accept: 'application/json, text/event-stream, */*', ...headers },
      )
      // A probe says itself what is missing.
      if (operation.id !== 'getReadiness') check(name, status, answered.get('retry-after'))
    }
    for (const route of routes) await Promise.all(credentials.map((headers) => ask(route, headers)))
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const token = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: 'x',
    }).toString()
    for (const [path, init] of [
      [authorize.href, {}],
      [consent, {}],
      [consent, { method: 'POST', body: 'decision=allow&csrf_token=x', headers: form }],
      [`${server.url}/oauth/token`, { method: 'POST', body: token, headers: { ...form, accept: 'application/json' } }],
      [`${server.url}/oauth/introspect`, { method: 'POST', body: `token=pl_at_x&${token}`, headers: form }],
      [`${server.url}/oauth/revoke`, { method: 'POST', body: `token=pl_at_x&${token}`, headers: form }],
    ] as const) {
      const response = await person.browser.open(path, init)
      await response.text()
      check(new URL(path).pathname, response.status, response.headers.get('retry-after'))
      expect([new URL(path).pathname, response.status]).toEqual([new URL(path).pathname, 503])
    }
    expect(wrong).toEqual([])
    expect(unavailable).toBeGreaterThan(100)
    expect(server.log()).not.toContain('"level":50')
    await startAgain(postgres)
  })
})
