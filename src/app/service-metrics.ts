// Metrics that operators watch and that no single folder owns.
import { statfs } from 'node:fs/promises'
import type { EmailBacklog } from '../access/emails/email-list.ts'
import { readEmailBacklog } from '../access/emails/email-list.ts'
import { DATASETS } from '../catalog/catalog.ts'
import type { Database } from '../db/database.ts'
import { lastBackupAt } from '../db/instance.ts'
import type { FeedBacklog } from '../feeds/feed-backlog.ts'
import { readFeedBacklog } from '../feeds/feed-backlog.ts'
import type { Services } from '../http/server/services.ts'
import { countSourcesByOutcome } from '../ingest/import/import-runs.ts'
import { lastRefresh } from '../ingest/import/refresh.ts'
import { VERSION } from '../kernel/config.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { countOpenCases } from '../links/desk/cases.ts'
import type { Repeater } from './repeater.ts'

interface Disk {
  readonly free: number
  readonly size: number
}

const seconds = (at: string | Date | null | undefined): number | undefined =>
  at ? new Date(at).getTime() / 1000 : undefined

/** Reads from the database and the disk once a minute, so that a scrape reads only memory. */
export class OperatorFigures {
  readonly #db: Database
  readonly #dataDir: string
  #disk: Disk | undefined
  #backupAt: Date | undefined
  #refreshedAt: string | undefined
  #sources: ReadonlyMap<string, number> = new Map()
  #feeds: FeedBacklog | undefined
  #cases: number | undefined
  #emails: EmailBacklog | undefined

  constructor(db: Database, dataDir: string) {
    this.#db = db
    this.#dataDir = dataDir
  }

  async refresh(nowMs: number): Promise<void> {
    // First, because it also matters while the database is away.
    const { bavail, blocks, bsize } = await statfs(this.#dataDir)
    this.#disk = { free: bavail * bsize, size: blocks * bsize }
    this.#backupAt = await lastBackupAt(this.#db)
    this.#refreshedAt = (await lastRefresh(this.#db))?.finished_at
    this.#sources = await countSourcesByOutcome(this.#db)
    this.#feeds = await readFeedBacklog(this.#db, nowMs)
    this.#cases = await countOpenCases(this.#db)
    this.#emails = await readEmailBacklog(this.#db, nowMs)
  }

  registerMetrics(metrics: Metrics): void {
    metrics.gauge('plinth_disk_free_bytes', 'Free space on the disk of the data folder.', () => this.#disk?.free)
    metrics.gauge('plinth_disk_size_bytes', 'Size of the disk of the data folder.', () => this.#disk?.size)
    metrics.gauge(
      'plinth_backup_last_timestamp_seconds',
      'When the last backup of the database ended; 0 if never.',
      () => (this.#disk ? (seconds(this.#backupAt) ?? 0) : undefined),
    )
    metrics.gauge('plinth_refresh_last_timestamp_seconds', 'When the last daily refresh of the data ended.', () =>
      seconds(this.#refreshedAt),
    )
    metrics.gauges('plinth_sources', 'Sources by the outcome of their last import.', ['outcome'], () =>
      [...this.#sources].map(([outcome, sources]) => [{ outcome }, sources] as const),
    )
    metrics.gauge('plinth_feeds_failing', 'Feeds whose last run failed.', () => this.#feeds?.failing)
    metrics.gauge(
      'plinth_feeds_overdue_seconds',
      'How long the feed that is due first has waited, in seconds.',
      () => this.#feeds?.overdueSeconds,
    )
    metrics.gauge('plinth_desk_cases_open', 'Addresses that wait for a curator.', () => this.#cases)
    metrics.gauge('plinth_emails_waiting', 'Emails in the queue.', () => this.#emails?.waiting)
    metrics.gauge(
      'plinth_emails_oldest_due_seconds',
      'How long the oldest email that is due has waited, in seconds.',
      () => this.#emails?.oldestDueSeconds,
    )
  }
}

export function registerServiceMetrics(
  { metrics, access, catalog, links, exports, ready }: Services,
  { db, repeater }: { db: Database; repeater: Repeater },
): void {
  metrics.gauges('plinth_build_info', 'The version of Plinth, as a label.', ['version'], () => [
    [{ version: VERSION }, 1],
  ])
  metrics.gauge(
    'plinth_ready',
    '1 if the node takes requests; 0 while it starts or stops.',
    () => Number(ready()),
    'min',
  )
  metrics.counts(
    'plinth_lookups_total',
    'Lookups in the production data, by outcome.',
    'outcome',
    () => links.outcomes.counts,
  )
  metrics.gauges(
    'plinth_dataset_published_timestamp_seconds',
    'When the data in memory was published.',
    ['dataset'],
    () =>
      DATASETS.flatMap((dataset) => {
        const at = seconds(catalog.freshness(dataset).published_at)
        return at === undefined ? [] : [[{ dataset }, at] as const]
      }),
  )
  metrics.gauges('plinth_dataset_projects', 'Projects in memory.', ['dataset'], () =>
    DATASETS.map((dataset) => [{ dataset }, catalog.freshness(dataset).projects] as const),
  )
  metrics.gauge('plinth_exports_running', 'Export files that are being written now.', () => exports.writing, 'sum')
  metrics.gauge(
    'plinth_usage_rows_waiting',
    'Rows of usage that are not yet written.',
    () => access.usage.waitingRows,
    'sum',
  )
  metrics.counts('plinth_emails_total', 'Emails by outcome.', 'outcome', () => access.emails.counts)
  metrics.gauge(
    'plinth_database_up',
    '1 if the last query for credentials succeeded.',
    () => Number(access.directory.reachable),
    'min',
  )
  metrics.count(
    'plinth_database_failures_total',
    'Queries that failed because the database did.',
    () => db.stats().failures,
  )
  metrics.gauges(
    'plinth_database_connections',
    'Connections to the database by state.',
    ['state'],
    () => Object.entries(db.stats().connections).map(([state, number]) => [{ state }, number] as const),
    'sum',
  )
  metrics.gauge('plinth_database_waiting', 'Queries that wait for a free connection.', () => db.stats().waiting, 'sum')
  metrics.gauges('plinth_task_failing', '1 if the last run of a recurring task failed.', ['task'], () =>
    [...repeater.tasks].map(([task, { failing }]) => [{ task }, Number(failing)] as const),
  )
}
