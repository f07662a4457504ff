// Credentials of every kind on the attacked server. Inputs may end them; they are then made again.
import type { Random } from '../../shared/random.ts'
import { createKey } from '../../target/operator.ts'
import type { Application, SignedIn } from '../../target/people.ts'
import { newApplication, newMember, newOwner, newStaff, pageHeaders, tokenOf } from '../../target/people.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { CredentialKind, Headers } from './input.ts'
import { CREDENTIAL_COUNTS, CREDENTIALS } from './input.ts'
import { GARBAGE_CREDENTIALS } from './odd-values.ts'

/** An older build may not have them. */
const MAY_LACK: readonly CredentialKind[] = ['token', 'owner', 'viewer', 'developer', 'curator', 'operator session']

/** Credentials that the server must not accept. */
const GARBAGE: readonly Headers[] = GARBAGE_CREDENTIALS.map((pair) => [pair])

export class Credentials {
  readonly #server: ServerProcess
  readonly #share: number
  readonly #made = new Map<CredentialKind, Headers[]>()
  /** The account or person whose secret it is, by secret. */
  readonly owners = new Map<string, string>()
  application: Application = { id: 'none', secret: 'none' }

  /** `share`: of the usual number of accounts; a short run needs fewer. */
  constructor(server: ServerProcess, share: number) {
    this.#server = server
    this.#share = share
  }

  /** Makes what is missing or no longer works. A kind that the build does not have stays empty. */
  async renew(): Promise<void> {
    for (const kind of CREDENTIALS) {
      const wanted = Math.ceil(CREDENTIAL_COUNTS[kind] * this.#share)
      const all = this.#made.get(kind) ?? []
      const works = await Promise.all(all.map((headers) => this.#works(headers)))
      const kept = all.filter((_, i) => works[i])
      while (kept.length < wanted) {
        const making = this.#make(kind)
        const made = await (MAY_LACK.includes(kind) ? making.catch(() => undefined) : making)
        if (!made) break
        kept.push(made)
      }
      this.#made.set(kind, kept)
    }
    this.owners.set(this.#server.operatorKey(), 'operator')
  }

  headers(kind: CredentialKind, dice: Random): Headers {
    if (kind === 'garbage') return dice.pick(GARBAGE)
    const all = this.all(kind)
    return all.length === 0 ? [] : dice.pick(all)
  }

  all(kind: CredentialKind): readonly Headers[] {
    if (kind === 'visitor') return [[['Authorization', 'Visitor']]]
    return kind === 'operator' ? [bearer(this.#server.operatorKey())] : (this.#made.get(kind) ?? [])
  }

  async #works(headers: Headers): Promise<boolean> {
    const { status } = await send(this.#server.url, 'GET', '/api/v1/me', { headers: Object.fromEntries(headers) })
    return status === 200 || status === 429 || status === 503
  }

  /** Fails for a kind that the build does not have. */
  async #make(kind: CredentialKind): Promise<Headers | undefined> {
    switch (kind) {
      case 'sandbox':
      case 'starter':
      case 'pro':
      case 'elite':
        // Inputs may have suspended the account of a new key; that is found at the next renewal.
        return bearer(this.#owned((await createKey(this.#server, kind)).key, kind))
      case 'token':
        this.application = await newApplication(this.#server)
        return bearer(this.#owned(await tokenOf(this.#server, this.application), 'token'))
      case 'owner':
        return this.#session(await newOwner(this.#server))
      case 'curator':
        return this.#session(await newStaff(this.#server, 'curator'))
      case 'operator session':
        return this.#session(await newStaff(this.#server, 'operator'))
      case 'viewer':
      case 'developer':
        return this.#session(await newMember(this.#server, await newOwner(this.#server), kind))
      default:
        return undefined
    }
  }

  #owned(secret: string, of: string): string {
    this.owners.set(secret, `${of} ${this.owners.size}`)
    return secret
  }

  #session(person: SignedIn): Headers {
    this.#owned(person.cookie.slice(person.cookie.indexOf('=') + 1), person.email)
    this.#owned(person.csrfToken, person.email)
    return Object.entries(pageHeaders(this.#server, person))
  }
}

function bearer(secret: string): Headers {
  return [['Authorization', `Bearer ${secret}`]]
}
