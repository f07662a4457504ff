// How long a query and a connection from the pool may take.
import type pg from 'pg'
import { MINUTE_MS } from '../kernel/time.ts'

export interface Deadlines {
  /** To get a connection from the pool. */
  readonly connectMs: number
  readonly queryMs: number
  /** Each of the two, from the first that was missed until the database answers again. */
  readonly afterMissMs: number
}

/** A request that meets a hanging database twice still gets its 503 within ten seconds. */
export const REQUEST_DEADLINES: Deadlines = { connectMs: 3000, queryMs: 5000, afterMissMs: 500 }

/** A statement of an import, an export or a backup, and everything at the start. */
export const JOB_QUERY_MS = 10 * MINUTE_MS
/** A migration can rewrite the largest table, and waits for other nodes that migrate. */
export const MIGRATION_MS = 360 * MINUTE_MS

/** Watches the deadlines of one kind of work. Without deadlines, those of the pool apply. */
export class DeadlineWatch {
  readonly #deadlines: Deadlines | undefined
  #hasMissed = false

  constructor(deadlines: Deadlines | undefined) {
    this.#deadlines = deadlines
  }

  get queryMs(): number | undefined {
    return this.#hasMissed ? this.#deadlines?.afterMissMs : this.#deadlines?.queryMs
  }

  answered(): void {
    this.#hasMissed = false
  }

  failed(error: Error): void {
    if (this.#deadlines && error.message === 'Query read timeout') this.#hasMissed = true
  }

  async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const connecting = pool.connect()
    if (!this.#deadlines) return connecting
    const { connectMs, afterMissMs } = this.#deadlines
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          this.#hasMissed = true
          reject(new Error('timeout exceeded when trying to connect'))
          connecting.then(
            (client) => client.release(),
            () => {},
          )
        },
        this.#hasMissed ? afterMissMs : connectMs,
      )
    })
    return Promise.race([connecting, late]).finally(() => clearTimeout(timer))
  }
}
