// Worker threads of `plinth match --threads N`.
import { Worker } from 'node:worker_threads'
import type { Block, MatchedBlock, MatchPlan } from './match-plan.ts'
import type { MatcherSource } from './open-matcher.ts'

/** Blocks queued per worker, so that a worker never waits for the main thread. */
const BLOCKS_PER_WORKER = 4

/** Matches blocks, on this thread or on workers. */
export interface BlockPool {
  match(block: Block): MatchedBlock | Promise<MatchedBlock>
  /** Maximum number of blocks in progress. */
  readonly concurrency: number
  close(): Promise<unknown>
}

type Message = { readonly ready: true } | { readonly job: number; readonly matched: MatchedBlock }

interface PendingJob {
  resolve(matched: MatchedBlock): void
  reject(error: Error): void
}

/** One worker and its pending jobs. If the worker dies, its jobs reject. */
class MatchThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, PendingJob>()
  readonly ready: Promise<void>
  #jobs = 0

  constructor(workerData: { source: MatcherSource; plan: MatchPlan }) {
    this.#worker = new Worker(new URL('./match-worker.mjs', import.meta.url), { workerData })
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Message) => {
        if ('ready' in message) resolve()
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

  match(block: Block): Promise<MatchedBlock> {
    const job = this.#jobs++
    return new Promise((resolve, reject) => {
      this.#pending.set(job, { resolve, reject })
      const transfer = 'bytes' in block ? [block.bytes.buffer as ArrayBuffer] : []
      this.#worker.postMessage({ job, block }, transfer)
    })
  }

  close(): Promise<number> {
    return this.#worker.terminate()
  }
}

/** The index of `source` must be in shared memory: it is neither copied nor built per thread. */
export async function startThreads(count: number, source: MatcherSource, plan: MatchPlan): Promise<BlockPool> {
  const threads = Array.from({ length: count }, () => new MatchThread({ source, plan }))
  const close = () => Promise.all(threads.map((thread) => thread.close()))
  try {
    await Promise.all(threads.map(({ ready }) => ready))
  } catch (error) {
    await close()
    throw error
  }
  const leastBusy = () => threads.reduce((least, thread) => (thread.load < least.load ? thread : least))
  return { concurrency: count * BLOCKS_PER_WORKER, match: (block) => leastBusy().match(block), close }
}
