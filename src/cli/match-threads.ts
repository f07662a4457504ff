// `plinth match --threads N`: batches go round the workers, answers come back in order, a bounded number in flight.

import { Worker } from 'node:worker_threads'
import { lineBatches } from './lines.ts'
import type { Hints } from './match-lines.ts'

export interface WorkerOptions {
  readonly buildings: string
  readonly threads: number
  readonly hints?: Hints
  readonly input: NodeJS.ReadableStream
  readonly errors: NodeJS.WritableStream
}

/** What a worker is asked, and what it answers; `reports` are complaints about the buildings file. */
interface Job {
  readonly id: number
  readonly lines: readonly string[]
}
interface Done {
  readonly id: number
  readonly text: string
}

const LINES_PER_JOB = 512
/** Jobs waiting per worker: one at work, one ready. More would only fill the memory. */
const JOBS_PER_WORKER = 2

type Waiting = { resolve: (text: string) => void; reject: (error: Error) => void }

class Pool {
  readonly #workers: Worker[]
  readonly #waiting = new Map<number, Waiting>()
  #next = 0
  #failed: Error | null = null

  constructor(options: WorkerOptions) {
    const workerData = { buildings: options.buildings, hints: options.hints ?? 'all' }
    this.#workers = Array.from({ length: options.threads }, (_, i) => {
      const worker = new Worker(new URL('./match-worker.mjs', import.meta.url), {
        workerData: { ...workerData, report: i === 0 },
      })
      worker.on('message', (message: Done | { report: string }) => {
        if ('report' in message) options.errors.write(`${message.report}\n`)
        else {
          this.#waiting.get(message.id)?.resolve(message.text)
          this.#waiting.delete(message.id)
        }
      })
      worker.on('error', (error) => this.#fail(error as Error))
      return worker
    })
  }

  #fail(error: Error): void {
    this.#failed ??= error
    for (const w of this.#waiting.values()) w.reject(this.#failed)
    this.#waiting.clear()
  }

  run(lines: readonly string[]): Promise<string> {
    if (this.#failed) return Promise.reject(this.#failed)
    const id = this.#next++
    const worker = this.#workers[id % this.#workers.length] as Worker
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, lines } satisfies Job)
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}

async function* jobs(input: NodeJS.ReadableStream): AsyncGenerator<string[]> {
  for await (const batch of lineBatches(input))
    for (let at = 0; at < batch.length; at += LINES_PER_JOB) yield batch.slice(at, at + LINES_PER_JOB)
}

export async function* startWorkers(options: WorkerOptions): AsyncGenerator<{ text: string; lines: number }> {
  const pool = new Pool(options)
  const flight: { answer: Promise<string>; lines: number }[] = []
  try {
    for await (const lines of jobs(options.input)) {
      const answer = pool.run(lines)
      // it is awaited in its turn; until then a failure must not count as unhandled
      answer.catch(() => undefined)
      flight.push({ answer, lines: lines.length })
      if (flight.length >= options.threads * JOBS_PER_WORKER) {
        const first = flight.shift() as (typeof flight)[number]
        yield { text: await first.answer, lines: first.lines }
      }
    }
    for (const { answer, lines } of flight) yield { text: await answer, lines }
  } finally {
    await pool.close()
  }
}
