// Builds the services of a node and connects them to each other.
import { join } from 'node:path'
import type { MeasuredModel } from '@plinth/matcher/internal/decide/model-shape'
import { Access } from '../access/access.ts'
import { createMailer } from '../access/emails/mailer.ts'
import { Catalog } from '../catalog/catalog.ts'
import type { DatasetLoading } from '../catalog/dataset-loading.ts'
import { Suggestions } from '../catalog/suggest/suggestions.ts'
import { writeBackup } from '../db/backup.ts'
import { drawMedia } from '../demo/drawings.ts'
import { exportAudit, readAudit } from '../events/audit-log.ts'
import { Feeds } from '../feeds/feeds.ts'
import { feedProblemText } from '../http/french/feed-problems-fr.ts'
import { showError } from '../http/pages/oauth-pages.tsx'
import { operationsOf } from '../http/server/call-operation.ts'
import { FileCache } from '../http/server/file-cache.ts'
import type { Route } from '../http/server/route.ts'
import type { MapTiles, Services } from '../http/server/services.ts'
import { DataAdmin } from '../ingest/data-admin.ts'
import { CorrectionEditor } from '../ingest/edits/correction-editor.ts'
import { JoinDesk } from '../ingest/edits/join-desk.ts'
import { ProjectMerger } from '../ingest/edits/project-merger.ts'
import { Uploads } from '../ingest/import/uploads.ts'
import { Attributions } from '../ingest/sources/attributions.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { VERSION } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { createAccessLog } from '../kernel/log.ts'
import { Metrics } from '../kernel/metrics.ts'
import type { LearningValue } from '../links/learning-value.ts'
import { LinkStreams } from '../links/link-streams.ts'
import type { UncertainQueryCounter } from '../links/uncertain-queries.ts'
import type { VerifiedAddresses } from '../links/verified-addresses.ts'
import { ListingLinker } from '../listings/link-listing.ts'
import { Listings } from '../listings/listings.ts'
import { Relinker } from '../listings/relink/relinker.ts'
import { McpEndpoint } from '../mcp/mcp-http.ts'
import { MediaFinder } from '../media/find-media.ts'
import { MediaSigner } from '../media/media-urls.ts'
import { MediaStore } from '../media/store.ts'
import { RequestLog } from '../requests/request-log.ts'
import type { GuardedSender } from '../webhooks/sender/guarded-sender.ts'
import { createGuardedSender } from '../webhooks/sender/guarded-sender.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { createFeedBilling, startFiles } from './background-work.ts'
import { createDataOperations, openDataOf } from './data-operations.ts'
import { eraseAccount, eraseDeletedAccounts } from './erase-account.ts'
import type { Foundation } from './foundation.ts'
import { FILES, nodeName } from './foundation.ts'
import { HistoryWatch } from './history-watch.ts'
import { metricsText } from './metrics-text.ts'
import { snapshotFiles } from './snapshot-files.ts'
import { startLinks } from './start-links.ts'
import { createPayloads } from './webhook-payloads.ts'
import type { WorkerRole } from './worker-role.ts'

export interface NodeStatus {
  state: 'starting' | 'ready' | 'draining'
  /** Final once the server listens. */
  baseUrl: string
}

export interface ServiceOptions {
  /** Reads documents from other servers; tests replace it. */
  readonly fetchDocument: ((url: string) => Promise<unknown>) | undefined
  /** The routes to serve; benchmarks add their own. */
  readonly routes: readonly Route[]
}

export interface BuildOptions extends ServiceOptions {
  readonly model: MeasuredModel
  readonly mapTiles: MapTiles | null
  readonly config: Config
  readonly log: Log
  readonly foundation: Foundation
  readonly status: NodeStatus
  readonly loading: DatasetLoading
  /** Set in a worker of several. */
  readonly worker: WorkerRole | undefined
}

export interface BuiltServices {
  readonly services: Services
  readonly history: HistoryWatch
  readonly verified: VerifiedAddresses
  readonly relinker: Relinker
  readonly uncertainQueries: UncertainQueryCounter
  readonly learning: LearningValue
  readonly sender: GuardedSender
  /** Loads a version that was just published. */
  published(): Promise<void>
}

const clock = systemClock

export async function buildServices(all: BuildOptions): Promise<BuiltServices> {
  // Requests wait seconds for the database; what publishes, exports or loads data may take minutes.
  const jobs = all.foundation.db
  const options = { ...all, foundation: { ...all.foundation, db: jobs.forRequests } }
  const { config, log, foundation, status, routes, model, worker } = options
  const node = worker?.name ?? nodeName
  const { db, secrets } = foundation
  const baseUrl = () => status.baseUrl
  const reload = async () => {
    await Promise.all([access.reload(), verified.reload(), published()])
  }
  const history = new HistoryWatch({
    db,
    clock,
    log,
    reload,
    file: worker && !worker.isFirst ? undefined : join(config.dataDir, FILES.history),
  })
  await history.start()
  const sender = createGuardedSender({ allowPrivate: config.allowPrivateWebhooks })
  const catalog = new Catalog({
    db: jobs,
    model: model.model,
    streetsFolder: config.streetsFolder,
    files: snapshotFiles(config, secrets),
    log: (message, details) => log.info(details ?? {}, message),
  })
  await catalog.start()
  const access = await startAccess(options, sender)
  const { links, desk, verified, uncertainQueries, learning } = await startLinks(options, catalog, jobs)
  const mediaUrls = new MediaSigner(secrets, baseUrl)
  const metrics = new Metrics()
  const webhooks = await startWebhooks(options, sender, mediaUrls, metrics)
  const published = async () => {
    webhooks.worker.wake()
    await catalog.refresh()
  }
  const edits = {
    db,
    clock,
    secrets,
    snapshot: () => catalog.snapshot('production'),
    published: async () => {
      await Promise.all([published(), verified.sync()])
    },
  }
  const requestLog = new RequestLog({ db, clock })
  requestLog.registerMetrics(metrics)
  const linker = new ListingLinker(links)
  const onEvents = () => webhooks.worker.wake()
  const relinker = new Relinker({ db: jobs, links, linker, clock, holder: node, onEvents })
  metrics.count('plinth_listings_relinked_total', 'Listings that were linked again.', () => relinker.relinked)
  metrics.count('plinth_link_changes_total', 'Changed links that were announced.', () => relinker.changed)
  const listings = new Listings({ db, links, linker, clock })
  const getServices = () => services
  const services: Services = {
    access,
    catalog,
    suggestions: new Suggestions(catalog),
    loading: options.loading,
    links,
    listings,
    feeds: await startFeeds(all, { listings, access, sender, metrics }),
    files: await startFiles(all, { links, access, metrics }),
    desk,
    editor: new CorrectionEditor(edits),
    merger: new ProjectMerger(edits),
    joins: new JoinDesk(edits),
    mcp: new McpEndpoint(getServices, operationsOf(routes, getServices)),
    linkStreams: new LinkStreams(db, node, db.kind === 'embedded' && !worker),
    exports: new FileCache(join(config.dataDir, 'exports')),
    uploads: new Uploads(join(config.dataDir, 'uploads')),
    media: createMediaStore(options, catalog),
    mediaUrls,
    webhooks,
    dataOperations: createDataOperations({
      db: jobs,
      clock,
      demonstration: config.demonstration,
      demoProjects: config.demoProjects,
      refreshAt: config.refreshAt,
      holder: node,
      snapshot: async () => {
        await catalog.refresh()
        return catalog.snapshot('production')
      },
      streetsFolder: config.streetsFolder,
      workFolder: join(config.dataDir, 'imports'),
      openData: openDataOf(config, sender),
      published,
    }),
    data: new DataAdmin(db),
    attributions: new Attributions(db, clock),
    model,
    clock,
    log,
    accessLog: createAccessLog(log),
    requestLog,
    metrics,
    readMetrics: (number) => metricsText(metrics, worker, number),
    signer: secrets,
    readAudit: (query) => readAudit(db, query),
    exportAudit: (filters) => exportAudit(db, filters),
    eraseAccount: async (id, cause) => {
      const erased = await eraseAccount(jobs, id, cause, new Date(clock.now()))
      await access.accountErased()
      return erased
    },
    eraseDeletedAccounts: async () => {
      if ((await eraseDeletedAccounts(jobs, new Date(clock.now()))) > 0) await access.accountErased()
    },
    backup: (file) => writeBackup(jobs.query, file),
    contactEmail: config.contactEmail,
    mailFile: config.smtpUrl || config.trustProxy > 0 ? null : join(config.dataDir, FILES.mail),
    mapTiles: options.mapTiles,
    get baseUrl() {
      return status.baseUrl
    },
    ready: () => status.state === 'ready',
  }
  return { services, history, verified, relinker, uncertainQueries, learning, sender, published }
}

async function startAccess(
  { config, log, foundation, status, fetchDocument, worker }: BuildOptions,
  sender: GuardedSender,
): Promise<Access> {
  const access = new Access({
    ...foundation,
    clock,
    log,
    nodeName: worker?.name ?? nodeName,
    baseUrl: () => status.baseUrl,
    mailer: createMailer(config, join(config.dataDir, FILES.mail), log),
    problemText: feedProblemText,
    passwordCost: config.passwordCost,
    fetchDocument: fetchDocument ?? fetchWith(sender),
    errorPage: showError,
  })
  access.rateSharing.join(worker?.workers ?? 1)
  await access.start()
  return access
}

async function startWebhooks(
  { log, foundation, worker }: BuildOptions,
  sender: GuardedSender,
  mediaUrls: MediaSigner,
  metrics: Metrics,
): Promise<Webhooks> {
  const webhooks = new Webhooks({
    ...foundation,
    clock,
    sender,
    payloads: createPayloads((media) => mediaUrls.urlsOf(media, clock.now())),
    log,
    holder: worker?.name ?? nodeName,
    userAgent: `Plinth/${VERSION}`,
  })
  // Later workers must not release the leases of those that run.
  if (!worker || worker.isFirst) await webhooks.worker.start()
  webhooks.worker.registerMetrics(metrics)
  return webhooks
}

async function startFeeds(
  { log, foundation, worker }: BuildOptions,
  { access, listings, sender, metrics }: Pick<Services, 'access' | 'listings' | 'metrics'> & { sender: GuardedSender },
): Promise<Feeds> {
  const feeds = new Feeds({
    ...foundation,
    listings,
    billing: createFeedBilling(access),
    clock,
    reader: sender,
    log,
    holder: worker?.name ?? nodeName,
    userAgent: `Plinth/${VERSION}`,
  })
  if (!worker || worker.isFirst) await feeds.worker.start()
  feeds.worker.registerMetrics(metrics)
  return feeds
}

function createMediaStore({ config, log }: BuildOptions, catalog: Catalog): MediaStore {
  const finder = new MediaFinder(catalog)
  catalog.onSwap((after, before) => finder.swapped(after, before, clock.now()))
  const find = (sha256: string) => finder.find(sha256, clock.now())
  return new MediaStore({ folder: join(config.dataDir, 'media'), draw: drawMedia, find, log })
}

function fetchWith(sender: GuardedSender): (url: string) => Promise<unknown> {
  return async (url) => {
    const result = await sender.fetchDocument(url)
    if (result.kind === 'document') return result.json
    throw new Error(`cannot read the document: ${result.code}`)
  }
}
