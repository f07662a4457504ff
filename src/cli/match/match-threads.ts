// `plinth match --threads N`: every worker has the whole index; pieces of the input go to whoever has least to do.

import { Worker } from 'node:worker_threads'
import type { Answers, Hints } from './match-lines.ts'

/** Pieces given to a worker at a time: one at work, the others ready, so that it never waits for this thread. */
const PIECES_PER_WORKER = 4

/** Answers pieces of lines, on this thread or on others. */
export interface Answerer {
  answer(piece: Uint8Array): Answers | Promise<Answers>
  /** How many pieces may be asked for before the first is answered. */
  readonly atOnce: number
  close(): Promise<unknown>
}

type Message =
  | { readonly report: string }
  | { readonly ready: true }
  | { readonly job: number; readonly answers: Answers }

interface Waiting {
  resolve(answers: Answers): void
  reject(error: Error): void
}

/** A thread and what it was asked; when it dies, whoever waits for it hears why. */
class MatchThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly ready: Promise<void>
  #jobs = 0

  constructor(workerData: { file: string; hints: Hints; speaks: boolean }, report: (message: string) => void) {
    this.#worker = new Worker(new URL('./match-worker.mjs', import.meta.url), { workerData })
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Message) => {
        if ('report' in message) report(message.report)
        else if ('ready' in message) resolve()
        else this.#settle(message.job)?.resolve(message.answers)
      })
      this.#worker.on('error', (error) => {
        reject(error)
        for (const job of [...this.#waiting.keys()]) this.#settle(job)?.reject(error as Error)
      })
    })
  }

  #settle(job: number): Waiting | undefined {
    const waiting = this.#waiting.get(job)
    this.#waiting.delete(job)
    return waiting
  }

  get load(): number {
    return this.#waiting.size
  }

  answer(piece: Uint8Array): Promise<Answers> {
    const job = this.#jobs++
    return new Promise((resolve, reject) => {
      this.#waiting.set(job, { resolve, reject })
      this.#worker.postMessage({ job, piece }, [piece.buffer as ArrayBuffer])
    })
  }

  close(): Promise<number> {
    return this.#worker.terminate()
  }
}

export async function startThreads(
  count: number,
  file: string,
  hints: Hints,
  report: (message: string) => void,
): Promise<Answerer> {
  // one speaks for all about bad lines of the file
  const threads = Array.from({ length: count }, (_, i) => new MatchThread({ file, hints, speaks: i === 0 }, report))
  const close = () => Promise.all(threads.map((thread) => thread.close()))
  try {
    await Promise.all(threads.map(({ ready }) => ready))
  } catch (error) {
    await close()
    throw error
  }
  const leastBusy = () => threads.reduce((least, thread) => (thread.load < least.load ? thread : least))
  return { atOnce: count * PIECES_PER_WORKER, answer: (piece) => leastBusy().answer(piece), close }
}
