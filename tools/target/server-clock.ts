// The clock of an attacked server, which the proof can set.
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerOptions } from './server-process.ts'

/** A server reads its shift every 200 ms. */
const SEEN_MS = 1_000

export class ServerClock {
  readonly #file: string

  private constructor(file: string, text: string) {
    this.#file = file
    writeFileSync(file, text)
  }

  static shifted(file: string, shiftMs: number): ServerClock {
    return new ServerClock(file, String(shiftMs))
  }

  /** Stands still. */
  static fixed(file: string, at: number): ServerClock {
    return new ServerClock(file, `@${at}`)
  }

  /** Options of a server that uses this clock. */
  options(env: Readonly<Record<string, string>>): Pick<ServerOptions, 'nodeArguments' | 'env'> {
    return {
      nodeArguments: ['--import', fileURLToPath(new URL('shifted-clock.mjs', import.meta.url))],
      env: { ...env, CLOCK_FILE: this.#file },
    }
  }

  /** How far the server's clock is ahead of this machine's. */
  async set(shiftMs: number): Promise<void> {
    writeFileSync(this.#file, String(shiftMs))
    await sleep(SEEN_MS)
  }
}
