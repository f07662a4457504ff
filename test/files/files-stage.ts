// Test fixture: file jobs with a manual clock over a few published projects.
import pino from 'pino'
import type { Database } from '../../src/db/database.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import type { FileOwner } from '../../src/files/file-jobs.ts'
import type { FileBilling, FileRunDeps } from '../../src/files/file-run.ts'
import { FileRun } from '../../src/files/file-run.ts'
import { FileStore } from '../../src/files/file-store.ts'
import type { FileJob } from '../../src/files/file-tables.ts'
import { Files } from '../../src/files/files.ts'
import { csvResult, ndjsonResult } from '../../src/http/files/file-result.ts'
import type { ResultFormat } from '../../src/http/files/file-schemas.ts'
import { parquetResult } from '../../src/http/files/parquet-result.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import type { ListingsStage } from '../listings/listings-stage.ts'
import { listingsStage } from '../listings/listings-stage.ts'
import { cleanUp, temporaryFolder } from '../support/databases.ts'

const MOST_BYTES = 10 * 1024 ** 2
const LEASE = { name: '', holder: 'killed', ttlMs: 60_000 }

export interface FilesStage extends ListingsStage {
  readonly files: Files
  readonly owner: FileOwner
  readonly clock: { ms: number }
  readonly allowance: { lookups: number; rows: number; running: number }
  readonly store: FileStore
  /** Lookups that were billed. */
  readonly billed: () => number
  upload(bytes: string | Buffer, options?: { name?: string; hold?: boolean; owner?: FileOwner }): Promise<FileJob>
  /** Runs what is due. */
  pass(id: string, ms?: number): Promise<FileJob>
  /** Runs the job until the hook ends it like a kill: nothing after it happens. */
  killed(id: string, onCrashPoint: FileRunDeps['onCrashPoint']): Promise<void>
  result(id: string, format: ResultFormat): Promise<Buffer>
}

export async function filesStage(db: Database, partRows = 3): Promise<FilesStage> {
  const base = await listingsStage(db)
  const clock = { ms: Date.parse('2026-11-16T12:00:00Z') }
  const allowance = { lookups: 1_000_000, rows: 1_000_000, running: 2 }
  let billed = 0
  const billing: FileBilling = {
    allowance: async () => ({ ...allowance, lookups: allowance.lookups - billed }),
    countLookups: (_account, _dataset, lookups) => {
      billed += lookups
    },
  }
  const store = new FileStore(await temporaryFolder())
  const deps = { db, store, links: base.links, billing, clock: { now: () => clock.ms }, partRows }
  const files = new Files({ ...deps, log: pino({ level: 'silent' }), holder: 'node-1' })
  cleanUp(() => files.worker.stop())
  const read = (id: string) => db.query.selectFrom('file_jobs').selectAll().where('id', '=', id)
  return {
    ...base,
    files,
    clock,
    allowance,
    store,
    billed: () => billed,
    async upload(bytes, { name = 'rows.csv', hold = false, owner = base.owner } = {}) {
      async function* chunks() {
        const all = Buffer.from(bytes)
        for (let at = 0; at < all.length; at += 1000) yield all.subarray(at, at + 1000)
      }
      const options = { name, hold, storesQueries: true, mostBytes: MOST_BYTES }
      const file = await files.receive(owner, chunks(), options)
      return db.tx((tx) => files.create(tx, owner, file, MOST_BYTES, SYSTEM))
    },
    async pass(id, ms = MINUTE_MS) {
      clock.ms += ms
      await files.worker.tick()
      await files.worker.settle()
      return read(id).executeTakeFirstOrThrow()
    },
    async killed(id, onCrashPoint) {
      const job = await read(id).executeTakeFirstOrThrow()
      const lease = { ...LEASE, name: `file ${id}` }
      const expires_at = new Date(Date.now() + LEASE.ttlMs)
      await db.query.insertInto('leases').values({ name: lease.name, holder: lease.holder, expires_at }).execute()
      const run = new FileRun({ ...deps, onCrashPoint }, job, lease, new AbortController().signal)
      await run.run().catch((error) => {
        if (error.message !== 'killed') throw error
      })
      await db.query.deleteFrom('leases').where('name', '=', lease.name).execute()
    },
    async result(id, format) {
      const writer = { csv: csvResult, ndjson: ndjsonResult, parquet: parquetResult }[format]
      const chunks: Buffer[] = []
      for await (const chunk of writer(await files.result(base.owner, id))) chunks.push(Buffer.from(chunk as string))
      return Buffer.concat(chunks)
    },
  }
}
