// One worker of `plinth serve --workers N`: a complete node that shares its port with the others.
import type { LoadingProgress } from '../../catalog/dataset-loading.ts'
import { stopFromDatabaseError } from '../../db/damage.ts'
import { DEMO_SOURCE } from '../../ingest/record/source-names.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { Log } from '../../kernel/log.ts'
import { stopFromFileError } from '../../kernel/system-errors.ts'
import type { App } from '../app.ts'
import { startApp } from '../app.ts'
import { openFoundation } from '../foundation.ts'
import type { AllMetrics, SpentRates, ToPrimary, ToWorker, WorkerStart } from '../messages.ts'

/** How long what a caller used may stay unknown to the other workers. */
const SHARE_RATES_MS = 100
const SHARE_RATES_SOON_MS = 10

/** PostgreSQL connections of all workers together, and of each at least. */
const CONNECTIONS = 10
const MIN_CONNECTIONS = 4

/** Runs until the supervising process asks it to stop. Returns the exit code. */
export async function runWorker(config: Config, log: Log): Promise<number> {
  const channel = new Channel()
  try {
    const start = await channel.started()
    const app = await startWorker(config, log, start, channel)
    await channel.stopped
    await app.stop()
    return EXIT.ok
  } catch (error) {
    const stop = error instanceof Stop ? error : (stopFromFileError(error) ?? stopFromDatabaseError(error))
    if (!stop) {
      log.error({ err: error }, 'a worker failed to start')
      log.flush()
      return EXIT.failed
    }
    const { exitCode, message, advice } = stop
    await channel.send({ type: 'refused', exitCode, message, advice })
    return exitCode
  }
}

async function startWorker(settings: Config, log: Log, start: WorkerStart, channel: Channel): Promise<App> {
  const config = { ...settings, port: start.port }
  const foundation = openFoundation(config, (message) => log.info(message), {
    engine: start.engine ?? undefined,
    poolMax: Math.max(MIN_CONNECTIONS, Math.ceil(CONNECTIONS / start.workers)),
  })
  let ownsChores = false
  channel.on('own chores', () => {
    ownsChores = true
  })
  let loadingNow = start.loading
  channel.on('loading', ({ progress }) => {
    loadingNow = progress
  })
  const metrics = new MetricsReader(channel)
  const app = await startApp(config, log, {
    foundation,
    worker: {
      ...start,
      name: `${start.machine}/${start.number}`,
      ownsChores: () => ownsChores,
      allMetrics: () => metrics.read(),
    },
  })
  shareRates(app, channel)
  channel.on('read metrics', async ({ request }) => {
    const values = await app.services.metrics.values().catch((error) => {
      log.error({ err: error }, 'the metrics of a worker are missing')
      return []
    })
    await channel.send({ type: 'metrics', request, values })
  })
  const { loading, catalog } = app.services
  const showLoading = async (progress: LoadingProgress | null) => {
    // The dataset is ready here once this worker has loaded it, and complete once it has loaded the rest.
    const before = loading.progress('production')
    if (before && before.state !== progress?.state) await app.published()
    loading.set('production', progress ?? undefined)
  }
  await showLoading(loadingNow)
  channel.on('loading', ({ progress }) => void showLoading(progress))
  const isDemonstration = catalog.snapshot('production').projects.lists('source_kinds').has(DEMO_SOURCE)
  const { url, port, sandboxKey } = app
  await channel.send({ type: 'ready', ready: { url, port, sandboxKey, isDemonstration } })
  return app
}

/** The workers of a machine are one node for rate limits: a caller on one connection gets the whole limit. */
function shareRates(app: App, channel: Channel): void {
  const { rateSharing } = app.services.access
  const exchange = () => {
    const spent = rateSharing.takeSpent()
    if (spent) void channel.send({ type: 'spent', spent })
  }
  let timer: NodeJS.Timeout | undefined
  rateSharing.onSpent((isUrgent) => {
    clearTimeout(timer)
    timer = setTimeout(exchange, isUrgent ? SHARE_RATES_SOON_MS : SHARE_RATES_MS).unref()
  })
  channel.on('spent', ({ spent }: { spent: SpentRates }) => rateSharing.addSpent(spent))
}

type MessageOf<T extends ToWorker['type']> = Extract<ToWorker, { type: T }>

class Channel {
  readonly #listeners = new Map<string, (message: never) => void>()
  readonly stopped: Promise<unknown>

  constructor() {
    process.on('message', (message: ToWorker) => this.#listeners.get(message.type)?.(message as never))
    // The terminal sends these to all processes; the supervising one decides.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
    this.stopped = Promise.race([
      new Promise((resolve) => this.on('stop', resolve)),
      new Promise((resolve) => process.once('SIGTERM', resolve)),
    ])
  }

  on<T extends ToWorker['type']>(type: T, listener: (message: MessageOf<T>) => void): void {
    this.#listeners.set(type, listener as (message: never) => void)
  }

  /** Reports that the code is loaded and waits for the permission to start. */
  async started(): Promise<WorkerStart> {
    const start = new Promise<WorkerStart>((resolve) => this.on('start', (message) => resolve(message.start)))
    await this.send({ type: 'loaded' })
    return start
  }

  /** Resolves when the message is sent. If the other process is gone, this one ends anyway. */
  send(message: ToPrimary): Promise<void> {
    return new Promise((resolve) => {
      if (!process.connected) return resolve()
      process.send!(message, undefined, undefined, () => resolve())
    })
  }
}

class MetricsReader {
  readonly #channel: Channel
  readonly #waiting = new Map<number, (metrics: AllMetrics) => void>()
  #count = 0

  constructor(channel: Channel) {
    this.#channel = channel
    channel.on('all metrics', ({ request, metrics }) => {
      this.#waiting.get(request)?.(metrics)
      this.#waiting.delete(request)
    })
  }

  async read(): Promise<AllMetrics> {
    const request = ++this.#count
    const answer = new Promise<AllMetrics>((resolve) => this.#waiting.set(request, resolve))
    await this.#channel.send({ type: 'read all metrics', request })
    return answer
  }
}
