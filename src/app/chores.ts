// Recurring work of a node: interval, workers that run it, name in the log, and function.
import type { Database } from '../db/database.ts'
import type { Services } from '../http/server/services.ts'
import { deleteOldChanges } from '../ingest/import/import-changes.ts'
import { DAY_MS, HOUR_MS } from '../kernel/time.ts'
import type { LearningValue } from '../links/learning-value.ts'
import { RENEW_MS } from '../links/link-streams.ts'
import type { UncertainQueryCounter } from '../links/uncertain-queries.ts'
import type { VerifiedAddresses } from '../links/verified-addresses.ts'
import type { Relinker } from '../listings/relink/relinker.ts'
import { refreshWhenDue } from './data-operations.ts'
import type { HistoryWatch } from './history-watch.ts'
import type { OperatorFigures } from './service-metrics.ts'

interface ChoreDeps {
  readonly services: Services
  readonly db: Database
  readonly history: HistoryWatch
  readonly verified: VerifiedAddresses
  readonly relinker: Relinker
  readonly uncertainQueries: UncertainQueryCounter
  readonly learning: LearningValue
  readonly figures: OperatorFigures
  readonly refreshAt: string
  readonly goneListingDays: number
}

/** A kill loses the usage since the start of the last complete write: this wait and two writes must fit into a second. */
const USAGE_MS = 400

/** `all`: every process needs it for itself. `one`: one worker of a machine is enough. */
type Chore = readonly [everyMs: number, who: 'all' | 'one', name: string, work: () => Promise<void>]

// biome-ignore format: a table is read by its columns
export function choresOf({ services, db, history, verified, relinker, uncertainQueries, learning, ...settings }: ChoreDeps): readonly Chore[] {
  const { figures, refreshAt, goneListingDays } = settings
  const { access, requestLog, listings, webhooks, feeds, files, linkStreams, uploads, media, clock } = services
  return [
    // Picks up events of other nodes and retries; events of this node wake the worker at once.
    [1000,     'all', 'webhooks',           () => webhooks.worker.tick()],
    [1000,     'all', 'feeds',              () => feeds.worker.tick()],
    [1000,     'all', 'files',              () => files.worker.tick()],
    [USAGE_MS, 'all', 'usage',              () => access.writeUsage()],
    [1000,     'all', 'history',            () => history.check()],
    [1000,     'all', 'access',             () => access.tick()],
    [1000,     'all', 'request log',        () => requestLog.flush()],
    [1000,     'all', 'verified addresses', () => verified.sync()],
    [1000,     'one', 'listings',           () => relinker.tick()],
    [2000,     'all', 'oauth keys',         () => access.oauth.sync()],
    [1000,     'all', 'uncertain queries',  () => uncertainQueries.flush()],
    [RENEW_MS, 'all', 'link streams',       () => linkStreams.renew()],
    [15_000,   'one', 'webhook backlog',    () => webhooks.worker.countBacklog()],
    [5000,     'one', 'emails',             () => access.sendEmails()],
    [30_000,   'one', 'refresh',            () => refreshWhenDue({ ...services, db }, refreshAt)],
    [60_000,   'one', 'operator figures',   () => figures.refresh(clock.now())],
    [600_000,  'all', 'learning value',     () => learning.refresh()],
    [600_000,  'all', 'expired tokens',     () => access.deleteExpiredTokens()],
    [HOUR_MS,  'one', 'cases',              () => uncertainQueries.trim()],
    [HOUR_MS,  'one', 'webhook log',        () => webhooks.worker.runMaintenance()],
    [HOUR_MS,  'one', 'expired files',      () => files.deleteExpired()],
    [HOUR_MS,  'one', 'feed runs',          () => feeds.worker.deleteOldRuns()],
    [HOUR_MS,  'one', 'gone listings',      () => listings.deleteGone(new Date(clock.now() - goneListingDays * DAY_MS))],
    [600_000,  'one', 'deleted accounts',   () => services.eraseDeletedAccounts()],
    [HOUR_MS,  'one', 'expired access',     () => access.deleteExpired()],
    [HOUR_MS,  'one', 'old requests',       () => requestLog.runMaintenance()],
    [HOUR_MS,  'one', 'imports',            () => deleteOldChanges(db, clock.now())],
    [HOUR_MS,  'one', 'uploads',            () => uploads.deleteExpired(clock.now())],
    [HOUR_MS,  'one', 'media',              () => media.deleteOldest(clock.now())],
  ]
}
