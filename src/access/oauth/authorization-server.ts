// The authorization server of this node: built from the signing keys there are, built anew when they change.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Cause } from '../../events/audit-log.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { World } from './oauth-deps.ts'
import type { Provider } from './oidc-provider.ts'
import type { ProviderParts } from './provider.ts'
import { createProvider } from './provider.ts'
import type { SigningKey } from './signing-keys.ts'
import { ensureSigningKey, loadSigningKeys, signingKeyIds } from './signing-keys.ts'

export interface AuthorizationServerParts extends Omit<ProviderParts, 'world' | 'keys'> {
  readonly world: Omit<World, 'cause'>
}

export class AuthorizationServer {
  readonly #parts: AuthorizationServerParts
  readonly #world: World
  readonly #cause = new AsyncLocalStorage<Cause>()
  #provider: Provider | undefined
  #handle: ReturnType<Provider['callback']> | undefined
  #keys = ''

  constructor(parts: AuthorizationServerParts) {
    this.#parts = parts
    this.#world = { ...parts.world, cause: () => this.#cause.getStore() ?? SYSTEM }
  }

  /** Once the address of the service is known. */
  async start(): Promise<void> {
    const { db, secrets, clock } = this.#world
    await ensureSigningKey(db, secrets, new Date(clock.now()))
    await this.sync()
  }

  /** Hears of new signing keys. Nothing is lost by the swap: all that is under way lies in the database. */
  async sync(): Promise<void> {
    const { db, secrets } = this.#world
    if ((await signingKeyIds(db)) === this.#keys) return
    const keys: SigningKey[] = await loadSigningKeys(db, secrets)
    this.#provider = createProvider({ ...this.#parts, world: this.#world, keys })
    this.#handle = this.#provider.callback()
    this.#keys = keys.map(({ kid }) => kid).join(' ')
  }

  get provider(): Provider {
    if (!this.#provider) throw new Error('the authorization server has not started')
    return this.#provider
  }

  /** Answers a request of its protocol, from the first byte to the last. */
  answer(cause: Cause, request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.as(cause, () => this.#handle!(request, response))
  }

  /** Does something for somebody: what is written to the audit log meanwhile bears their name. */
  as<T>(cause: Cause, work: () => Promise<T>): Promise<T> {
    return this.#cause.run(cause, work)
  }
}
