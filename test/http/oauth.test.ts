// OAuth 2.0 as programs use it: every flow with a client of somebody else's making, over real HTTP.
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { application, authorize, authorizeUrl, REDIRECT, redeem, somebody } from '../support/oauth-flow.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const me = (token: string) => server.get('/api/v1/me', token)

describe('an application with a secret', () => {
  it('gets a token for its own account, and it works as a key does', async () => {
    const { accountId } = await somebody(server)
    const { config, id } = await application(server, { accountId, scopes: ['projects:read', 'usage:read'] })
    const tokens = await client.clientCredentialsGrant(config, { scope: 'projects:read' })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'projects:read' })
    expect(tokens.access_token).toMatch(/^pl_at_[0-9A-Za-z]{38}$/)
    const { status, body } = await me(tokens.access_token)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      account: { id: accountId },
      credential: { kind: 'token', mode: 'live', scopes: ['projects:read'] },
      key: null,
      plan: 'pro',
      dataset: 'production',
    })
    expect(id).toMatch(/^app_/)
    expect((await server.get('/api/v1/usage', tokens.access_token)).body.code).toBe('insufficient_scope')
  })
})

describe('a person', () => {
  it('allows a program once, and it gets a code, tokens, and the account', async () => {
    const { accountId, browser } = await somebody(server)
    const { config } = await application(server, { accountId })
    const authorized = await authorize(browser, config)
    expect(authorized.callback.href).toMatch(/^https:\/\/app\.example\/callback\?code=pl_ac_/)
    expect(authorized.callback.searchParams.get('iss')).toBe(server.url)
    const tokens = await redeem(config, authorized)
    expect(tokens.refresh_token).toMatch(/^pl_rt_/)
    expect(tokens.scope).toBe('projects:read building_links:read')
    expect((await me(tokens.access_token)).body.data.account.id).toBe(accountId)
  })
})
