// Starts and stops the service: database, services, HTTP server and recurring work.
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureSandboxKey } from '../access/accounts/sandbox-key.ts'
import { operatorKey } from '../access/credentials/api-key.ts'
<<<<<<< HEAD
import { createMailer } from '../access/people/mailer.ts'
import { Catalog } from '../catalog/catalog.ts'
import type { Database } from '../db/database.ts'
import { drawMedia } from '../demo/drawings/draw.ts'
import { operationsOf } from '../http/door/call-operation.ts'
import { FileCache } from '../http/door/file-cache.ts'
=======
>>>>>>> 6fd41e1 (refactor(app): start the service in named steps, refresh once)
import { Overload, watchEventLoop } from '../http/door/overload.ts'
import { createHttpServer } from '../http/door/server.ts'
import type { Services } from '../http/door/services.ts'
<<<<<<< HEAD
import { showError } from '../http/pages/oauth-pages.ts'
import { problemPage } from '../http/pages/problem-page.ts'
=======
>>>>>>> 6fd41e1 (refactor(app): start the service in named steps, refresh once)
import { mounts, routes as ownRoutes } from '../http/routes.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { keepTickShape } from '../kernel/next-tick.ts'
import { Repeater } from '../kernel/repeater.ts'
import { writePrivateFile } from '../kernel/secrets.ts'
<<<<<<< HEAD
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
=======
import type { BuiltServices, NodeStatus, ServiceOptions } from './build-services.ts'
import { buildServices } from './build-services.ts'
>>>>>>> 6fd41e1 (refactor(app): start the service in named steps, refresh once)
import { choresOf } from './chores.ts'
import { ensureData } from './first-data.ts'
import type { Foundation } from './foundation.ts'
import { FILES, openFoundation } from './foundation.ts'

export interface App {
  readonly url: string
  readonly sandboxKey: string
  readonly services: Services
  /** Drains first: not ready, then `Connection: close`, then no new connections, then flush. */
  stop(): Promise<void>
}

export interface StartOptions extends Partial<ServiceOptions> {
  /** Receives a line for each step of a long start. */
  readonly report?: (line: string) => void
}

export async function startApp(config: Config, log: Log, options: StartOptions = {}): Promise<App> {
  keepTickShape()
  const foundation = await openFoundation(config, (message) => log.info(message))
  const repeater = new Repeater(log)
  try {
    return await start(config, log, foundation, repeater, options)
  } catch (error) {
    await repeater.stop()
    await foundation.db.close()
    throw error
  }
}

async function start(
  config: Config,
  log: Log,
  foundation: Foundation,
  repeater: Repeater,
  { report = () => {}, routes = ownRoutes, fetchDocument }: StartOptions,
): Promise<App> {
<<<<<<< HEAD
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
=======
  const { db } = foundation
  await ensureData(db, { clock: systemClock, demoProjects: config.demoProjects, report })
  const status: NodeStatus = { state: 'starting', baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}` }
  const built = await buildServices({ config, log, foundation, status, routes, fetchDocument })
  const { services } = built
  const server = await listen(config, services, routes, status)
  await services.access.oauth.start()
  for (const [everyMs, name, work] of choresOf({ ...built, refreshAt: config.refreshAt }))
>>>>>>> 6fd41e1 (refactor(app): start the service in named steps, refresh once)
    repeater.every(everyMs, name, work)
  const sandboxKey = await writeKeyFiles(config, foundation)
  await services.access.directory.sync()
  const serverFile = join(config.dataDir, FILES.server)
  writePrivateFile(serverFile, `${JSON.stringify({ pid: process.pid, port: server.port, host: config.host })}\n`)
  status.state = 'ready'

  const stop = async () => {
    status.state = 'draining'
    rmSync(serverFile, { force: true })
    // Load balancers need time to see that the node is not ready; until then responses close their connections.
    await sleep(config.drainMs)
    await server.close()
    await stopServices(built, repeater, log)
    await db.close()
    services.accessLog.flush()
    log.flush()
  }
  let stopping: Promise<void> | undefined
  return { url: status.baseUrl, sandboxKey, services, stop: () => (stopping ??= stop()) }
}

/** Starts the HTTP server and, unless BASE_URL is set, derives the base URL from its port. */
async function listen(
  config: Config,
  services: Services,
  routes: ServiceOptions['routes'],
  status: NodeStatus,
): Promise<{ port: number; close(): Promise<void> }> {
  const eventLoop = watchEventLoop()
  const overload = new Overload({ maxPending: config.mostWaiting, maxDelayMs: config.mostDelayMs }, eventLoop.delayMs)
  const { metrics } = services
  metrics.count('plinth_http_shed_total', 'Requests refused because of overload.', () => overload.refused)
  metrics.gauge('plinth_event_loop_lag_ms', 'Median event loop lag over the last second.', eventLoop.delayMs)
  const { host, trustProxy } = config
  const draining = () => status.state === 'draining'
  const server = createHttpServer(routes, mounts, services, { trustProxy, draining, overload })
  await server.listen({ host, port: config.port })
  const { port } = server.server.address() as AddressInfo
  status.baseUrl = config.baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const close = async () => {
    await server.close()
    eventLoop.stop()
  }
  return { port, close }
}

async function writeKeyFiles({ dataDir }: Config, { db, secrets }: Foundation): Promise<string> {
  writePrivateFile(join(dataDir, FILES.operatorKey), `${operatorKey(secrets.derive('operator', 32))}\n`)
  return ensureSandboxKey(db, secrets, join(dataDir, FILES.sandboxKey))
}

async function stopServices(
  { services, sender, uncertainQueries }: BuiltServices,
  repeater: Repeater,
  log: Log,
): Promise<void> {
  const { access, catalog, webhooks } = services
  await Promise.all([repeater.stop(), catalog.stop(), webhooks.worker.stop(), access.signIn.emailsSent()])
  await sender.close()
  await access.stop().catch((error) => log.error({ err: error }, 'lost the usage counts of the last second'))
  await uncertainQueries
    .flush()
    .catch((error) => log.error({ err: error }, 'lost the uncertain queries of the last seconds'))
}
