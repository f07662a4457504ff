// What the three doors of the attack share: accounts, requests and waiting.
import { setTimeout as sleep } from 'node:timers/promises'
import { holdsWithin } from '../../shared/waiting.ts'
import { createKey } from '../../target/operator.ts'
import type { Answer, SendOptions } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { Listeners } from './listeners.ts'
import type { Target } from './targets.ts'

/** A way by which a customer makes the server fetch a URL. */
export interface Door {
  readonly name: string
  /** Reaches the receiver in every way of this door; throws if that fails, because then the attack shows nothing. */
  control(): Promise<void>
  /** Tries every way of this door. */
  attack(target: Target): Promise<void>
}

export class Attacker {
  readonly #server: ServerProcess
  #sent = 0
  #uses = 0
  #accepted = 0

  constructor(server: ServerProcess) {
    this.#server = server
  }

  /** Requests that were sent to the server. */
  get sent(): number {
    return this.#sent
  }

  /** Requests with a hostile URL that the server accepted, so that only its connections were left to stop it. */
  get accepted(): number {
    return this.#accepted
  }

  urlOf(target: Target): string {
    this.#uses += 1
    return target.url(this.#uses)
  }

  /** A number that no other request has. */
  unique(): number {
    this.#uses += 1
    return this.#uses
  }

  countAccepted(): void {
    this.#accepted += 1
  }

  async createKeys(count: number): Promise<string[]> {
    const keys: string[] = []
    for (let i = 0; i < count; i++) keys.push((await createKey(this.#server, 'elite')).key)
    return keys
  }

  /** Every request comes from another client address, so that no limit per address ends the attack. */
  async send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    for (;;) {
      this.#sent += 1
      const n = this.#sent
      const address = `93.184.${(n >> 8) & 255}.${n & 255}`
      const headers = { 'x-forwarded-for': address, ...options.headers }
      const answer = await send(this.#server.url, method, path, { ...options, headers })
      if (answer.status === 0) {
        if (!this.#server.isRunning) throw new Error(`The server ended:\n${this.#server.output()}`)
        // A client that sends a malformed URL may get no answer; what counts is who the server connects to.
        return answer
      }
      if (answer.status !== 429 && answer.status !== 503) return answer
      await sleep(Math.max(1, Number(answer.headers['retry-after']) || 1) * 1000)
    }
  }

  /** Waits until `isDone`; returns false if it never is. */
  readonly until = (isDone: () => Promise<boolean>): Promise<boolean> => holdsWithin(20_000, isDone)
}

export interface Account {
  readonly key: string
  /** An object whose URL is changed to the hostile one and back. */
  readonly standing: string
}

const ACCOUNTS = 4

/** A door to which several accounts have access, each with an object of its own that stays. */
export abstract class AccountDoor implements Door {
  abstract readonly name: string
  readonly attacker: Attacker
  readonly listeners: Listeners
  readonly #accounts: Account[] = []
  #turn = 0

  constructor(attacker: Attacker, listeners: Listeners) {
    this.attacker = attacker
    this.listeners = listeners
  }

  abstract control(): Promise<void>
  abstract attack(target: Target): Promise<void>
  abstract createStanding(key: string): Promise<Answer>

  /** The first account; all are created when it is first asked for. */
  async firstAccount(): Promise<Account> {
    if (this.#accounts.length === 0)
      for (const key of await this.attacker.createKeys(ACCOUNTS)) {
        const created = await this.createStanding(key)
        requireControl(created.status === 201, this.name, created.text)
        this.#accounts.push({ key, standing: created.body.data.id })
      }
    return this.#accounts[0]!
  }

  nextAccount(): Account {
    this.#turn += 1
    return this.#accounts[this.#turn % this.#accounts.length]!
  }

  post(key: string, path: string, body: unknown = {}): Promise<Answer> {
    return this.attacker.send('POST', path, { key, body })
  }
}

export function requireControl(isReached: boolean, way: string, detail: string): void {
  if (!isReached)
    throw new Error(`The control did not work: ${way} did not reach the allowed receiver.\n${detail.slice(0, 600)}`)
}
