// Signs a person in with their browser: OAuth 2.0 for native applications (RFC 8252), with PKCE.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MCP_SCOPES } from '../../access/rights/plans.ts'
import { Stop } from '../../kernel/fault.ts'
import type { Tokens } from '../terminal/oauth-tokens.ts'
import { postOAuth, requestTokens } from '../terminal/oauth-tokens.ts'

/** What the commands use. */
const SCOPE = [...MCP_SCOPES, 'listings:write', 'feeds:manage', 'usage:read', 'keys:manage'].join(' ')
const WAIT_MS = 600_000

/** `show` gets the address that the person opens. */
export async function signIn(server: string, show: (url: string) => void): Promise<Tokens> {
  const listener = createServer().listen(0, '127.0.0.1')
  try {
    await once(listener, 'listening')
    const redirect_uri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
    const { client_id } = (await postOAuth(`${server}/oauth/register`, {
      client_name: 'plinth command line',
      redirect_uris: [redirect_uri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: SCOPE,
    })) as { client_id: string }
    const [code_verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('base64url')]
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const request = { client_id, redirect_uri, response_type: 'code', scope: SCOPE, state, code_challenge }
    const code = codeFrom(listener, state)
    show(`${server}/oauth/authorize?${new URLSearchParams({ ...request, code_challenge_method: 'S256' })}`)
    const grant = { grant_type: 'authorization_code', code: await code, redirect_uri, code_verifier }
    return await requestTokens(server, client_id, grant)
  } finally {
    listener.close()
    listener.closeAllConnections()
  }
}

/** A request with another state is not from this sign-in, and does not end it. */
function codeFrom(listener: Server, state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new Stop('failed', message, 'Run plinth login again.'))
    setTimeout(fail, WAIT_MS, 'nobody signed in for ten minutes').unref()
    listener.on('request', ({ url = '/' }, response) => {
      const { pathname, searchParams: answer } = new URL(url, 'http://127.0.0.1')
      const isOurs = pathname === '/callback' && answer.get('state') === state
      const [status, text] = isOurs ? [200, 'You can close this page.'] : [404, 'Not found.']
      const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
      response.writeHead(status, headers).end(text, () => {
        if (!isOurs) return
        const code = answer.get('code')
        if (code === null) fail(`the sign-in was refused: ${answer.get('error_description') ?? answer.get('error')}`)
        else resolve(code)
      })
    })
  })
}
