// Datasets that are being filled for the first time, and how far they are.
import type { Dataset } from '../events/event-types.ts'
import { Fault } from '../kernel/fault.ts'
import { say } from '../kernel/phrase.ts'

export interface LoadingProgress {
  /** Loading until there are projects to answer with. Then the dataset is ready, and the rest follows. */
  readonly state: 'loading' | 'ready'
  /** Projects written so far. */
  readonly done: number
  /** While loading: the projects that come first. */
  readonly total: number
  readonly seconds_left: number
}

/** Only a dataset that is filled for the first time is here. One that gets a newer version stays ready. */
export class DatasetLoading {
  readonly #progress = new Map<Dataset, LoadingProgress>()

  /** Undefined means complete. */
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
    if (progress?.state !== 'loading') return
    const { state: _, ...shown } = progress
    const { done, total, seconds_left } = shown
    throw new Fault('dataset_loading', {
      detail: say`The ${dataset} dataset is being created: ${done} of ${total} projects. Try again in about ${seconds_left} s.`,
      retryAfterSeconds: seconds_left,
      extra: { dataset, progress: shown },
    })
  }
}
