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

/** Resolves when the engine is ready or, for `create`, has created its cluster. */
export function startThread(task: Task, log: (message: string) => void): Promise<EngineThread> {
  const syncs = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(new URL('./engine.mjs', import.meta.url), {
    workerData: { ...task, syncs } satisfies EngineTask,
  })
  let failure: Error | undefined
  /** The engine's last log lines explain a failure better than its exit code. */
  const lastLines: string[] = []
  let stopping = task.task === 'create'
  let ready = false
  const fail = (message: string) => {
    if (failure) return
    failure = new Error(`the embedded database failed: ${lastLines.at(-1)?.replace(LOG_PREFIX, '') ?? message}`)
    log(failure.message)
  }
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      if (!stopping || code !== 0) fail(`its thread ended with code ${code}`)
      resolve()
    })
  })
  const thread: EngineThread = {
    failure: () => failure,
    syncCount: () => Atomics.load(syncs, 0),
    stop: async () => {
      stopping = true
      worker.postMessage('stop')
      await exited
    },
  }
  worker.on('error', (error) => fail(error.message))
  worker.on('message', (news: EngineNews) => {
    if (news.kind === 'log') {
      log(news.line)
      lastLines.splice(0, lastLines.length - 1)
      lastLines.push(news.line)
    } else if (news.kind === 'failed') fail(news.message)
    else ready = true
  })
  return new Promise((resolve, reject) => {
    const settle = () => (failure || !ready ? reject(failure) : resolve(thread))
    exited.then(settle)
    if (task.task === 'serve') worker.on('message', () => ready && resolve(thread))
  })
}
