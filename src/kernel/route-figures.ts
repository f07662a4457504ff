// Counts and times of requests by route, in arrays: prom-client takes 4 % of a request for its labels.
import type { MetricValueWithName } from 'prom-client'

/** Upper bounds in milliseconds of the request time buckets. */
const BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 1000, 5000] as const
const MOST_STATUS = 600

interface Figures {
  readonly byStatus: Float64Array
  /** Requests up to each bound and above the one before; the last are above all bounds. */
  readonly byTime: Float64Array
  totalMs: number
}

export class RouteFigures {
  readonly #routes = new Map<string, Figures>()

  add(route: string, status: number, ms: number): void {
    let figures = this.#routes.get(route)
    if (!figures) {
      figures = {
        byStatus: new Float64Array(MOST_STATUS),
        byTime: new Float64Array(BOUNDS_MS.length + 1),
        totalMs: 0,
      }
      this.#routes.set(route, figures)
    }
    figures.byStatus[status]! += 1
    let bucket = 0
    while (bucket < BOUNDS_MS.length && ms > BOUNDS_MS[bucket]!) bucket += 1
    figures.byTime[bucket]! += 1
    figures.totalMs += ms
  }

  *counts(): Generator<[route: string, status: number, count: number]> {
    for (const [route, { byStatus }] of this.#routes)
      for (const [status, count] of byStatus.entries()) if (count > 0) yield [route, status, count]
  }

  /** The values of a histogram: each bucket contains those before it. */
  *times(name: string): Generator<MetricValueWithName<string>> {
    for (const [route, { byTime, totalMs }] of this.#routes) {
      let count = 0
      for (const [bucket, inBucket] of byTime.entries()) {
        count += inBucket
        yield { metricName: `${name}_bucket`, labels: { le: BOUNDS_MS[bucket] ?? '+Inf', route }, value: count }
      }
      yield { metricName: `${name}_sum`, labels: { route }, value: totalMs }
      yield { metricName: `${name}_count`, labels: { route }, value: count }
    }
  }
}

/** The histogram of a registry of prom-client. */
export class RouteTimes {
  readonly name = 'plinth_http_request_ms'
  readonly #figures: RouteFigures

  constructor(figures: RouteFigures) {
    this.#figures = figures
  }

  async get() {
    return {
      name: this.name,
      help: 'Time taken by requests in milliseconds, by route.',
      type: 'histogram',
      values: [...this.#figures.times(this.name)],
      aggregator: 'sum',
    }
  }
}
