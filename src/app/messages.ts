// Messages between the supervising process and its workers.
import type { LoadingProgress } from '../catalog/dataset-loading.ts'
import type { EngineAddress } from '../db/embedded/start.ts'
import type { MetricValues } from '../kernel/metrics.ts'

/** What a worker needs to start. */
export interface WorkerStart {
  readonly number: number
  /** Never 0: if all workers died, their successors would get another port. */
  readonly port: number
  /** Workers of this machine. They share one rate limit. */
  readonly workers: number
  /** Common part of the workers' node names. */
  readonly machine: string
  /** The engine of the supervising process, if the database is embedded. */
  readonly engine: EngineAddress | null
  /** The first worker of a start publishes the sandbox and writes the key files. */
  readonly isFirst: boolean
  readonly loading: LoadingProgress | null
  /** Base URL of the service, once a worker listens. */
  readonly url: string | null
}

export interface WorkerReady {
  readonly url: string
  readonly port: number
  readonly sandboxKey: string
  readonly isDemonstration: boolean
}

/** Bucket time that callers used, in milliseconds. */
export type SpentRates = Readonly<Record<string, number>>

export interface WorkerMetrics {
  readonly number: number
  readonly values: MetricValues
}

/** The metrics of all workers that answered in time. */
export interface AllMetrics {
  readonly workers: readonly WorkerMetrics[]
  /** Workers that ended and were replaced. */
  readonly restarts: number
}

export type ToWorker =
  | { readonly type: 'start'; readonly start: WorkerStart }
  | { readonly type: 'loading'; readonly progress: LoadingProgress | null }
  | { readonly type: 'own chores' }
  | { readonly type: 'spent'; readonly spent: SpentRates }
  | { readonly type: 'read metrics'; readonly request: number }
  | { readonly type: 'all metrics'; readonly request: number; readonly metrics: AllMetrics }
  | { readonly type: 'stop' }

export type ToPrimary =
  | { readonly type: 'loaded' }
  | { readonly type: 'ready'; readonly ready: WorkerReady }
  /** The worker cannot start, for example because of a setting; starting it again would not help. */
  | { readonly type: 'refused'; readonly exitCode: number; readonly message: string; readonly advice: string }
  | { readonly type: 'spent'; readonly spent: SpentRates }
  | { readonly type: 'metrics'; readonly request: number; readonly values: MetricValues }
  | { readonly type: 'read all metrics'; readonly request: number }
