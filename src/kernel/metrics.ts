// Prometheus metrics. Requests are counted in plain numbers and converted on each scrape.
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** All metrics of a process, as sent to another one. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[]

/** Upper bounds in milliseconds of the request time buckets. */
const BUCKETS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 1000, 5000] as const

interface RouteCounts {
  readonly byStatus: Map<number, number>
  readonly buckets: number[]
  sumMs: number
  count: number
}

/** prom-client's Histogram.observe and Counter.inc take about 4 µs per request, plain numbers far less. */
export class Metrics {
  readonly registry = new Registry()
  readonly #routes = new Map<string, RouteCounts>()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    this.#collect('plinth_http_requests_total', 'Requests by route and status.', ['route', 'status'], (metric) => {
      for (const [route, counts] of this.#routes)
        for (const [status, n] of counts.byStatus) metric.inc({ route, status: String(status) }, n)
    })
    this.#collect('plinth_http_request_ms_bucket', 'Requests by time taken, cumulative.', ['route', 'le'], (metric) => {
      for (const [route, counts] of this.#routes) {
        let sum = 0
        for (const [i, le] of BUCKETS_MS.entries()) {
          sum += counts.buckets[i]!
          metric.inc({ route, le: String(le) }, sum)
        }
        metric.inc({ route, le: '+Inf' }, counts.count)
      }
    })
    this.#collect('plinth_http_request_ms_sum', 'Time taken by requests.', ['route'], (metric) => {
      for (const [route, counts] of this.#routes) metric.inc({ route }, counts.sumMs)
    })
  }

  #collect(name: string, help: string, labelNames: string[], fill: (metric: Counter) => void): void {
    const metric: Counter = new Counter({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => {
        metric.reset()
        fill(metric)
      },
    })
  }

  /** A counter that is read on each scrape. */
  count(name: string, help: string, read: () => number): void {
    this.#collect(name, help, [], (metric) => metric.inc(read()))
  }

  /** A gauge that is read on each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      // Over several workers, the sum of a lag or of a count of the shared database would be wrong.
      aggregator: 'max',
      collect: () => gauge.set(read()),
    })
  }

  /** Counters by one label, read on each scrape. */
  counts(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void {
    this.#collect(name, help, [label], (metric) => {
      for (const [value, n] of read()) metric.inc({ [label]: value }, n)
    })
  }

  values(): Promise<MetricValues> {
    return this.registry.getMetricsAsJSON()
  }

  request(route: string, status: number, ms: number): void {
    let counts = this.#routes.get(route)
    if (!counts) {
      counts = { byStatus: new Map(), buckets: BUCKETS_MS.map(() => 0), sumMs: 0, count: 0 }
      this.#routes.set(route, counts)
    }
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
    counts.count += 1
    counts.sumMs += ms
    const slot = BUCKETS_MS.findIndex((le) => ms <= le)
    if (slot >= 0) counts.buckets[slot]! += 1
  }
}

/** Totals over several processes: counters are added, our gauges keep the largest value. */
export function totalsOf(all: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate([...all])
}
