// The request log: who called which route, when, and with which outcome.

import { sql } from 'kysely'
import type { Principal } from '../access/rights/principal.ts'
import { callerIdOf } from '../access/rights/principal.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FaultCode } from '../kernel/fault.ts'
import { processName } from '../kernel/ids.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { settled } from '../kernel/settled.ts'
import type { Block } from './block-writer.ts'
import { compactBlocks } from './compact-blocks.ts'
import { deleteOldBlocks } from './delete-old-blocks.ts'
import type { LogPage, LogQuery } from './find-requests.ts'
import { findRequests } from './find-requests.ts'
import type { BufferLimits } from './request-buffer.ts'
import { BUFFER_LIMITS, RequestBuffer } from './request-buffer.ts'

/** Strings of statuses, because making one for each request costs more than the rest. */
const OUTCOMES = Array.from({ length: 600 }, (_, status) => String(status))

export interface RequestLogOptions {
  readonly db: Database
  readonly clock: Clock
  /** Tests replace it to play several processes. */
  readonly process?: string
  readonly limits?: BufferLimits
}

export class RequestLog {
  readonly #db: Database
  readonly #clock: Clock
  readonly #buffer: RequestBuffer
  #flushing: Promise<void> = Promise.resolve()

  constructor({ db, clock, process = processName, limits = BUFFER_LIMITS }: RequestLogOptions) {
    this.#db = db
    this.#clock = clock
    this.#buffer = new RequestBuffer(process, limits)
  }

  /** Never waits and never throws. Sessions are people who browse the portal; visitors have no account. */
  record(
    { account, credential }: Principal,
    route: string,
    status: number,
    code: FaultCode | undefined,
    ms: number,
    requestId: string,
  ): void {
    const caller = callerIdOf(credential)
    if (caller === undefined) return
    const outcome = code ? `${status} ${code}` : (OUTCOMES[status] ?? String(status))
    this.#buffer.add(account.id, this.#clock.now(), requestId, caller, route, outcome, ms)
  }

  /** Runs every second: a crash loses at most what is newer. One flush at a time. */
  flush(): Promise<void> {
    const flushed = this.#flushing.then(() => this.#flush())
    this.#flushing = settled(flushed)
    return flushed
  }

  async #flush(): Promise<void> {
    const blocks = this.#buffer.take(this.#clock.now())
    if (blocks.length === 0) return
    try {
      await insertBlocks(this.#db, blocks)
    } catch (error) {
      this.#buffer.restore(blocks)
      throw error
    }
  }

  /** Newest first, with this process's requests up to now. */
  async find(accountId: string, query: LogQuery): Promise<LogPage> {
    await this.flush()
    return findRequests(this.#db, accountId, query)
  }

  /** Runs every hour. */
  async runMaintenance(): Promise<void> {
    const now = this.#clock.now()
    await deleteOldBlocks(this.#db.forJobs, now)
    await compactBlocks(this.#db.forJobs, now)
  }

  registerMetrics(metrics: Metrics): void {
    const help = 'Requests missing in the request log because the buffer was full.'
    metrics.count('plinth_request_log_dropped_total', help, () => this.#buffer.dropped)
  }
}

/** Requests of accounts that were erased or suspended meanwhile are left out. */
async function insertBlocks(db: Database, blocks: readonly Block[]): Promise<void> {
  const column = <K extends keyof Block>(name: K) => blocks.map((block) => block[name])
  await sql`
    insert into request_log_blocks
      (account_id, process, first_number, last_number, from_at, to_at, requests, omitted, classes, bytes)
    select b.* from unnest(
      ${column('account_id')}::text[], ${column('process')}::text[],
      ${column('first_number')}::bigint[], ${column('last_number')}::bigint[],
      ${column('from_at')}::timestamptz[], ${column('to_at')}::timestamptz[],
      ${column('requests')}::integer[], ${column('omitted')}::integer[],
      ${column('classes')}::integer[], ${column('bytes')}::bytea[]
    ) as b(account_id, process, first_number, last_number, from_at, to_at, requests, omitted, classes, bytes)
    join accounts a on a.id = b.account_id and a.status = 'active'`.execute(db.query)
}
