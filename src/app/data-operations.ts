// What is done to the data while it lives: imports, the refresh of every source, rollback, the demonstration. For the server and for commands.
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { Database } from '../db/database.ts'
import type { DataOperations, ImportRequest } from '../ingest/data-operations-api.ts'
import { rollBackDecisions } from '../ingest/edits/roll-back-decisions.ts'
import { listSources } from '../ingest/import/configured-sources.ts'
import { readFreshness } from '../ingest/import/freshness.ts'
import { importFile } from '../ingest/import/import-file.ts'
import { isRefreshDue, lastRefresh, refresh } from '../ingest/import/refresh.ts'
import type { RollbackOptions } from '../ingest/publish/rollback.ts'
import { rollback } from '../ingest/publish/rollback.ts'
import { DEMO_SOURCE } from '../ingest/source-names.ts'
import type { Clock } from '../kernel/clock.ts'
import { Fault } from '../kernel/fault.ts'
import type { Log } from '../kernel/log.ts'
import { demoSource, publishDemo } from './first-data.ts'

interface DataOperationsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly demoProjects: number
  /** UTC time of the daily refresh. */
  readonly refreshAt: string
  /** Who holds the refresh's lease: this process, and no other ever. */
  readonly holder: string
  readonly snapshot: () => Promise<Snapshot>
  /** Called when something may have been published. */
  readonly published: () => Promise<void>
}

export function createDataOperations(options: DataOperationsOptions): DataOperations {
  const { db, clock, demoProjects, refreshAt, holder, snapshot, published } = options
  const now = () => new Date(clock.now())
  const importNow = async (order: ImportRequest) => {
    const run = await importFile(db, { ...order, now, snapshot })
    await published()
    return run
  }
  const imported = async () => {
    const enabled = (await listSources(db)).filter((source) => source.enabled)
    return enabled.map(({ name, location, format, map }) => ({
      name,
      publish: async () => {
        const order = { file: location, source: name, format: format ?? undefined, mapping: map ?? undefined }
        const { outcome, version } = await importNow({ ...order, actor: 'refresh' })
        return { outcome: outcome === 'published' || outcome === 'unchanged' ? outcome : ('refused' as const), version }
      },
    }))
  }
  return {
    importFile: importNow,
    async refresh(onFailure) {
      const run = await refresh(db, [demoSource(demoProjects), ...(await imported())], holder, now, onFailure)
      await published()
      return run
    },
    freshness: () => readFreshness(db, now(), refreshAt, [DEMO_SOURCE]),
    async rollback(version, cause, reason) {
      const seen = await snapshot()
      const merges: RollbackOptions['onMerges'] = (publication, found) => rollBackDecisions(publication, found, seen)
      const report = await rollback(db, 'production', version, { at: now(), cause, reason, onMerges: merges })
      await published()
      return report
    },
    async loadDemo(say) {
      const others = await sourcesOtherThanDemo(db)
      if (others.length > 0)
        throw new Fault('state_conflict', {
          detail: `There is data of ${others.join(', ')}: invented buildings do not belong among real ones.`,
        })
      await publishDemo(db, { clock, demoProjects, say })
      await published()
    },
  }
}

/** Every node looks; the lease lets one of them do it. */
export async function refreshWhenDue(
  { db, clock, dataOperations, log }: RefreshNeeds,
  refreshAt: string,
): Promise<void> {
  const last = await lastRefresh(db)
  if (!isRefreshDue(new Date(clock.now()), refreshAt, last?.day ?? null)) return
  const run = await dataOperations.refresh((source, error) =>
    log.error({ source, err: error }, 'a source was not refreshed'),
  )
  if (run) log.info({ run }, 'refreshed')
}

interface RefreshNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly dataOperations: DataOperations
  readonly log: Log
}

async function sourcesOtherThanDemo(db: Database): Promise<string[]> {
  const rows = await db.query
    .selectFrom('identities')
    .select('source')
    .distinct()
    .where('dataset', '=', 'production')
    .where('present', '=', true)
    .where('source', '!=', DEMO_SOURCE)
    .orderBy('source')
    .execute()
  return rows.map((row) => row.source)
}
