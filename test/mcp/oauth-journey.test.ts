// The official MCP clients of both generations sign in by OAuth, from the first 401 until the person ends it.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, expect, it } from 'vitest'
import { MCP_SCOPES } from '../../src/access/rights/plans.ts'
import type { Browser } from '../support/oauth-flow.ts'
import { pageHeadersOf, somebody } from '../support/oauth-flow.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({}, { fetchDocument })
afterAll(() => server.stop())

const REDIRECT = 'http://127.0.0.1:53178/callback'

const CLIENT_URL = 'https://assistant.example/client.json'

/** Replaces the server of the client's metadata document. */
async function fetchDocument(url: string): Promise<unknown> {
  if (url !== CLIENT_URL) throw new Error('blocked_address')
  return { ...new MemoryProvider().clientMetadata, client_id: CLIENT_URL }
}

/** Stores in memory what an MCP client stores on disk. */
class MemoryProvider {
  readonly redirectUrl = REDIRECT
  /** If set, the client is known by this document instead of being registered. */
  readonly clientMetadataUrl: string | undefined

  constructor(clientMetadataUrl?: string) {
    this.clientMetadataUrl = clientMetadataUrl
  }

  readonly clientMetadata = {
    client_name: 'Assistant',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  authorizationUrl: URL | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the two generations have different types
  registered: any
  // biome-ignore lint/suspicious/noExplicitAny: the two generations have different types
  stored: any
  #verifier = ''

  clientInformation() {
    return this.registered
  }
  saveClientInformation(registered: unknown) {
    this.registered = registered
  }
  tokens() {
    return this.stored
  }
  saveTokens(tokens: unknown) {
    this.stored = tokens
  }
  invalidateCredentials(which: string) {
    if (which === 'tokens' || which === 'all') this.stored = undefined
  }
  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
}

interface Connection {
  connect(): Promise<void>
  finish(code: string, callback: URL): Promise<void>
  tools(): Promise<{ tools: { name: string }[] }>
  call(name: string, input: Record<string, unknown>): Promise<{ isError?: boolean; content: { text?: string }[] }>
  close(): Promise<void>
}

const ME = { name: 'test', version: '1' }
const target = () => new URL(`${server.url}/mcp`)

function newest(authProvider: MemoryProvider): Connection {
  const client = new Client(ME, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const transport = new StreamableHTTPClientTransport(target(), { authProvider: authProvider as never })
  return connectionOf(client, transport)
}

function older(authProvider: MemoryProvider): Connection {
  const client = new OldClient(ME)
  const transport = new OldHttpTransport(target(), { authProvider: authProvider as never })
  return connectionOf(client, transport)
}

// biome-ignore lint/suspicious/noExplicitAny: the two generations have different types
function connectionOf(client: any, transport: any): Connection {
  return {
    connect: () => client.connect(transport),
    finish: (code, callback) => transport.finishAuth(code, callback.searchParams.get('iss') ?? undefined),
    tools: () => client.listTools(),
    call: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  }
}

it.each([
  ['2026-07-28', 'registers itself', newest, undefined],
  ['2026-07-28', 'has a metadata document', newest, CLIENT_URL],
  ['2025-11-25', 'registers itself', older, undefined],
] as const)('%s, the client %s: consent, tool call, refresh and revocation', async (_, __, connectionWith, url) => {
  const { browser } = await somebody(server)
  const provider = new MemoryProvider(url)
  const first = connectionWith(provider)
  await expect(first.connect()).rejects.toThrow(/unauthorized/i)
  // The client found the authorization server and the scopes by itself.
  const asked = provider.authorizationUrl!
  expect(asked.origin).toBe(server.url)
  expect(asked.searchParams.get('resource')).toBe(`${server.url}/mcp`)
  expect(asked.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining([...MCP_SCOPES]))
  expect(asked.searchParams.get('scope')).not.toContain('keys:manage')
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
  expect(asked.searchParams.get('client_id')).toBe(url ?? provider.registered.client_id)

  const page = await browser.follow(asked.href)
  const callback = new URL((await browser.decide(page, 'allow')).headers.get('location')!)
  await first.finish(callback.searchParams.get('code')!, callback)

  const second = connectionWith(provider)
  await second.connect()
  expect((await second.tools()).tools.map(({ name }) => name)).toContain('resolve_building')
  const answer = await second.call('search_projects', { limit: 1 })
  expect([answer.isError ?? false, answer.content.length > 0]).toEqual([false, true])
  await second.close()

  // The token is for MCP only.
  expect((await server.get('/api/v1/me', provider.stored.access_token)).status).toBe(401)

  // With an unusable access token, the client refreshes and goes on without the person.
  const before = provider.stored.refresh_token
  provider.stored = { ...provider.stored, access_token: 'pl_at_expired' }
  const third = connectionWith(provider)
  await third.connect()
  expect((await third.tools()).tools.length).toBeGreaterThan(5)
  expect(provider.stored.refresh_token).not.toBe(before)

  // The person withdraws the consent in the portal: the client must ask again.
  await withdrawConsent(browser)
  provider.authorizationUrl = undefined
  await expect(third.call('search_projects', { limit: 1 })).rejects.toThrow(/unauthorized/i)
  expect(provider.authorizationUrl).toBeDefined()
  await third.close()
})

async function withdrawConsent(browser: Browser): Promise<void> {
  const headers = await pageHeadersOf(server, browser)
  const { data } = (await server.get('/api/v1/oauth/grants', undefined, headers)).body
  expect(data).toHaveLength(1)
  const { status } = await server.send('DELETE', `/api/v1/oauth/grants/${data[0].id}`, {}, undefined, headers)
  expect(status).toBe(204)
}
