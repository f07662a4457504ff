// Collects the metrics of all workers for the worker that was asked.
import type { MetricValues } from '../../kernel/metrics.ts'
import type { ToWorker, WorkerMetrics } from '../messages.ts'

interface Collection {
  readonly askedBy: number
  readonly request: number
  readonly missing: Set<number>
  readonly all: WorkerMetrics[]
}

/** A worker that is too busy is left out after this time. */
const TIMEOUT_MS = 2000

export class MetricsRelay {
  readonly #send: (worker: number, message: ToWorker) => void
  readonly #restarts: () => number
  readonly #collections = new Map<number, Collection>()
  #count = 0

  constructor(send: (worker: number, message: ToWorker) => void, restarts: () => number) {
    this.#send = send
    this.#restarts = restarts
  }

  ask(askedBy: number, request: number, workers: readonly number[]): void {
    const id = ++this.#count
    this.#collections.set(id, { askedBy, request, missing: new Set(workers), all: [] })
    for (const worker of workers) this.#send(worker, { type: 'read metrics', request: id })
    setTimeout(() => this.#finish(id), TIMEOUT_MS).unref()
  }

  received(id: number, number: number, values: MetricValues): void {
    const collection = this.#collections.get(id)
    if (!collection?.missing.delete(number)) return
    collection.all.push({ number, values })
    if (collection.missing.size === 0) this.#finish(id)
  }

  /** A dead worker does not answer. */
  lost(number: number): void {
    for (const [id, { missing }] of this.#collections)
      if (missing.delete(number) && missing.size === 0) this.#finish(id)
  }

  #finish(id: number): void {
    const collection = this.#collections.get(id)
    if (!collection) return
    this.#collections.delete(id)
    const { askedBy, request, all } = collection
    const workers = all.sort((a, b) => a.number - b.number)
    this.#send(askedBy, { type: 'all metrics', request, metrics: { workers, restarts: this.#restarts() } })
  }
}
