// Reads the page of metrics, the text of /metrics, and the metrics and labels of PromQL expressions.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export interface MetricFacts {
  readonly type: string
  readonly labels: readonly string[]
}

const fileOf = (name: string) => readFileSync(new URL(`../../docs/operate/${name}`, import.meta.url), 'utf8')

export const readDocument = fileOf

/** The metrics that docs/operate/metrics.md explains. */
export function metricsOfPage(): Map<string, MetricFacts & { readonly meaning: string }> {
  const rows = [...fileOf('metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \|([^|\n]*)\|([^|\n]*)\|/gm)]
  return new Map(
    rows.map(([, name, type, labels, meaning]) => [
      name!,
      { type: type!, labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!), meaning: meaning!.trim() },
    ]),
  )
}

const SERIES = /^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? \S+$/
const LABEL = /(\w+)="(?:[^"\\]|\\.)*"/g

/** The metrics in a response of /metrics, with the labels that have values. */
export function metricsOfText(text: string): Map<string, MetricFacts & { readonly help: string }> {
  const found = new Map<string, { type: string; help: string; labels: Set<string> }>()
  for (const line of text.split('\n')) {
    const [, help, about] = /^# HELP (\w+) ?(.*)$/.exec(line) ?? []
    if (help) found.set(help, { type: '', help: about!, labels: new Set() })
    const [, typed, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? []
    if (typed) found.get(typed)!.type = type!
    const [, stripped, labels = ''] = SERIES.exec(line) ?? []
    if (!stripped) continue
    const metric = found.get(stripped) ?? found.get(/^\w+/.exec(line)![0])!
    for (const [, label] of labels.matchAll(LABEL)) if (label !== 'le') metric.labels.add(label!)
  }
  return new Map([...found].map(([name, metric]) => [name, { ...metric, labels: [...metric.labels].sort() }]))
}

export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string }
}

export function alerts(): Alert[] {
  const { groups } = parse(fileOf('alerts.yml')) as { groups: { rules: Alert[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

interface Panel {
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

export function panels(): Panel[] {
  return (JSON.parse(fileOf('grafana-dashboard.json')) as { panels: Panel[] }).panels
}

/** Labels that Prometheus adds, and that of histogram buckets. */
const ADDED = ['job', 'instance', 'le']
const METRIC = /\b(?:plinth|process|nodejs)_\w+|\bup\b/g

/** What an expression uses that does not exist. */
export function unknownIn(expr: string, metrics: ReadonlyMap<string, MetricFacts>): string[] {
  const unknown: string[] = []
  const labels = new Set(ADDED)
  const withoutValues = expr.replace(/"[^"]*"/g, '""')
  for (const [name] of withoutValues.matchAll(METRIC)) {
    const metric = metrics.get(name) ?? histogramOf(name, metrics)
    if (metric) for (const label of metric.labels) labels.add(label)
    else if (name !== 'up') unknown.push(name)
  }
  const matched = [...withoutValues.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*""/g)].map(([, label]) => label!)
  const grouped = [...withoutValues.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)]
    .flatMap(([, list]) => list!.split(','))
    .map((label) => label.trim())
    .filter((label) => label !== '')
  return [...unknown, ...[...matched, ...grouped].filter((label) => !labels.has(label))]
}

function histogramOf(name: string, metrics: ReadonlyMap<string, MetricFacts>): MetricFacts | undefined {
  const metric = metrics.get(name.replace(/_(bucket|sum|count)$/, ''))
  return metric?.type === 'histogram' ? metric : undefined
}
