// The request log on both databases: paging, filters, tenancy, retention and failures.
import { expect, it } from 'vitest'
import { createAccount } from '../../src/access/accounts/accounts.ts'
import type { Plan } from '../../src/access/rights/plans.ts'
import type { Account, Principal } from '../../src/access/rights/principal.ts'
import type { Database } from '../../src/db/database.ts'
import type { FaultCode } from '../../src/kernel/fault.ts'
import { requestIdOf } from '../../src/kernel/ids.ts'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.ts'
import { compactBlocks } from '../../src/requests/compact-blocks.ts'
import { deleteOldBlocks } from '../../src/requests/delete-old-blocks.ts'
import type { LoggedRequest, LogQuery, Position } from '../../src/requests/find-requests.ts'
import { RequestLog } from '../../src/requests/request-log.ts'
import { forEachDatabase } from '../support/databases.ts'

const NOON = Date.UTC(2026, 10, 16, 12)
const EVER = '2020-01-01T00:00:00.000Z'

/** One process with a clock that the test sets. */
class Process {
  readonly clock = { ms: NOON, now: () => this.clock.ms }
  readonly log: RequestLog
  readonly #name: string
  #number = 0

  constructor(db: Database, name: string) {
    this.#name = name
    this.log = new RequestLog({ db, clock: this.clock, process: name })
  }

  serve(account: Account, status = 200, code?: FaultCode, key = 'key_1', route = 'GET /api/v1/me'): string {
    const id = requestIdOf(this.#name, ++this.#number)
    this.log.record(principalOf(account, key), route, status, code, 1.5, id)
    return id
  }
}

function principalOf(account: Account, id: string): Principal {
  const rights = {
    account_id: account.id,
    mode: 'live' as const,
    hash: '',
    scopes: [],
    expires_at: null,
    revoked_at: null,
  }
  const key = {
    name: 'Test',
    prefix: 'pl_live_abcd',
    last4: 'wxyz',
    created_at: EVER,
    last_used_at: null,
    ...{ created_by: null, created_by_email: null, first_key_id: null },
    ...{ requests_per_month: null, lookups_per_month: null },
  }
  return { account, credential: { kind: 'key', id, ...rights, ...key }, plan: account.plan, dataset: 'production' }
}

const newAccount = (db: Database, plan: Plan = 'pro') => db.tx((tx) => createAccount(tx, null, plan))

async function all(log: RequestLog, account: Account, filter: Partial<LogQuery> = {}): Promise<LoggedRequest[]> {
  const requests: LoggedRequest[] = []
  let after: Position | undefined
  do {
    const page = await log.find(account.id, { since: EVER, limit: 7, ...filter, after })
    requests.push(...page.requests)
    after = page.next
  } while (after)
  return requests
}

const idsOf = (requests: readonly LoggedRequest[]) => requests.map(({ id }) => id)
const blocksOf = (db: Database) => db.query.selectFrom('request_log_blocks').selectAll().execute()

forEachDatabase('the request log', (open) => {
  it('lists the requests of two processes newest first, page by page, before and after compaction', async () => {
    const db = await open()
    const account = await newAccount(db)
    const [one, other] = [new Process(db, 'AAAAAAAA'), new Process(db, 'BBBBBBBB')]
    const expected: string[] = []
    for (let second = 0; second < 30; second++) {
      one.clock.ms = other.clock.ms = NOON + second * 1000
      expected.push(one.serve(account), one.serve(account))
      one.clock.ms = other.clock.ms += 300
      expected.push(other.serve(account))
      // One process is slower than the other to write.
      await one.log.flush()
      if (second % 4 === 3) await other.log.flush()
    }
    await other.log.flush()
    expect(idsOf(await all(one.log, account))).toEqual(expected.toReversed())
    const before = await blocksOf(db)
    expect(before.length).toBeGreaterThan(30)
    await compactBlocks(db, NOON)
    expect((await blocksOf(db)).length).toBe(before.length)
    await compactBlocks(db, NOON + HOUR_MS)
    expect((await blocksOf(db)).length).toBe(2)
    expect(idsOf(await all(other.log, account))).toEqual(expected.toReversed())
  })

  it('filters by key, status, code, route, time and request id', async () => {
    const db = await open()
    const account = await newAccount(db)
    const process = new Process(db, 'AAAAAAAA')
    const ok = process.serve(account)
    await process.log.flush()
    process.clock.ms += 5000
    const refused = process.serve(account, 429, 'rate_limited')
    const missing = process.serve(account, 404, 'project_not_found', 'key_2', 'GET /api/v1/projects/{id}')
    await process.log.flush()
    const find = async (filter: Partial<LogQuery>) => idsOf(await all(process.log, account, filter))
    expect(await find({ credential: 'key_2' })).toEqual([missing])
    expect(await find({ status: '4xx' })).toEqual([missing, refused])
    expect(await find({ status: '429' })).toEqual([refused])
    expect(await find({ status: '2xx' })).toEqual([ok])
    expect(await find({ status: '5xx' })).toEqual([])
    expect(await find({ code: 'project_not_found' })).toEqual([missing])
    expect(await find({ route: 'GET /api/v1/projects/{id}' })).toEqual([missing])
    expect(await find({ since: new Date(NOON + 5000).toISOString() })).toEqual([missing, refused])
    expect(await find({ until: new Date(NOON + 5000).toISOString() })).toEqual([ok])
    expect(await find({ requestId: refused })).toEqual([refused])
    expect(await find({ requestId: 'not an id' })).toEqual([])
    const [entry] = await all(process.log, account, { requestId: missing })
    expect(entry).toMatchObject({ at: new Date(NOON + 5000).toISOString(), status: 404, durationMs: 1.5, tool: null })
  })

  it('shows an account only its own requests', async () => {
    const db = await open()
    const [mine, theirs] = [await newAccount(db), await newAccount(db)]
    const process = new Process(db, 'AAAAAAAA')
    const [own, foreign] = [process.serve(mine), process.serve(theirs)]
    expect(idsOf(await all(process.log, mine))).toEqual([own])
    expect(await all(process.log, mine, { requestId: foreign })).toEqual([])
    expect(idsOf(await all(process.log, theirs))).toEqual([foreign])
  })

  it('deletes requests after the days of the plan, and the oldest of an account with too many', async () => {
    const db = await open()
    const [sandbox, pro] = [await newAccount(db, 'sandbox'), await newAccount(db, 'pro')]
    const process = new Process(db, 'AAAAAAAA')
    for (const days of [31, 29, 8, 6, 0]) {
      process.clock.ms = NOON - days * DAY_MS
      for (const account of [sandbox, pro]) process.serve(account)
      await process.log.flush()
    }
    const counts = async () => [(await all(process.log, sandbox)).length, (await all(process.log, pro)).length]
    expect(await counts()).toEqual([5, 5])
    await deleteOldBlocks(db, NOON)
    expect(await counts()).toEqual([2, 4])
    const [block] = await blocksOf(db)
    await deleteOldBlocks(db, NOON, block!.bytes.length * 3.5)
    expect(await counts()).toEqual([2, 3])
    expect((await all(process.log, pro))[0]!.at).toBe(new Date(NOON).toISOString())
  })

  it('keeps requests while the database fails, and writes none of a suspended account', async () => {
    const db = await open()
    const [account, suspended] = [await newAccount(db), await newAccount(db)]
    await db.query.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    let isDown = true
    const flaky = {
      ...db,
      get query() {
        if (isDown) throw new Error('the database is away')
        return db.query
      },
    }
    const process = new Process(flaky, 'AAAAAAAA')
    const ids = [process.serve(account), process.serve(account)]
    process.serve(suspended)
    await expect(process.log.flush()).rejects.toThrow('away')
    ids.push(process.serve(account))
    isDown = false
    expect(idsOf(await all(process.log, account))).toEqual(ids.toReversed())
    expect(await all(process.log, suspended)).toEqual([])
  })
})
