// Starts and stops the service: database, services, HTTP server and recurring work.
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureSandboxKey } from '../access/accounts/sandbox-key.ts'
import { operatorKey } from '../access/credentials/api-key.ts'
import type { LoadingProgress } from '../catalog/dataset-loading.ts'
import { DatasetLoading } from '../catalog/dataset-loading.ts'
import { Overload, watchEventLoop } from '../http/door/overload.ts'
import { createHttpServer } from '../http/door/server.ts'
import type { Services } from '../http/door/services.ts'
import { problemPage } from '../http/pages/problem-page.tsx'
import { mounts, routes as ownRoutes } from '../http/routes.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { keepTickShape } from '../kernel/next-tick.ts'
import { Repeater } from '../kernel/repeater.ts'
import { writePrivateFile } from '../kernel/secrets.ts'
import type { MeasuredModel } from '../matcher/decide/model-shape.ts'
import type { BuiltServices, NodeStatus, ServiceOptions } from './build-services.ts'
import { buildServices } from './build-services.ts'
import { choresOf } from './chores.ts'
import { announceDemonstration, createDemonstration } from './demonstration.ts'
import { ensureSandbox, needsDemonstration } from './first-data.ts'
import type { Foundation } from './foundation.ts'
import { FILES, openFoundation } from './foundation.ts'
import { loadModel } from './model-file.ts'

export interface App {
  readonly url: string
  readonly sandboxKey: string
  readonly services: Services
  /** For tests and benchmarks; request handlers use `services`. */
  readonly foundation: Foundation
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
}

export async function startApp(config: Config, log: Log, options: StartOptions = {}): Promise<App> {
  keepTickShape()
  const model = loadModel(config.modelFile)
  const foundation = await (options.foundation ?? openFoundation(config, (message) => log.info(message)))
  const repeater = new Repeater(log)
  try {
    return await start(config, log, foundation, repeater, { ...options, model })
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
  { onLoading = () => {}, routes = ownRoutes, fetchDocument, model }: StartOptions & { readonly model: MeasuredModel },
): Promise<App> {
  const { db } = foundation
  await ensureSandbox(db, systemClock)
  const loading = new DatasetLoading()
  const isEmpty = await needsDemonstration(db)
  if (isEmpty) announceDemonstration(loading, config.demoProjects)
  const status: NodeStatus = { state: 'starting', baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}` }
  const built = await buildServices({ config, log, foundation, status, routes, fetchDocument, model, loading })
  const { services } = built
  const server = await listen(config, services, routes, status)
  await services.access.oauth.start()
  for (const [everyMs, name, work] of choresOf({ ...built, db, refreshAt: config.refreshAt }))
    repeater.every(everyMs, name, work)
  const sandboxKey = await writeKeyFiles(config, foundation)
  await services.access.directory.sync()
  const serverFile = join(config.dataDir, FILES.server)
  writePrivateFile(serverFile, `${JSON.stringify({ pid: process.pid, port: server.port, host: config.host })}\n`)
  status.state = 'ready'
  const demonstration = isEmpty
    ? createDemonstration({ ...config, db, loading, log, onProgress: onLoading, published: built.published })
    : undefined

  const stop = async () => {
    status.state = 'draining'
    rmSync(serverFile, { force: true })
    // Load balancers need time to see that the node is not ready; until then responses close their connections.
    await sleep(config.drainMs)
    await server.close()
    await demonstration?.stop()
    await stopServices(built, repeater, log)
    await db.close()
    services.accessLog.flush()
    log.flush()
  }
  let stopping: Promise<void> | undefined
  return {
    url: status.baseUrl,
    sandboxKey,
    services,
    foundation,
    dataReady: demonstration?.finished ?? Promise.resolve(),
    stop: () => (stopping ??= stop()),
  }
}

/** Starts the HTTP server and, unless BASE_URL is set, derives the base URL from its port. */
async function listen(
  config: Config,
  services: Services,
  routes: ServiceOptions['routes'],
  status: NodeStatus,
): Promise<{ port: number; close(): Promise<void> }> {
  const eventLoop = watchEventLoop()
  const overload = new Overload({ maxPending: config.maxWaiting, maxDelayMs: config.maxDelayMs }, eventLoop.delayMs)
  const { metrics } = services
  metrics.count('plinth_http_shed_total', 'Requests refused because of overload.', () => overload.refused)
  metrics.gauge('plinth_event_loop_lag_ms', 'Median event loop lag over the last second.', eventLoop.delayMs)
  const { host, trustProxy } = config
  const draining = () => status.state === 'draining'
  const server = createHttpServer(routes, mounts, services, { trustProxy, draining, overload, problemPage })
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
