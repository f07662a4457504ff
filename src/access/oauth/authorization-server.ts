// The OAuth authorization server: loaded by the first request, rebuilt when the signing keys change.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Cause } from '../../events/audit-log.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import type { Provider } from './oidc-provider.ts'
import type { ProviderDeps } from './provider.ts'
import type { SigningKey } from './signing-keys.ts'
import { ensureSigningKey, loadSigningKeys, rotateSigningKeys, signingKeyIds } from './signing-keys.ts'

export interface AuthorizationServerOptions extends Omit<ProviderDeps, 'deps' | 'keys'> {
  readonly deps: Omit<OAuthDeps, 'cause'>
}

/** The library and its configuration. */
interface LoadedProvider {
  readonly provider: Provider
  readonly handle: ReturnType<Provider['callback']>
}

export class AuthorizationServer {
  readonly #options: AuthorizationServerOptions
  readonly #deps: OAuthDeps
  readonly #cause = new AsyncLocalStorage<Cause>()
  #keys: readonly SigningKey[] = []
  #loaded: Promise<LoadedProvider> | undefined

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
    if ((await signingKeyIds(db)) === this.#keys.map(({ kid }) => kid).join(' ')) return
    this.#keys = await loadSigningKeys(db, secrets)
    this.#loaded = undefined
  }

  /** The library takes a tenth of the start and 10 MB, and most processes never need it. */
  load(): Promise<LoadedProvider> {
    this.#loaded ??= import('./provider.ts').then(({ createProvider }) => {
      const provider = createProvider({ ...this.#options, deps: this.#deps, keys: this.#keys })
      return { provider, handle: provider.callback() }
    })
    return this.#loaded
  }

  /** Starts signing with a new key and returns its id; the old keys stay published for a day. */
  async rotateSigningKeys(cause: Cause): Promise<string> {
    const { db, secrets, clock } = this.#deps
    const kid = await db.tx((tx) => rotateSigningKeys(tx, secrets, cause, new Date(clock.now())))
    // The new key is committed; if this sync fails, the next one loads it.
    await this.sync().catch(() => {})
    return kid
  }

  async handle(cause: Cause, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { handle } = await this.load()
    return this.runAs(cause, () => handle(request, response))
  }

  /** Runs `work` with `cause` as the actor in the audit log. */
  runAs<T>(cause: Cause, work: () => Promise<T>): Promise<T> {
    return this.#cause.run(cause, work)
  }
}
