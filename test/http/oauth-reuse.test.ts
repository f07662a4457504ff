// OAuth: reused codes, refused refreshes, secrets that overlap, and the scopes that MCP asks for.
import * as client from 'openid-client'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createKey } from '../../src/access/accounts/accounts.ts'
import { MCP_SCOPES } from '../../src/access/rights/plans.ts'
import { PARTS } from '../../src/access/rights/policies.ts'
import { routes } from '../../src/http/routes.ts'
import { credentialPolicyOf } from '../../src/http/server/call-operation.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import { application, authorize, redeem, somebody } from '../support/oauth-flow.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' })
afterAll(() => server.stop())

let callers = 0
/** A new network address for each request, because invalid tokens are rate limited by address. */
const codeOf = async (token: string) =>
  (await server.get('/api/v1/me', token, { 'x-forwarded-for': `10.8.0.${callers++}` })).body.code

describe('an authorization code', () => {
  it('that a stranger uses without the PKCE verifier ends nothing', async () => {
    const { browser, accountId } = await somebody(server)
    const { config } = await application(server, { accountId })
    const authorized = await authorize(browser, config)
    const tokens = await redeem(config, authorized)
    const stolen = { ...authorized, verifier: client.randomPKCECodeVerifier() }
    await expect(redeem(config, stolen)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await codeOf(tokens.access_token)).toBeUndefined()
  })
})

describe('a refresh', () => {
  it.each(['https://elsewhere.example/', 'a resource that was not granted'])(
    'for %s is refused, and the refresh token still works',
    async (target) => {
      const { browser, accountId } = await somebody(server)
      const { config } = await application(server, { accountId })
      const tokens = await redeem(config, await authorize(browser, config, { resource: `${server.url}/api/v1` }))
      const resource = target.startsWith('https:') ? target : `${server.url}/mcp`
      await expect(client.refreshTokenGrant(config, tokens.refresh_token!, { resource })).rejects.toMatchObject({
        error: 'invalid_target',
      })
      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!)
      expect(await codeOf(refreshed.access_token)).toBeUndefined()
      expect(await codeOf(tokens.access_token)).toBeUndefined()
    },
  )
})

describe('a client secret', () => {
  const path = '/api/v1/oauth/applications'

  async function newApplication() {
    const { accountId } = await somebody(server)
    const { db, secrets } = server.app.foundation
    const { directory } = server.app.services.access
    const key = await db.tx((tx) => createKey(tx, secrets, directory.account(accountId)!, { mode: 'live' }))
    await directory.sync()
    const { body } = await server.send('POST', path, { name: 'Robot', scopes: ['projects:read'] }, key.text)
    const { id, client_secret } = body.data
    const works = async (secret: string) => {
      const response = await fetch(`${server.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, 'x-forwarded-for': `10.7.0.${callers++}` },
      })
      expect([200, 401]).toContain(response.status)
      return response.status === 200
    }
    const rotate = (input: object) => server.send('POST', `${path}/${id}/rotate-secret`, input, key.text)
    return { id, key: key.text, first: client_secret as string, works, rotate }
  }

  it('works beside the new one until the overlap ends, one day by default', async () => {
    const { id, key, first, works, rotate } = await newApplication()
    const { status, body } = await rotate({})
    const second = body.data.client_secret
    expect(status).toBe(200)
    expect(Date.parse(body.data.old_secret_expires_at) - Date.now()).toBeGreaterThan(86_000_000)
    expect([await works(first), await works(second)]).toEqual([true, true])
    // Another change of the application keeps it.
    const renamed = await server.send('PATCH', `${path}/${id}`, { name: 'Robot 2' }, key)
    expect(renamed.body.data.old_secret_expires_at).toBe(body.data.old_secret_expires_at)
    expect(await works(first)).toBe(true)
    const now = vi.spyOn(server.app.services.clock, 'now').mockReturnValue(Date.now() + 86_401_000)
    expect([await works(first), await works(second)]).toEqual([false, true])
    now.mockRestore()
  })

  it('stops at once with an overlap of 0, and after the next rotation', async () => {
    const { id, key, first, works, rotate } = await newApplication()
    const second = (await rotate({ overlap_seconds: 3600 })).body.data.client_secret
    const third = (await rotate({ overlap_seconds: 3600 })).body.data.client_secret
    expect([await works(first), await works(second), await works(third)]).toEqual([false, true, true])
    const last = await rotate({ overlap_seconds: 0 })
    expect(last.body.data.old_secret_expires_at).toBeNull()
    expect([await works(third), await works(last.body.data.client_secret)]).toEqual([false, true])
    expect((await server.get(path, key)).text).not.toContain('hash')
    const tooLong = await server.send('POST', `${path}/${id}/rotate-secret`, { overlap_seconds: 604_801 }, key)
    expect([tooLong.status, tooLong.body.code]).toEqual([400, 'invalid_parameter'])
  })
})

describe('the scopes of MCP', () => {
  it('are those that the tools need', () => {
    const needed = TOOLS.flatMap(({ operation }) => {
      const { scope, parts } = credentialPolicyOf(routes, operation)
      return [scope, ...parts.map((part) => PARTS[part].scope)].filter((one) => one !== null)
    })
    expect([...new Set(needed)].sort()).toEqual([...MCP_SCOPES].sort())
  })

  it('are in the resource metadata and in the challenge of a request without a valid token', async () => {
    const { body } = await server.get('/.well-known/oauth-protected-resource/mcp')
    expect(body.scopes_supported).toEqual(MCP_SCOPES)
    for (const key of [undefined, 'pl_at_wrong']) {
      const from = { 'x-forwarded-for': `10.8.0.${callers++}` }
      const answer = await server.send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, key, from)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toContain(`scope="${MCP_SCOPES.join(' ')}"`)
    }
    const elsewhere = await server.get('/api/v1/me')
    expect(elsewhere.headers.get('www-authenticate')).not.toContain('scope=')
  })
})
