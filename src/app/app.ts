// Starts and stops the service: database, services, HTTP server and recurring work.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ensureSandboxKey } from '../access/accounts/sandbox-key.ts'
import { operatorKey } from '../access/credentials/api-key.ts'
import type { LoadingProgress } from '../catalog/dataset-loading.ts'
import { DatasetLoading } from '../catalog/dataset-loading.ts'
import type { Database } from '../db/database.ts'
import { problemPage } from '../http/pages/problem-page.tsx'
import { mounts, routes as ownRoutes } from '../http/routes.ts'
import { Overload, watchEventLoop } from '../http/server/load/overload.ts'
import { createHttpServer } from '../http/server/server.ts'
import type { Services } from '../http/server/services.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { localUrl, VERSION } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { writePrivateFile } from '../kernel/secrets.ts'
import { stopFromListenError } from '../kernel/system-errors.ts'
import { closedConnections, requestWaitMs } from '../kernel/turns.ts'
import type { BuildOptions, BuiltServices, NodeStatus, ServiceOptions } from './build-services.ts'
import { buildServices } from './build-services.ts'
import { choresOf } from './chores.ts'
import { announceDemonstration, createDemonstration } from './demonstration.ts'
import { ensureSandbox, hasVersion } from './first-data.ts'
import type { Foundation } from './foundation.ts'
import { FILES, openFoundation } from './foundation.ts'
import { loadModel } from './model-file.ts'
import { keepTickShape } from './next-tick.ts'
import { openMapTiles } from './open-map-tiles.ts'
import { Repeater } from './repeater.ts'
import { OperatorFigures, registerServiceMetrics } from './service-metrics.ts'
import type { WorkerRole } from './worker-role.ts'

export interface App {
  readonly url: string
  readonly port: number
  readonly sandboxKey: string
  readonly services: Services
  /** For tests and benchmarks; request handlers use `services`. */
  readonly foundation: Foundation
  /** Loads a version that another process published. */
  published(): Promise<void>
  /** Resolves when production has its first data; at once on every later start. */
  readonly dataReady: Promise<void>
  /** Drains first: not ready, then `Connection: close`, then no new connections, then flush. */
  stop(): Promise<void>
}

export interface StartOptions extends Partial<ServiceOptions> {
  /** Opened earlier by the caller, while this module was loaded. */
  readonly foundation?: Promise<Foundation>
  /** Receives the progress of the first production data, and undefined when it is ready. */
  readonly onLoading?: (progress: LoadingProgress | undefined) => void
  /** Set in a worker of several. The supervising process then creates the first data and writes server.json. */
  readonly worker?: WorkerRole
}

export async function startApp(config: Config, log: Log, options: StartOptions = {}): Promise<App> {
  keepTickShape()
  const model = loadModel(config.modelFile)
  const mapTiles = openMapTiles(config.mapTiles)
  const foundation = await (options.foundation ?? openFoundation(config, (message) => log.info(message)))
  const repeater = new Repeater(log)
  try {
    return await start(config, log, foundation, repeater, { ...options, model, mapTiles })
  } catch (error) {
    mapTiles?.close()
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
  options: StartOptions & Pick<BuildOptions, 'model' | 'mapTiles'>,
): Promise<App> {
  const { onLoading = () => {}, routes = ownRoutes, fetchDocument, model, mapTiles, worker } = options
  const { db } = foundation
  const hasSandbox = await hasVersion(db, 'sandbox')
  if (!hasSandbox && isFirst(worker)) await ensureSandbox(db, systemClock)
  const loading = new DatasetLoading()
  const isEmpty = !worker && (await announceDemonstration(db, loading, config))
  if (worker?.loading) loading.set('production', worker.loading)
  const baseUrl = config.baseUrl ?? worker?.url ?? localUrl(config.host, config.port)
  const status: NodeStatus = { state: 'starting', baseUrl }
  const rest = { routes, fetchDocument, model, mapTiles, loading, worker }
  const built = await buildServices({ config, log, foundation, status, ...rest })
  const { services } = built
  const figures = new OperatorFigures(db, config.dataDir)
  figures.registerMetrics(services.metrics)
  registerServiceMetrics(services, { ...built, db, repeater })
  // A worker that joins others gets requests as soon as it listens, so everything else comes first.
  if (worker?.url) await services.access.oauth.start()
  const server = await listen(config, services, routes, status)
  const serverFile = worker ? undefined : join(config.dataDir, FILES.server)
  const prepare = async () => {
    if (!worker?.url) await services.access.oauth.start()
    repeatChores(repeater, choresOf({ ...config, ...built, db, figures }), worker)
    const key = await writeKeyFiles(config, foundation)
    await services.access.directory.sync()
    const address = { pid: process.pid, port: server.port, host: config.host, version: VERSION }
    if (serverFile) writePrivateFile(serverFile, `${JSON.stringify(address)}\n`)
    return key
  }
  const sandboxKey = await prepare().catch(async (error) => {
    // An open server would keep the process alive after its error message.
    await server.close()
    await stopServices(built, repeater, log)
    throw error
  })
  status.state = 'ready'
  // A newer release may have another sandbox. The one that is there answers meanwhile.
  const sandbox = hasSandbox && isFirst(worker) ? updateSandbox(built, db, log) : Promise.resolve()
  const demonstration = isEmpty
    ? createDemonstration({ ...config, db, loading, log, onProgress: onLoading, published: built.published })
    : undefined

  const stop = async () => {
    status.state = 'draining'
    if (serverFile) rmSync(serverFile, { force: true })
    // Load balancers need time to see that the node is not ready; until then responses close their connections.
    await sleep(config.drainMs)
    await server.close()
    await Promise.all([demonstration?.stop(), sandbox])
    await stopServices(built, repeater, log)
    await db.close()
    services.accessLog.flush()
    log.flush()
  }
  let stopping: Promise<void> | undefined
  return {
    url: status.baseUrl,
    port: server.port,
    sandboxKey,
    services,
    foundation,
    published: built.published,
    dataReady: demonstration?.finished ?? Promise.resolve(),
    stop: () => (stopping ??= stop()),
  }
}

const isFirst = (worker: WorkerRole | undefined): boolean => !worker || worker.isFirst

async function updateSandbox({ published }: BuiltServices, db: Database, log: Log): Promise<void> {
  try {
    if (await ensureSandbox(db, systemClock)) await published()
  } catch (error) {
    log.error({ err: error }, 'the sandbox was not updated; the next start tries again')
  }
}

function repeatChores(repeater: Repeater, chores: ReturnType<typeof choresOf>, worker: WorkerRole | undefined): void {
  for (const [everyMs, who, name, work] of chores)
    repeater.every(everyMs, name, async () => {
      if (who === 'all' || !worker || worker.ownsChores()) await work()
    })
}

/**
 * Connections that the system completes while the event loop is busy; it may lower the number (somaxconn on Linux). With
 * Node's 511, a burst of connections fills the queue. The system then ignores further ones, health checks too, until
 * they try again after 1, 3, 7 and 15 s.
 */
const BACKLOG = 4096

/** Starts the HTTP server and, unless BASE_URL is set, derives the base URL from its port. */
async function listen(
  config: Config,
  services: Services,
  routes: ServiceOptions['routes'],
  status: NodeStatus,
): Promise<{ port: number; close(): Promise<void> }> {
  const eventLoop = watchEventLoop()
  const delayMs = () => Math.max(eventLoop.delayMs(), requestWaitMs())
  const overload = new Overload({ maxPending: config.maxWaiting, maxDelayMs: config.maxDelayMs }, delayMs)
  const { metrics } = services
  metrics.count('plinth_http_shed_total', 'Requests refused because of overload.', () => overload.refused)
  metrics.count('plinth_connections_shed_total', 'New connections closed because of overload.', closedConnections)
  metrics.gauge('plinth_event_loop_lag_ms', 'Median event loop lag over the last second.', eventLoop.delayMs)
  metrics.gauge(
    'plinth_request_wait_ms',
    'Longest wait of a request for its turn in the last second.',
    eventLoop.longestWaitMs,
  )
  const { host, trustProxy } = config
  const draining = () => status.state === 'draining'
  const server = createHttpServer(routes, mounts, services, { trustProxy, draining, overload, problemPage })
  server.listen({ host, port: config.port, backlog: BACKLOG })
  await once(server, 'listening').catch((error) => {
    throw stopFromListenError(error, host, config.port) ?? error
  })
  const { port } = server.address() as AddressInfo
  status.baseUrl = config.baseUrl ?? localUrl(host, port)
  const close = async () => {
    await promisify(server.close.bind(server))()
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
  const { access, requestLog, catalog, webhooks, feeds, files } = services
  await Promise.all([
    repeater.stop(),
    catalog.stop(),
    webhooks.worker
      .stop()
      .catch((error) => log.error({ err: error }, 'webhook deliveries wait for their lease to end')),
    feeds.worker.stop().catch((error) => log.error({ err: error }, 'feed runs wait for their lease to end')),
    files.worker.stop().catch((error) => log.error({ err: error }, 'file jobs wait for their lease to end')),
    access.emails.stop(),
  ])
  await sender.close()
  await requestLog.flush().catch((error) => log.error({ err: error }, 'lost the request log of the last second'))
  services.mapTiles?.close()
  await access.stop().catch((error) => log.error({ err: error }, 'lost the usage counts of the last second'))
  await uncertainQueries
    .flush()
    .catch((error) => log.error({ err: error }, 'lost the uncertain queries of the last seconds'))
}
