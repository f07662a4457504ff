// Prometheus metrics.
import type { Histogram, MetricObjectWithValues, MetricValue } from 'prom-client'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { RouteFigures, RouteTimes } from './route-figures.ts'

/** All metrics of a process, as sent to another one. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[]

/** What several workers show: the largest value, the smallest, or all of them together. */
type Aggregator = 'max' | 'min' | 'sum'

export class Metrics {
  readonly registry = new Registry()
  readonly #refused = new Counter({
    name: 'plinth_http_refused_total',
    help: 'Requests and tool calls that got an error, by error code.',
    labelNames: ['code'],
    registers: [this.registry],
  })
  readonly #routes = new RouteFigures()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    const help = 'Requests by route and status.'
    this.#collect('plinth_http_requests_total', help, ['route', 'status'], (metric) => {
      for (const [route, status, count] of this.#routes.counts()) metric.inc({ route, status }, count)
    })
    // The registry needs nothing but `get` of a metric.
    this.registry.registerMetric(new RouteTimes(this.#routes) as unknown as Histogram)
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

  /**
   * A gauge that is read on each scrape; nothing while it is unknown. Over several workers, the sum of a lag or of a
   * count of the shared database would be wrong, so the largest value counts.
   */
  gauge(name: string, help: string, read: () => number | undefined, aggregator: Aggregator = 'max'): void {
    this.gauges(
      name,
      help,
      [],
      () => {
        const value = read()
        return value === undefined ? [] : [[{}, value]]
      },
      aggregator,
    )
  }

  /** Gauges by labels, read on each scrape. */
  gauges(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>,
    aggregator: Aggregator = 'max',
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      aggregator,
      collect: () => {
        gauge.reset()
        // Without labels, a reset sets 0, which would be a wrong value.
        if (labelNames.length === 0) gauge.remove()
        for (const [labels, value] of read()) gauge.set(labels, value)
      },
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

  request(route: string, status: number, ms: number, code?: string): void {
    this.#routes.add(route, status, ms)
    if (code) this.#refused.inc({ code })
  }
}

/** Totals over several processes: counters are added; each gauge says whether it is added or the largest counts. */
export function totalsOf(all: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate([...all])
}
