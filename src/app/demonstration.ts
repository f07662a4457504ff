// Creates the first production data in the background, while the sandbox already answers.

import { Worker } from 'node:worker_threads'
import type { DatasetLoading, LoadingProgress } from '../catalog/dataset-loading.ts'
import type { Database } from '../db/database.ts'
import type { EngineAddress } from '../db/embedded/start.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { isIncluded } from '../kernel/config.ts'
import { Fault } from '../kernel/fault.ts'
import type { Log } from '../kernel/log.ts'
import { handled, pause } from '../kernel/settled.ts'
import type { DemonstrationTask } from './demonstration-thread.mjs'
import { hasVersion, needsFirstData, publishFirstData, SAMPLE_PROJECTS } from './first-data.ts'
import { adoptPreparedBuildings } from './real-buildings.ts'

export interface DemonstrationOptions extends Pick<Config, 'demonstration' | 'demoProjects'> {
  readonly db: Database
  readonly dataDir: string
  readonly loading: DatasetLoading
  readonly log: Log
  /** Called with the progress, and with undefined when the dataset is complete. */
  readonly onProgress: (progress: LoadingProgress | undefined) => void
  /** Loads the newest version. */
  readonly published: () => Promise<void>
}

export interface Demonstration {
  /** Resolves when production is ready, or creating it was stopped. */
  readonly finished: Promise<void>
  stop(): Promise<void>
}

/** Until the first slice is written, nothing is known about this machine. */
const TYPICAL_PROJECTS_PER_SECOND = 250
/** The rest is finishing the publish and loading the snapshot. */
const WRITING_SHARE = 0.9
const RETRY_MS = 30_000

/** Returns false if production has its first data. Marks it as loading otherwise; `createDemonstration` does the work. */
export async function announceDemonstration(
  db: Database,
  loading: DatasetLoading,
  config: Pick<Config, 'demonstration' | 'demoProjects'>,
): Promise<boolean> {
  if (!(await needsFirstData(db, config))) return false
  await adoptPreparedBuildings(db, new Date(systemClock.now()))
  const state = (await hasVersion(db, 'production')) ? 'ready' : 'loading'
  loading.set('production', progressOf(state, 0, inventedOf(config), 0))
  return true
}

/** Progress counts the invented projects: the real buildings are there from the start, or take seconds. */
const inventedOf = ({ demonstration, demoProjects }: Pick<Config, 'demonstration' | 'demoProjects'>) =>
  isIncluded(demonstration, 'invented') ? demoProjects : 1

export function createDemonstration(options: DemonstrationOptions): Demonstration {
  const { db, loading, log, onProgress } = options
  const total = inventedOf(options)
  const stopping = new AbortController()
  const { signal } = stopping
  const show = (progress: LoadingProgress | undefined) => {
    loading.set('production', progress)
    onProgress(progress)
  }
  const create = async () => {
    const started = performance.now()
    let state = loading.progress('production')?.state ?? 'loading'
    let done = 0
    const showProgress = () => show(progressOf(state, done, total, (performance.now() - started) / 1000))
    showProgress()
    const onReadable = async () => {
      if (state === 'ready') return
      await options.published()
      state = 'ready'
      showProgress()
    }
    const report = (written: number) => {
      done = written
      showProgress()
    }
    await publish(options, { report, onReadable, signal })
    await options.published()
  }
  const createUntilDone = async () => {
    while (!signal.aborted) {
      try {
        await create()
        return show(undefined)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof Fault && error.code === 'state_conflict') {
          await options.published()
          // An import was faster. Its data is better than a demonstration.
          if (!(await needsFirstData(db, options))) return show(undefined)
          continue
        }
        log.error({ err: error }, `creating the demonstration failed; it starts over in ${RETRY_MS / 1000} s`)
        await pause(RETRY_MS, signal)
      }
    }
  }
  const finished = createUntilDone()
  return {
    finished,
    stop: async () => {
      stopping.abort()
      await finished
    },
  }
}

function progressOf(state: LoadingProgress['state'], done: number, all: number, seconds: number): LoadingProgress {
  const total = state === 'loading' ? Math.min(all, SAMPLE_PROJECTS) : all
  const share = (WRITING_SHARE * Math.min(done, total)) / total
  const left = share > 0 ? (seconds * (1 - share)) / share : total / TYPICAL_PROJECTS_PER_SECOND
  return { state, done: Math.min(done, total), total, seconds_left: Math.max(1, Math.ceil(left)) }
}

interface PublishWatch {
  readonly report: (done: number) => void
  readonly onReadable: () => Promise<void>
  readonly signal: AbortSignal
}

/** On a thread, so that requests do not wait for it. Sources run by tsx or the tests stay on this thread. */
function publish(options: DemonstrationOptions, watch: PublishWatch): Promise<void> {
  const engine = options.db.engine
  const isCompiled = import.meta.url.endsWith('.js')
  return engine && isCompiled ? publishOnThread(engine, options, watch) : publishHere(options, watch)
}

async function publishHere(
  { db, demonstration, demoProjects }: DemonstrationOptions,
  { report, onReadable, signal }: PublishWatch,
) {
  const onProgress = (done: number) => {
    signal.throwIfAborted()
    report(done)
  }
  const loaded: Promise<void>[] = []
  await publishFirstData(db, {
    clock: systemClock,
    demonstration,
    demoProjects,
    onProgress,
    onReadable: () => void loaded.push(onReadable()),
  })
  await Promise.all(loaded)
}

type News =
  | { readonly done: number }
  | { readonly readable: true }
  | { readonly published: true }
  | { readonly conflict: string }

function publishOnThread(
  engine: EngineAddress,
  { dataDir, demonstration, demoProjects }: DemonstrationOptions,
  { report, onReadable, signal }: PublishWatch,
): Promise<void> {
  const { host, port } = engine
  const task: DemonstrationTask = { engine: { host, port }, dataDir, demonstration, demoProjects }
  const worker = new Worker(new URL('./demonstration-thread.mjs', import.meta.url), { workerData: task })
  // The engine rolls back the transaction of a connection that ends.
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  let loaded = Promise.resolve()
  return new Promise<void>((resolve, reject) => {
    worker.on('message', (news: News) => {
      if ('done' in news) report(news.done)
      else if ('readable' in news) loaded = handled(onReadable())
      else if ('conflict' in news) reject(new Fault('state_conflict', { detail: news.conflict }))
      else resolve(loaded)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`its thread ended with code ${code}`)))
  }).finally(() => signal.removeEventListener('abort', stop))
}
