// Datasets that wait for their first data, and how far it is.
import type { Dataset } from '../events/event-types.ts'
import { Fault } from '../kernel/fault.ts'
import { say } from '../kernel/phrase.ts'

export interface LoadingProgress {
  /** Projects written so far. */
  readonly done: number
  readonly total: number
  readonly seconds_left: number
}

/** Only a dataset without any version is loading. One that gets a newer version stays ready. */
export class DatasetLoading {
  readonly #progress = new Map<Dataset, LoadingProgress>()

  /** Undefined means ready. */
  set(dataset: Dataset, progress: LoadingProgress | undefined): void {
    if (progress) this.#progress.set(dataset, progress)
    else this.#progress.delete(dataset)
  }

  progress(dataset: Dataset): LoadingProgress | undefined {
    return this.#progress.get(dataset)
  }

  /** Without this check, callers would get empty lists and "no match" from a dataset that is not there yet. */
  requireReady(dataset: Dataset): void {
    if (this.#progress.size === 0) return
    const progress = this.#progress.get(dataset)
    if (!progress) return
    const { done, total, seconds_left } = progress
    throw new Fault('dataset_loading', {
      detail: say`The ${dataset} dataset is being created: ${done} of ${total} projects. Try again in about ${seconds_left} s.`,
      retryAfterSeconds: seconds_left,
      extra: { dataset, progress },
    })
  }
}
