// plinth serve: starts the service and stops it without failing requests.

import cluster from 'node:cluster'
import { join } from 'node:path'
import type { LoadingProgress } from '../../catalog/dataset-loading.ts'
import { SAMPLE_ADDRESS } from '../../catalog/query/sample-address.ts'
import type { WaitingThread } from '../../db/embedded/engine-thread.ts'
import { loadEngine } from '../../db/embedded/engine-thread.ts'
import { DEMO_SOURCE } from '../../ingest/record/source-names.ts'
import type { Config } from '../../kernel/config.ts'
import { VERSION } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { Log } from '../../kernel/log.ts'
import { createLog, logFormatOf } from '../../kernel/log.ts'
import { handled } from '../../kernel/settled.ts'
import { firstSignal } from '../terminal/signals.ts'
import { requireOpenFiles } from './file-limit.ts'
import { LoadingLine } from './loading-line.ts'
import { requireMemory } from './memory-limit.ts'
import { workerCount } from './worker-count.ts'

export interface ServeOptions {
  readonly workers?: number
}

interface Service {
  readonly url: string
  readonly sandboxKey: string
  readonly isDemonstration: boolean
  readonly isLoading: boolean
  readonly workers: number
  /** Rejects when the service cannot go on. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

type OnLoading = (progress: LoadingProgress | undefined) => void

interface ServiceStart {
  readonly config: Config
  readonly log: Log
  readonly onLoading: OnLoading
  /** Loads the embedded engine; undefined with PostgreSQL. */
  readonly waitingThread: WaitingThread | undefined
}

export async function serveCommand(settings: Config, options: ServeOptions = {}): Promise<number> {
  const config = { ...settings, workers: options.workers ?? settings.workers }
  const log = createLog(config)
  if (cluster.isWorker) {
    const { runWorker } = await import('../../app/workers/run-worker.ts')
    // The channel to the supervising process would keep this one alive.
    process.exit(await runWorker(config, log))
  }
  requireOpenFiles()
  requireMemory()
  const isText = logFormatOf(config) === 'text'
  if (isText) console.log(`Plinth ${VERSION} is starting …`)
  else log.info({ version: VERSION }, 'starting')
  const line = new LoadingLine(isText ? process.stdout : { write: () => {} }, log)
  const onLoading: OnLoading = (progress) => line.show(progress)
  const count = workerCount(config)
  // First of all, because nothing takes longer; the rest of the code loads meanwhile.
  const waitingThread = config.databaseUrl ? undefined : loadEngine((message) => log.info(message))
  const start: ServiceStart = { config, log, onLoading, waitingThread }
  const service = await (count > 1 ? startWorkers(start, count) : startAlone(start)).catch(async (error) => {
    await waitingThread?.discard()
    throw error
  })
  await announce(service, config, log)
  await Promise.race([firstSignal(), service.failed.catch((error) => stopAfter(service, error))])
  line.clear()
  const stopping = `stopping: serving requests for ${config.drainMs / 1000} s more, then closing`
  if (config.logFormat === 'json') log.info(stopping)
  else console.log(stopping)
  const secondSignal = firstSignal().then(() => process.exit(EXIT.failed))
  await Promise.race([service.stop(), secondSignal])
  return EXIT.ok
}

async function stopAfter({ stop }: Pick<Service, 'stop'>, error: Error): Promise<never> {
  await stop()
  throw error
}

async function startAlone({ config, log, onLoading, waitingThread }: ServiceStart): Promise<Service> {
  const { openFoundation } = await import('../../app/foundation.ts')
  const foundation = handled(openFoundation(config, (message) => log.info(message), { waitingThread }))
  // Loading code would delay the steps until then.
  if (waitingThread) await Promise.race([waitingThread.started, foundation])
  const { startApp } = await import('../../app/app.ts')
  const { url, sandboxKey, services, stop } = await startApp(config, log, { foundation, onLoading })
  return {
    url,
    sandboxKey,
    isDemonstration: services.catalog.snapshot('production').projects.lists('source_kinds').has(DEMO_SOURCE),
    isLoading: services.loading.progress('production') !== undefined,
    workers: 1,
    failed: new Promise(() => {}),
    stop,
  }
}

async function startWorkers(start: ServiceStart, count: number): Promise<Service> {
  const { Primary } = await import('../../app/workers/primary.ts')
  const primary = new Primary({ ...start, workers: count })
  const stop = () => primary.stop()
  try {
    await primary.start()
    const ready = await Promise.race([primary.ready, primary.failed])
    return { ...ready, isLoading: primary.isLoading, workers: count, failed: primary.failed, stop }
  } catch (error) {
    return stopAfter({ stop }, error as Error)
  }
}

/** People who redirect the output to a file want the text, too. LOG_FORMAT=json prints JSON lines only. */
async function announce(service: Service, config: Config, log: Log): Promise<void> {
  const { url, isDemonstration, isLoading, workers } = service
  if (logFormatOf(config) === 'json') {
    const { FILES } = await import('../../app/foundation.ts')
    const sandboxKeyFile = join(config.dataDir, FILES.sandboxKey)
    const fields = { url, docs: `${url}/docs`, sandboxKeyFile, workers, isDemonstration, isLoading }
    log.info(fields, 'ready')
  }
  if (config.logFormat !== 'json') console.log(welcome(service, config))
}

function welcome(
  { url, sandboxKey, isDemonstration, isLoading, workers }: Service,
  { demonstration }: Pick<Config, 'demonstration'>,
): string {
  return `
Plinth is ready${workers > 1 ? ` with ${workers} workers` : ''}.${isDemonstration ? ' Some of the data is invented; every record says so.' : ''}${isLoading ? `\nThe sandbox works now. The data for live keys: ${FIRST_DATA[demonstration]}.` : ''}

  open:        ${url}/
  docs:        ${url}/docs
  sandbox key: ${sandboxKey}

Try it:

  curl -s '${url}/api/v1/building-links?address=${encodeURIComponent(SAMPLE_ADDRESS)}' \\
    -H 'Authorization: Bearer ${sandboxKey}'
`
}

const FIRST_DATA: Readonly<Record<Config['demonstration'], string>> = {
  none: 'none',
  real: 'real buildings of Toronto and Vancouver',
  invented: 'invented projects on real streets, which are being created',
  all: 'real buildings of Toronto and Vancouver; invented projects on real streets are being created',
}
