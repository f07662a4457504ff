// The only wiring: config → database, rooms, doors, workers; start and stop.
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Access } from '../access/access.ts'
import { ensureSandboxKey } from '../access/accounts/sandbox-key.ts'
import { operatorKey } from '../access/credentials/api-key.ts'
import { createMailer } from '../access/people/mailer.ts'
import { Catalog } from '../catalog/catalog.ts'
import type { Database } from '../db/database.ts'
import { drawMedia } from '../demo/drawings/draw.ts'
import { operationsOf } from '../http/door/call-operation.ts'
import { FileCache } from '../http/door/file-cache.ts'
import { Overload, watchEventLoop } from '../http/door/overload.ts'
import type { Route } from '../http/door/route.ts'
import { createHttpServer } from '../http/door/server.ts'
import type { Services } from '../http/door/services.ts'
import { showError } from '../http/pages/oauth-pages.ts'
import { problemPage } from '../http/pages/problem-page.ts'
import { mounts, routes as ownRoutes } from '../http/routes.ts'
import { CorrectionEditor } from '../ingest/edits/correction-editor.ts'
import { ProjectMerger } from '../ingest/edits/project-merger.ts'
import { Uploads } from '../ingest/import/uploads.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { VERSION } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { accessLogOf } from '../kernel/log.ts'
import { Metrics } from '../kernel/metrics.ts'
import { keepTickShape } from '../kernel/next-tick.ts'
import { Repeater } from '../kernel/repeater.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { writePrivateFile } from '../kernel/secrets.ts'
import { Desk } from '../links/desk/curator-desk.ts'
import { LinkStreams } from '../links/link-streams.ts'
import { Links } from '../links/links.ts'
import { UncertainQueryCounter } from '../links/uncertain-queries.ts'
import { VerifiedAddresses } from '../links/verified-addresses.ts'
import { McpEndpoint } from '../mcp/mcp-http.ts'
import { MediaFinder } from '../media/find-media.ts'
import { MediaSigner } from '../media/media-urls.ts'
import { MediaStore } from '../media/store.ts'
import type { GuardedSender } from '../webhooks/sender/guarded-sender.ts'
import { createGuardedSender } from '../webhooks/sender/guarded-sender.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { choresOf } from './chores.ts'
import { createDataOperations } from './data-operations.ts'
import { ensureData, ensureVerifiedExample } from './first-data.ts'
import { FILES, nodeName, openFoundation } from './foundation.ts'
import { createPayloads } from './webhook-payloads.ts'

export interface App {
  readonly url: string
  readonly sandboxKey: string
  readonly services: Services
  /** Staged: not ready → Connection: close for a while → no new connections → finish → flush. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Told what goes on while a person waits. */
  readonly say?: (line: string) => void
  /** How documents of other people's servers are read; tests stand in for those. */
  readonly fetchDocument?: (url: string) => Promise<unknown>
  /** The table to serve; benchmarks add a row of their own. */
  readonly routes?: readonly Route[]
}

export async function startApp(config: Config, log: Log, options: StartOptions = {}): Promise<App> {
  keepTickShape()
  const { db, secrets } = await openFoundation(config, (message) => log.info(message))
  const repeater = new Repeater(log)
  try {
    return await open(config, log, options, db, secrets, repeater)
  } catch (error) {
    await repeater.stop()
    await db.close()
    throw error
  }
}

async function open(
  config: Config,
  log: Log,
  options: StartOptions,
  db: Database,
  secrets: Secrets,
  repeater: Repeater,
): Promise<App> {
  const { say = () => {}, routes = ownRoutes } = options
  const clock = systemClock
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  await ensureData(db, { clock, demoProjects: config.demoProjects, say })
  const catalog = new Catalog({ db, log: (message, details) => log.info(details ?? {}, message) })
  await catalog.start()
  const mediaFinder = new MediaFinder(catalog)
  catalog.onSwap((after, before) => mediaFinder.swapped(after, before, clock.now()))
  let baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  const sender = createGuardedSender({ allowPrivate: config.allowPrivateWebhooks })
  const access = new Access({
    db,
    secrets,
    clock,
    log,
    nodeName,
    baseUrl: () => baseUrl,
    mailer: createMailer(config, join(config.dataDir, FILES.mail), log),
    passwordCost: config.passwordCost,
    fetchDocument: options.fetchDocument ?? documentsBy(sender),
    errorPage: showError,
  })
  await access.start()
  const verified = new VerifiedAddresses(db)
  await verified.sync()
  const asks = new UncertainQueryCounter(db, clock)
  const links = new Links(catalog, verified, asks)
  const desk = new Desk(db, links, verified, clock)
  await ensureVerifiedExample(desk)
  const metrics = new Metrics()
  const mediaUrls = new MediaSigner(secrets, () => baseUrl)
  const webhooks = new Webhooks({
    db,
    secrets,
    clock,
    sender,
    payloads: createPayloads((media) => mediaUrls.urlsOf(media, clock.now())),
    log,
    holder: nodeName,
    userAgent: `Plinth/${VERSION}`,
  })
  await webhooks.worker.start()
  webhooks.worker.registerMetrics(metrics)
  const published = async () => {
    webhooks.worker.wake()
    await catalog.refresh()
    // A look that was under way may have begun before the commit; the next one has not.
    await catalog.refresh()
  }
  const byHand = {
    db,
    clock,
    secrets,
    snapshot: () => catalog.snapshot('production'),
    published: async () => {
      await Promise.all([published(), verified.sync()])
    },
  }
  const rooms = () => services
  const services: Services = {
    access,
    catalog,
    links,
    desk,
    editor: new CorrectionEditor(byHand),
    merger: new ProjectMerger(byHand),
    mcp: new McpEndpoint(rooms, operationsOf(routes, rooms)),
    linkStreams: new LinkStreams(db, nodeName),
    exports: new FileCache(join(config.dataDir, 'exports')),
    uploads: new Uploads(join(config.dataDir, 'uploads')),
    media: new MediaStore({
      folder: join(config.dataDir, 'media'),
      draw: drawMedia,
      find: (sha256) => mediaFinder.find(sha256, clock.now()),
      log,
    }),
    mediaUrls,
    webhooks,
    dataOperations: createDataOperations({
      db,
      clock,
      demoProjects: config.demoProjects,
      refreshAt: config.refreshAt,
      holder: nodeName,
      snapshot: async () => {
        await catalog.refresh()
        return catalog.snapshot('production')
      },
      published,
    }),
    db,
    clock,
    log,
    accessLog: accessLogOf(log),
    metrics,
    secrets,
    contactEmail: config.contactEmail,
    get baseUrl() {
      return baseUrl
    },
    ready: () => state === 'ready',
  }
  const eventLoop = watchEventLoop()
  const overload = new Overload({ maxPending: config.mostWaiting, maxDelayMs: config.mostDelayMs }, eventLoop.delayMs)
  metrics.count('plinth_http_shed_total', 'Requests refused at the door because of overload.', () => overload.refused)
  metrics.gauge('plinth_event_loop_lag_ms', 'Median lag of the event loop, last second.', eventLoop.delayMs)
  const { trustProxy } = config
  const door = createHttpServer(routes, mounts, services, {
    trustProxy,
    draining: () => state === 'draining',
    overload,
    problemPage,
  })
  await door.listen({ host: config.host, port: config.port })
  const { port } = door.server.address() as AddressInfo
  const url = config.baseUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  baseUrl = url
  await access.oauth.start()

  const { refreshAt } = config
  for (const [everyMs, name, work] of choresOf({ services, verified, asks, refreshAt }))
    repeater.every(everyMs, name, work)

  writePrivateFile(join(config.dataDir, FILES.operatorKey), `${operatorKey(secrets.derive('operator', 32))}\n`)
  const sandboxKey = await ensureSandboxKey(db, secrets, join(config.dataDir, FILES.sandboxKey))
  await access.directory.sync()
  const serverFile = join(config.dataDir, FILES.server)
  writePrivateFile(serverFile, `${JSON.stringify({ pid: process.pid, port, host: config.host })}\n`)
  state = 'ready'

  const stop = async () => {
    state = 'draining'
    rmSync(serverFile, { force: true })
    // Load balancers need a moment to see that we are not ready; until then every answer says goodbye.
    await sleep(config.drainMs)
    await door.close()
    eventLoop.stop()
    await Promise.all([repeater.stop(), catalog.stop(), webhooks.worker.stop(), access.signIn.emailsSent()])
    await sender.close()
    await access.stop().catch((error) => log.error({ err: error }, 'usage of the last second is lost'))
    await asks.flush().catch((error) => log.error({ err: error }, 'asks of the last seconds are lost'))
    await db.close()
    services.accessLog.flush()
    log.flush()
  }
  let stopping: Promise<void> | undefined
  return { url, sandboxKey, services, stop: () => (stopping ??= stop()) }
}

function documentsBy(sender: GuardedSender): (url: string) => Promise<unknown> {
  return async (url) => {
    const read = await sender.fetchDocument(url)
    if (read.kind === 'document') return read.json
    throw new Error(`the document could not be read: ${read.code}`)
  }
}
