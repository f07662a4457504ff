// Sees when the database went back in time, and then makes this node forget what it had read.
import { readFileSync } from 'node:fs'
import type { Database } from '../db/database.ts'
import type { Position } from '../events/history.ts'
import { beginEpoch, ensureHistory, readPosition } from '../events/history.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { writePrivateFile } from '../kernel/secrets.ts'

interface Seen {
  readonly position: Position
  readonly at: string
}

interface WatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Remembers the last position outside the database, for a step back while no node runs. */
  readonly file: string | undefined
  /** Reads everything again. If it fails, the next check repeats it. */
  reload(): Promise<void>
}

export class HistoryWatch {
  readonly #options: WatchOptions
  #seen: Seen | undefined
  #written = ''
  /** Something was read from the database, and may have to be read again. */
  #isStarted = false
  #checking: Promise<void> | undefined

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** Before anything is read: a restored database begins its epoch. */
  async start(): Promise<void> {
    await ensureHistory(this.#options.db.query)
    this.#seen = this.#read()
    await this.check()
    this.#isStarted = true
  }

  /** Runs every second. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async #check(): Promise<void> {
    const { db, clock, log, reload } = this.#options
    const now = () => new Date(clock.now())
    const at = now().toISOString()
    const position = await readPosition(db.query)
    const seen = this.#seen
    if (!position.isRestored && (!seen || isAfter(position, seen.position))) {
      this.#store({ position, at })
      return
    }
    // Another node that saw it first has begun an epoch, with higher numbers.
    const isBegun = seen && position.epoch !== seen.position.epoch && position.sequence > seen.position.sequence
    if (position.isRestored || !isBegun) {
      const { epoch } = position
      const lost = {
        ...{ epoch, seen: seen?.position.sequence ?? 0, seenAt: seen?.at ?? null },
        versions: seen?.position.versions,
      }
      await db.tx((tx) => beginEpoch(tx, lost, now()))
    }
    log.warn({ before: seen?.position, after: position }, 'the database went back in time; reading everything again')
    const next = { position: await readPosition(db.query), at: now().toISOString() }
    if (this.#isStarted) await reload()
    this.#store(next)
  }

  #read(): Seen | undefined {
    const { file } = this.#options
    if (!file) return undefined
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      // Missing at the first start. A damaged file is no reason not to start.
      return undefined
    }
  }

  #store(seen: Seen): void {
    this.#seen = seen
    const { file } = this.#options
    const text = JSON.stringify(seen.position)
    if (!file || text === this.#written) return
    writePrivateFile(file, JSON.stringify(seen))
    this.#written = text
  }
}

function isAfter(now: Position, seen: Position): boolean {
  return now.epoch === seen.epoch && now.counters.every((value, i) => value >= seen.counters[i]!)
}
