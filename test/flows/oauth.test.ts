// OAuth across restarts and nodes and under concurrency, on both databases.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as client from 'openid-client'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { deleteExpiredOAuth } from '../../src/access/oauth/delete-expired.ts'
import { cleanUp, kinds, runCleanups } from '../support/databases.ts'
import { application, authorize, discover, redeem, register, somebody } from '../support/oauth-flow.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

afterEach(runCleanups)

const BASE = 'http://127.0.0.1:18976'
const SOON = { timeout: 10_000, interval: 100 }

async function environment(kind: (typeof kinds)[number]): Promise<Record<string, string>> {
  if (kind === 'embedded') return {}
  const url = await createDatabase(inject('postgresUrl'), 'migrated')
  cleanUp(() => dropDatabase(inject('postgresUrl'), url))
  return { DATABASE_URL: url }
}

async function start(env: Record<string, string>): Promise<TestServer> {
  const server = await startServer(env)
  cleanUp(() => server.stop())
  return server
}

const me = (server: TestServer, token: string) => server.get('/api/v1/me', token)

describe.each(kinds)('on one node (%s)', (kind) => {
  it('revokes the tokens of a code or refresh token that fifty requests use at once', async () => {
    const server = await start(await environment(kind))
    const { browser, accountId } = await somebody(server)
    const { config } = await application(server, { accountId })
    const fifty = async (redemption: () => Promise<client.TokenEndpointResponse>) => {
      const outcomes = await Promise.allSettled(Array.from({ length: 50 }, redemption))
      const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.error ?? one.reason] : []))
      expect(new Set(errors)).toEqual(new Set(['invalid_grant']))
      return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    }
    const authorized = await authorize(browser, config)
    const issued = await fifty(() => redeem(config, authorized))
    expect(issued.length).toBeLessThanOrEqual(1)
    // A second use means that the code leaked, so the tokens of the first are revoked.
    for (const { access_token } of issued)
      await vi.waitFor(async () => expect((await me(server, access_token)).status).toBe(401), SOON)
    const { db } = server.app.foundation
    const { clock } = server.app.services

    const tokens = await redeem(config, await authorize(browser, config))
    const refreshed = await fifty(() => client.refreshTokenGrant(config, tokens.refresh_token!))
    expect(refreshed.length).toBeLessThanOrEqual(1)
    for (const { access_token } of [tokens, ...refreshed])
      await vi.waitFor(async () => expect((await me(server, access_token)).status).toBe(401), SOON)
    await deleteExpiredOAuth(db, clock.now() + 400 * 86_400_000)
    for (const table of ['access_tokens', 'oauth_records', 'oauth_grants'] as const)
      expect(await db.query.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

describe.runIf(kinds.includes('postgres'))('on two nodes of one PostgreSQL', () => {
  it('share a new token at once, end it on both when revoked, and keep it across a restart', async () => {
    const env = { ...(await environment('postgres')), BASE_URL: BASE }
    const [one, two] = [await start(env), await start(env)]
    const { accountId } = await somebody(one)
    const { id, secret } = await register(one, { accountId })
    // Both nodes share one BASE_URL; requests are routed to the chosen node.
    const at = async (server: TestServer) => {
      const config = await discover(server.url, id, secret, (url, options) =>
        fetch(String(url).replace(BASE, `http://127.0.0.1:${portOf(server)}`), options as RequestInit),
      )
      return config
    }
    const tokens = await client.clientCredentialsGrant(await at(one))
    const meAt = async (server: TestServer) => {
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      return (await fetch(`http://127.0.0.1:${portOf(server)}/api/v1/me`, { headers })).status
    }
    expect([await meAt(two), await meAt(one)]).toEqual([200, 200])
    const three = await start(env)
    expect(await meAt(three)).toBe(200)
    await client.tokenRevocation(await at(three), tokens.access_token)
    for (const node of [one, two, three]) await vi.waitFor(async () => expect(await meAt(node)).toBe(401), SOON)
    const jwks = (server: TestServer) => fetch(`http://127.0.0.1:${portOf(server)}/oauth/jwks`).then((r) => r.text())
    expect(await jwks(one)).toBe(await jwks(two))
  })
})

function portOf({ dataDir }: TestServer): number {
  return JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')).port
}
