// The threads of `plinth match --threads N`: the main thread matches too, beside N - 1 workers.
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Matcher } from '@plinth/matcher'
import { settled } from '../../kernel/settled.ts'
import type { Block, MatchedBlock, MatchPlan } from './formats/match-plan.ts'
import { BlockMatcher } from './match-block.ts'
import type { MatcherSource } from './open-matcher.ts'
import { openMatcher } from './open-matcher.ts'

/** Blocks queued per thread, so that a worker never waits for the main thread. */
const BLOCKS_PER_THREAD = 4

/** Matches blocks on all threads. */
export interface BlockPool {
  match(block: Block, plan: MatchPlan): Promise<MatchedBlock>
  /** No block of this plan follows. */
  release(plan: MatchPlan): void
  /** Maximum number of blocks in progress. */
  readonly concurrency: number
  /** Threads that get blocks. The main thread starts alone; workers join when they have opened the index. */
  readonly ready: number
  close(): Promise<unknown>
}

interface MatchThread {
  /** Blocks that wait or are being matched. */
  readonly load: number
  match(block: Block, plan: MatchPlan): Promise<MatchedBlock>
}

class MainThread implements MatchThread {
  readonly #matcher: Matcher
  readonly #blocks = new WeakMap<MatchPlan, BlockMatcher>()
  #last: Promise<unknown> = Promise.resolve()
  load = 0

  constructor(matcher: Matcher) {
    this.#matcher = matcher
  }

  match(block: Block, plan: MatchPlan): Promise<MatchedBlock> {
    this.load++
    const blocks = this.#blocks.get(plan) ?? new BlockMatcher(this.#matcher, plan)
    this.#blocks.set(plan, blocks)
    // Between two blocks, workers get theirs and answers are written.
    const matched = this.#last
      .then(() => setImmediate())
      .then(() => blocks.match(block))
      .finally(() => this.load--)
    this.#last = settled(matched)
    return matched
  }
}

type Message = { readonly ready: true } | { readonly job: number; readonly matched: MatchedBlock }

interface PendingJob {
  resolve(matched: MatchedBlock): void
  reject(error: Error): void
}

/** One worker and its pending jobs. If the worker dies, these and all later jobs reject. */
class WorkerThread implements MatchThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, PendingJob>()
  /** The plans that the worker has, by their numbers. */
  readonly #plans = new Map<MatchPlan, number>()
  #lastPlan = 0
  #error: Error | null = null
  #jobs = 0
  /** It has opened its matcher, or failed. */
  isReady = false

  /** The worker loads its code at once, while the main thread reads the buildings. */
  constructor() {
    this.#worker = new Worker(new URL('./match-worker.mjs', import.meta.url))
    this.#worker.on('message', (message: Message) => {
      if ('ready' in message) this.isReady = true
      else this.#settle(message.job)?.resolve(message.matched)
    })
    this.#worker.on('error', (error: Error) => {
      this.#error = error
      this.isReady = true
      for (const job of [...this.#pending.keys()]) this.#settle(job)?.reject(error)
    })
  }

  open(source: MatcherSource): void {
    this.#worker.postMessage({ source })
  }

  #settle(job: number): PendingJob | undefined {
    const pending = this.#pending.get(job)
    this.#pending.delete(job)
    return pending
  }

  get load(): number {
    return this.#pending.size
  }

  match(block: Block, plan: MatchPlan): Promise<MatchedBlock> {
    if (this.#error) return Promise.reject(this.#error)
    const job = this.#jobs++
    return new Promise((resolve, reject) => {
      this.#pending.set(job, { resolve, reject })
      const transfer = 'bytes' in block ? [block.bytes.buffer as ArrayBuffer] : []
      this.#worker.postMessage({ job, block, number: this.#numberOf(plan) }, transfer)
    })
  }

  #numberOf(plan: MatchPlan): number {
    const known = this.#plans.get(plan)
    if (known !== undefined) return known
    const number = ++this.#lastPlan
    this.#plans.set(plan, number)
    this.#worker.postMessage({ number, plan })
    return number
  }

  release(plan: MatchPlan): void {
    if (this.#plans.has(plan)) this.#worker.postMessage({ number: this.#plans.get(plan), plan: null })
    this.#plans.delete(plan)
  }

  close(): Promise<number> {
    return this.#worker.terminate()
  }
}

/** The index that `openSource` returns must be in shared memory if there are workers: it is not copied to them. */
export async function startThreads(
  count: number,
  openSource: () => Promise<MatcherSource>,
  report: (message: string) => void,
): Promise<BlockPool> {
  const workers = Array.from({ length: count - 1 }, () => new WorkerThread())
  const close = () => Promise.all(workers.map((worker) => worker.close()))
  try {
    const source = await openSource()
    for (const worker of workers) worker.open(source)
    const main = new MainThread(await openMatcher(source, report))
    const leastBusy = () =>
      workers.reduce<MatchThread>((least, one) => (one.isReady && one.load < least.load ? one : least), main)
    return {
      match: (block, plan) => leastBusy().match(block, plan),
      release: (plan) => {
        for (const worker of workers) worker.release(plan)
      },
      concurrency: count * BLOCKS_PER_THREAD,
      get ready() {
        return 1 + workers.filter(({ isReady }) => isReady).length
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
