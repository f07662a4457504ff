// Starts, watches and stops the engine's worker thread.
import { Worker } from 'node:worker_threads'
import type { EngineNews, EngineTask } from './engine.mjs'

export interface EngineThread {
  /** The error that ended the engine, if any. */
  failure(): Error | undefined
  /** Number of fsyncs since the start. */
  syncCount(): number
  stop(): Promise<void>
}

/** `2026-11-16 23:30:32.437 UTC [42] PANIC:  ` of the engine's log. */
const LOG_PREFIX = /^\S+ \S+ UTC \[\d+\] \w+: +/

type Task = Omit<EngineTask, 'syncs'>

/** A thread that has loaded the engine's code, or is loading it, and waits for its task. */
export interface WaitingThread {
  /** Resolves when the thread has its task. */
  readonly started: Promise<void>
  /** Resolves when the engine is ready or, for `create`, has created its cluster. */
  run(task: Task): Promise<EngineThread>
  /** Ends a thread that has no task, for which the process would wait. */
  discard(): Promise<void>
}

/** The engine's objects are few and short-lived. V8's default lets the space for new ones grow to 48 MB. */
const LIMITS = { maxYoungGenerationSizeMb: 4 }

export function loadEngine(log: (message: string) => void): WaitingThread {
  const worker = new Worker(new URL('./engine.mjs', import.meta.url), { resourceLimits: LIMITS })
  let failure: Error | undefined
  /** The engine's last log lines explain a failure better than its exit code. */
  const lastLines: string[] = []
  let hasTask = false
  let stopping = false
  let isDiscarded = false
  let ready = false
  let onNews = () => {}
  const fail = (message: string) => {
    if (failure) return
    failure = new Error(`the embedded database failed: ${lastLines.at(-1)?.replace(LOG_PREFIX, '') ?? message}`)
    log(failure.message)
  }
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      if (!isDiscarded && (!stopping || code !== 0)) fail(`its thread ended with code ${code}`)
      resolve()
    })
  })
  worker.on('error', (error) => fail(error.message))
  worker.on('message', (news: EngineNews) => {
    if (news.kind === 'log') {
      log(news.line)
      lastLines.splice(0, lastLines.length - 1)
      lastLines.push(news.line)
    } else if (news.kind === 'failed') fail(news.message)
    else ready = true
    onNews()
  })
  let onStarted = () => {}
  const started = new Promise<void>((resolve) => {
    onStarted = resolve
  })
  const run = (task: Task): Promise<EngineThread> => {
    const syncs = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    stopping = task.task === 'create'
    hasTask = true
    worker.postMessage({ ...task, syncs } satisfies EngineTask)
    onStarted()
    const thread: EngineThread = {
      failure: () => failure,
      syncCount: () => Atomics.load(syncs, 0),
      stop: async () => {
        stopping = true
        worker.postMessage('stop')
        await exited
      },
    }
    return new Promise((resolve, reject) => {
      exited.then(() => (failure || !ready ? reject(failure) : resolve(thread)))
      if (task.task === 'serve') onNews = () => ready && resolve(thread)
    })
  }
  const discard = async () => {
    if (hasTask) return
    isDiscarded = true
    await worker.terminate()
  }
  return { started, run, discard }
}
