// Recurring work of a node: interval, name in the log, and function.
import type { Database } from '../db/database.ts'
import type { Services } from '../http/door/services.ts'
import { deleteOldChanges } from '../ingest/import/import-changes.ts'
import { HOUR_MS } from '../kernel/time.ts'
import type { LearningValue } from '../links/learning-value.ts'
import { RENEW_MS } from '../links/link-streams.ts'
import type { UncertainQueryCounter } from '../links/uncertain-queries.ts'
import type { VerifiedAddresses } from '../links/verified-addresses.ts'
import { refreshWhenDue } from './data-operations.ts'

interface ChoreDeps {
  readonly services: Services
  readonly db: Database
  readonly verified: VerifiedAddresses
  readonly uncertainQueries: UncertainQueryCounter
  readonly learning: LearningValue
  readonly refreshAt: string
}

type Chore = readonly [everyMs: number, name: string, work: () => Promise<void>]

// biome-ignore format: a table is read by its columns
export function choresOf({ services, db, verified, uncertainQueries, learning, refreshAt }: ChoreDeps): readonly Chore[] {
  const { access, webhooks, linkStreams, uploads, media, clock } = services
  return [
    // Picks up events of other nodes and retries; events of this node wake the worker at once.
    [1000,     'webhooks',           () => webhooks.worker.tick()],
    [1000,     'access',             () => access.tick()],
    [1000,     'verified addresses', () => verified.sync()],
    [2000,     'oauth keys',         () => access.oauth.sync()],
    [5000,     'uncertain queries',  () => uncertainQueries.flush()],
    [RENEW_MS, 'link streams',       () => linkStreams.renew()],
    [15_000,   'webhook backlog',    () => webhooks.worker.countBacklog()],
    [30_000,   'refresh',            () => refreshWhenDue({ ...services, db }, refreshAt)],
    [600_000,  'learning value',     () => learning.refresh()],
    [600_000,  'expired tokens',     () => access.deleteExpiredTokens()],
    [HOUR_MS,  'cases',              () => uncertainQueries.trim()],
    [HOUR_MS,  'webhook log',        () => webhooks.worker.runMaintenance()],
    [HOUR_MS,  'expired access',     () => access.deleteExpired()],
    [HOUR_MS,  'imports',            () => deleteOldChanges(db, clock.now())],
    [HOUR_MS,  'uploads',            () => uploads.deleteExpired(clock.now())],
    [HOUR_MS,  'media',              () => media.deleteOldest(clock.now())],
  ]
}
