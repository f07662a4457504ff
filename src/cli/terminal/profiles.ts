// The servers that plinth login signed in to, each with its credential, in a file that only its owner can read.
import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import { readPrivateFile, writePrivateFile } from '../../kernel/secrets.ts'
import type { Tokens } from './oauth-tokens.ts'
import { isFresh, refreshTokens } from './oauth-tokens.ts'

/** With an API key, or with the tokens of a person. */
export interface Profile {
  readonly server: string
  readonly key?: string
  readonly tokens?: Tokens
}

interface Stored {
  /** The one that signed in last. */
  readonly current: string | null
  readonly profiles: Readonly<Record<string, Profile>>
}

const NAME = /^[a-z0-9][\w.-]{0,63}$/i
const LOCK_RETRY_MS = 100
/** Longer than a refresh takes: the process that made the lock was killed. */
const LOCK_IS_STALE_MS = 60_000

export class Profiles {
  readonly #file: string
  readonly #chosen: string | undefined

  /** `name` is that of an option. */
  constructor({ configHome, profile }: Pick<Config, 'configHome' | 'profile'>, name = profile) {
    this.#file = join(configHome, 'plinth', 'profiles.json')
    this.#chosen = name
    if (name !== undefined && !NAME.test(name))
      throw new Stop('usage', `"${name}" is not a name for a profile`, 'Use letters, digits, "-", "_" and ".".')
  }

  all(): Stored {
    const text = readPrivateFile(this.#file)
    if (text === undefined) return { current: null, profiles: {} }
    if (process.platform !== 'win32' && statSync(this.#file).mode & 0o077)
      throw new Stop('failed', `other people can read ${this.#file}`, `Run: chmod 600 '${this.#file}'`)
    try {
      return JSON.parse(text) as Stored
    } catch {
      throw new Stop('failed', `${this.#file} is damaged`, 'Delete it, and sign in again with plinth login.')
    }
  }

  /** The profile that an option or a setting names, or that signed in last. A name that is not there is an error. */
  find(): (Profile & { readonly name: string }) | undefined {
    const { current, profiles } = this.all()
    const name = this.#chosen ?? current
    if (name !== null && Object.hasOwn(profiles, name)) return { ...profiles[name]!, name }
    if (this.#chosen === undefined) return undefined
    throw new Stop('usage', `there is no profile "${name}"`, 'See plinth profiles, or sign in with plinth login.')
  }

  /** The name under which plinth login stores. */
  get nameToStore(): string {
    return this.#chosen ?? 'default'
  }

  save(name: string, profile: Profile): Promise<void> {
    return this.#locked(() => {
      this.#write({ current: name, profiles: { ...this.all().profiles, [name]: profile } })
    })
  }

  remove(name: string): Promise<void> {
    return this.#locked(() => {
      const { [name]: _, ...profiles } = this.all().profiles
      this.#write({ current: Object.keys(profiles).at(-1) ?? null, profiles })
    })
  }

  /** For the next request. Only one process refreshes: the server ends a sign-in whose refresh token is used twice. */
  async tokenOf(name: string, server: string): Promise<string> {
    const known = this.#profile(name, server)
    if (known.tokens === undefined) return known.key ?? ''
    if (isFresh(known.tokens)) return known.tokens.access_token
    return this.#locked(async () => {
      const { tokens } = this.#profile(name, server)
      if (tokens && isFresh(tokens)) return tokens.access_token
      const fresh = await refreshTokens(server, tokens ?? known.tokens!)
      const { current, profiles } = this.all()
      this.#write({ current, profiles: { ...profiles, [name]: { server, tokens: fresh } } })
      return fresh.access_token
    })
  }

  /** Another process may have signed in elsewhere meanwhile. */
  #profile(name: string, server: string): Profile {
    const { [name]: profile } = this.all().profiles
    if (profile?.server === server) return profile
    throw new Stop('failed', `the profile "${name}" is no longer signed in to ${server}`, 'Run plinth login.')
  }

  #write(stored: Stored): void {
    writePrivateFile(this.#file, `${JSON.stringify(stored, null, 2)}\n`)
  }

  async #locked<T>(work: () => T | Promise<T>): Promise<T> {
    const lock = `${this.#file}.lock`
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
    while (!takeLock(lock)) await setTimeout(LOCK_RETRY_MS)
    try {
      return await work()
    } finally {
      rmSync(lock, { force: true })
    }
  }
}

function takeLock(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - made > LOCK_IS_STALE_MS) rmSync(file, { force: true })
    return false
  }
}
