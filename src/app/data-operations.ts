// Imports, refreshes, rollbacks and the demonstration, for the server and for commands.
import { join } from 'node:path'
import type { DatasetLoading } from '../catalog/dataset-loading.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../db/database.ts'
import type { DataOperations, ImportRequest } from '../ingest/data-operations-api.ts'
import { rollBackDecisions } from '../ingest/edits/roll-back-decisions.ts'
import { listSourceStates, readFreshness } from '../ingest/import/freshness.ts'
import { importFile } from '../ingest/import/import-file.ts'
import type { RefreshOutcome } from '../ingest/import/refresh.ts'
import { isRefreshDue, lastRefresh, refresh } from '../ingest/import/refresh.ts'
import type { OpenSourcesOptions } from '../ingest/open-sources/open-sources.ts'
import { installSource, removeOpenSource } from '../ingest/open-sources/open-sources.ts'
import { isCheckDue, listOpenSources } from '../ingest/open-sources/source-states.ts'
import { hasLinkDecisions } from '../ingest/publish/follow-successors.ts'
import { recompose } from '../ingest/publish/recompose.ts'
import type { RollbackOptions } from '../ingest/publish/rollback.ts'
import { rollback } from '../ingest/publish/rollback.ts'
import { DEMO_SOURCE } from '../ingest/record/source-names.ts'
import type { Source } from '../ingest/sources/source-registry.ts'
import { changeSource, listRefreshedFiles } from '../ingest/sources/source-registry.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { VERSION } from '../kernel/config.ts'
import { Fault } from '../kernel/fault.ts'
import type { Log } from '../kernel/log.ts'
import { WorkQueue } from '../kernel/work-queue.ts'
import type { GuardedReader } from '../webhooks/sender/guarded-sender.ts'
import { demoSource, publishDemo } from './first-data.ts'
import { importedSources } from './real-buildings.ts'

interface DataOperationsOptions extends Pick<Config, 'demonstration' | 'demoProjects'> {
  readonly db: Database
  readonly clock: Clock
  /** UTC time of the daily refresh. */
  readonly refreshAt: string
  /** Holder of the refresh lease. */
  readonly holder: string
  readonly snapshot: () => Promise<Snapshot>
  readonly streetsFolder?: string | undefined
  /** For temporary files of imports. */
  readonly workFolder: string
  /** For the downloads of open data. */
  readonly openData: Pick<OpenSourcesOptions, 'folder' | 'mirror' | 'reader'>
  /** Called after each operation that may have published a version. */
  readonly published: () => Promise<void>
}

export function openDataOf({ dataDir, openDataMirror: mirror }: Config, reader: GuardedReader) {
  return { folder: join(dataDir, 'open-data'), mirror, reader }
}

/**
 * One at a time on this node. They would wait for each other's lock in the database anyway, each with a connection and a
 * transaction: ten of them take every connection, and nothing else reaches the database.
 */
const LIMITS = {
  concurrency: 1,
  maxWaiting: 20,
  fullMessage: 'Too many imports and rollbacks are waiting. Nothing was changed.',
  maxRetryAfterSeconds: 600,
}

export function createDataOperations(options: DataOperationsOptions): DataOperations {
  const { db, clock, demonstration, demoProjects, refreshAt, holder, snapshot, workFolder, streetsFolder } = options
  // The version is committed. If it cannot be loaded now, the next poll loads it.
  const published = () => options.published().catch(() => {})
  const now = () => new Date(clock.now())
  const queue = new WorkQueue(LIMITS)
  const importNow = (request: ImportRequest, lost?: AbortSignal) =>
    queue.run(async () => {
      lost?.throwIfAborted()
      const run = await importFile(db, { ...request, now, snapshot, workFolder, streetsFolder })
      await published()
      return run
    })
  const userAgent = `Mozilla/5.0 (compatible; Plinth/${VERSION})`
  const open = { ...options.openData, db, now, userAgent, importFile: importNow }
  const enabledSources = async () => {
    const enabled = (await listRefreshedFiles(db)).filter((source) => source.enabled)
    const due = enabled.filter((source) => source.kind === 'file' || isCheckDue(source, now()))
    return due.map(({ name, kind, location, format, map }) => ({
      name,
      publish: async (lost: AbortSignal) => {
        if (kind === 'open') {
          const { outcome, run, problem } = await installSource(open, location, { actor: 'refresh', lost })
          if (problem !== null) throw new Error(problem)
          return { outcome: outcome as RefreshOutcome, version: run?.version ?? null }
        }
        const request = { file: location, source: name, format: format ?? undefined, mapping: map ?? undefined }
        const { outcome, version } = await importNow({ ...request, actor: 'refresh' }, lost)
        return { outcome: outcome === 'published' || outcome === 'unchanged' ? outcome : ('refused' as const), version }
      },
    }))
  }
  const freshness = () => readFreshness(db, now(), refreshAt, [DEMO_SOURCE])
  return {
    requireRoom: () => queue.requireRoom(),
    importFile: (request) => importNow(request),
    async refresh(onFailure) {
      const run = await refresh(db, [demoSource(demoProjects), ...(await enabledSources())], holder, now, onFailure)
      await published()
      return run
    },
    freshness,
    sources: async () => listSourceStates(db, await freshness()),
    async changeSource(name, change, cause) {
      const write = (tx: Tx) => changeSource(tx, name, change, cause, now())
      if (change.trust === undefined && change.creates_projects === undefined) return db.tx(write)
      let changed: Source | undefined
      const decide = async (tx: Tx) => {
        changed = await write(tx)
        return undefined
      }
      const note = `other trust in source ${name}`
      await recompose(db, { at: now(), actor: cause.actor, note, everything: true, decide, snapshot: await snapshot() })
      await published()
      return changed!
    },
    openSources: async () => listOpenSources(db, await freshness()),
    installSource: (name, order) => installSource(open, name, order),
    removeOpenSource: (name, order) =>
      queue.run(async () => {
        const current = (await hasLinkDecisions(db, 'production')) ? await snapshot() : undefined
        const result = await removeOpenSource(open, name, { ...order, snapshot: current })
        await published()
        return result
      }),
    rollback: (version, cause, reason) =>
      queue.run(async () => {
        const current = await snapshot()
        const onMerges: RollbackOptions['onMerges'] = (publication, found) =>
          rollBackDecisions(publication, found, current)
        const report = await rollback(db, 'production', version, { at: now(), cause, reason, onMerges })
        await published()
        return report
      }),
    loadDemo: (report) =>
      queue.run(async () => {
        const others = await importedSources(db)
        if (others.length > 0)
          throw new Fault('state_conflict', {
            detail: `The catalogue has data from ${others.join(', ')}. The demonstration cannot be added to imported data.`,
          })
        await publishDemo(db, { clock, demonstration, demoProjects, report })
        await published()
      }),
  }
}

/** Runs on every node; a lease lets one node do the work. */
export async function refreshWhenDue(
  { db, clock, dataOperations, loading, log }: RefreshDeps,
  refreshAt: string,
): Promise<void> {
  // The first data is being created; a refresh would create it a second time.
  if (loading.progress('production')) return
  const last = await lastRefresh(db)
  if (!isRefreshDue(new Date(clock.now()), refreshAt, last?.day ?? null)) return
  const run = await dataOperations.refresh((source, error) =>
    log.error({ source, err: error }, 'refreshing a source failed'),
  )
  if (run) log.info({ run }, 'refreshed')
}

interface RefreshDeps {
  readonly db: Database
  readonly clock: Clock
  readonly dataOperations: DataOperations
  readonly loading: DatasetLoading
  readonly log: Log
}
