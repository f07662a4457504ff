// Worker threads of `plinth match --threads N`. Each worker builds the whole index.
import { Worker } from 'node:worker_threads'
import type { Model } from '../../matcher/decide/model-shape.ts'
import type { LineOptions, MatchedChunk } from './match-lines.ts'

/** Chunks queued per worker, so that a worker never waits for the main thread. */
const CHUNKS_PER_WORKER = 4

export interface ChunkOptions extends LineOptions {
  readonly model: Model
  readonly streets?: string | undefined
}

/** Matches chunks of lines, on this thread or on workers. */
export interface ChunkMatcher {
  match(chunk: Uint8Array): MatchedChunk | Promise<MatchedChunk>
  /** Maximum number of chunks in progress. */
  readonly concurrency: number
  close(): Promise<unknown>
}

type Message =
  | { readonly report: string }
  | { readonly ready: true }
  | { readonly job: number; readonly matched: MatchedChunk }

interface PendingJob {
  resolve(matched: MatchedChunk): void
  reject(error: Error): void
}

/** One worker and its pending jobs. If the worker dies, its jobs reject. */
class MatchThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, PendingJob>()
  readonly ready: Promise<void>
  #jobs = 0

  constructor(
    workerData: { file: string; options: ChunkOptions; reportsErrors: boolean },
    report: (message: string) => void,
  ) {
    this.#worker = new Worker(new URL('./match-worker.mjs', import.meta.url), { workerData })
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Message) => {
        if ('report' in message) report(message.report)
        else if ('ready' in message) resolve()
        else this.#settle(message.job)?.resolve(message.matched)
      })
      this.#worker.on('error', (error) => {
        reject(error)
        for (const job of [...this.#pending.keys()]) this.#settle(job)?.reject(error as Error)
      })
    })
  }

  #settle(job: number): PendingJob | undefined {
    const pending = this.#pending.get(job)
    this.#pending.delete(job)
    return pending
  }

  get load(): number {
    return this.#pending.size
  }

  match(chunk: Uint8Array): Promise<MatchedChunk> {
    const job = this.#jobs++
    return new Promise((resolve, reject) => {
      this.#pending.set(job, { resolve, reject })
      this.#worker.postMessage({ job, chunk }, [chunk.buffer as ArrayBuffer])
    })
  }

  close(): Promise<number> {
    return this.#worker.terminate()
  }
}

export async function startThreads(
  count: number,
  file: string,
  options: ChunkOptions,
  report: (message: string) => void,
): Promise<ChunkMatcher> {
  // Every worker reads the same buildings file; only the first reports its invalid lines.
  const threads = Array.from(
    { length: count },
    (_, i) => new MatchThread({ file, options, reportsErrors: i === 0 }, report),
  )
  const close = () => Promise.all(threads.map((thread) => thread.close()))
  try {
    await Promise.all(threads.map(({ ready }) => ready))
  } catch (error) {
    await close()
    throw error
  }
  const leastBusy = () => threads.reduce((least, thread) => (thread.load < least.load ? thread : least))
  return { concurrency: count * CHUNKS_PER_WORKER, match: (chunk) => leastBusy().match(chunk), close }
}
