// The OAuth authorization server, rebuilt when the signing keys change.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Cause } from '../../events/audit-log.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import type { Provider } from './oidc-provider.ts'
import type { ProviderDeps } from './provider.ts'
import { createProvider } from './provider.ts'
import type { SigningKey } from './signing-keys.ts'
import { ensureSigningKey, loadSigningKeys, rotateSigningKeys, signingKeyIds } from './signing-keys.ts'

export interface AuthorizationServerOptions extends Omit<ProviderDeps, 'deps' | 'keys'> {
  readonly deps: Omit<OAuthDeps, 'cause'>
}

export class AuthorizationServer {
  readonly #options: AuthorizationServerOptions
  readonly #deps: OAuthDeps
  readonly #cause = new AsyncLocalStorage<Cause>()
  #provider: Provider | undefined
  #handle: ReturnType<Provider['callback']> | undefined
  #keys = ''

  constructor(options: AuthorizationServerOptions) {
    this.#options = options
    this.#deps = { ...options.deps, cause: () => this.#cause.getStore() ?? SYSTEM }
  }

  /** Requires the final base URL. */
  async start(): Promise<void> {
    const { db, secrets, clock } = this.#deps
    await ensureSigningKey(db, secrets, new Date(clock.now()))
    await this.sync()
  }

  /** Loads new signing keys. Requests in progress are not affected: their state is in the database. */
  async sync(): Promise<void> {
    const { db, secrets } = this.#deps
    if ((await signingKeyIds(db)) === this.#keys) return
    const keys: SigningKey[] = await loadSigningKeys(db, secrets)
    this.#provider = createProvider({ ...this.#options, deps: this.#deps, keys })
    this.#handle = this.#provider.callback()
    this.#keys = keys.map(({ kid }) => kid).join(' ')
  }

  /** Starts signing with a new key and returns its id; the old keys stay published for a day. */
  async rotateSigningKeys(cause: Cause): Promise<string> {
    const { db, secrets, clock } = this.#deps
    const kid = await db.tx((tx) => rotateSigningKeys(tx, secrets, cause, new Date(clock.now())))
    await this.sync()
    return kid
  }

  get provider(): Provider {
    if (!this.#provider) throw new Error('the authorization server has not started')
    return this.#provider
  }

  handle(cause: Cause, request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.runAs(cause, () => this.#handle!(request, response))
  }

  /** Runs `work` with `cause` as the actor in the audit log. */
  runAs<T>(cause: Cause, work: () => Promise<T>): Promise<T> {
    return this.#cause.run(cause, work)
  }
}
