// Keeps the last result of every part, and writes the tables that show them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeSection } from '../shared/results-file.ts'
import { table, whole } from '../shared/tables.ts'
import type { DatabaseKind } from './part.ts'
import { PROMISES } from './promises.ts'

export interface PartResult {
  readonly part: string
  readonly database: DatabaseKind
  readonly version: string
  readonly unit: string
  readonly asked: number
  readonly done: number
  readonly seed: number
  readonly breaches: number
  readonly figures: Readonly<Record<string, string>>
  readonly details?: readonly Readonly<Record<string, string>>[]
  readonly minutes: number
  /** `2026-11-16` */
  readonly date: string
}

export const today = (): string => new Date().toISOString().slice(0, 10)

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const STORE = fileOf('./last-results.json')
const RESULTS = fileOf('../../bench/RESULTS.md')
const RELIABILITY = fileOf('../../docs/operate/reliability.md')

const keyOf = ({ part, database, version }: PartResult) => `${part} ${database} ${version}`

export const readLastResults = (): PartResult[] => (existsSync(STORE) ? JSON.parse(readFileSync(STORE, 'utf8')) : [])

/** Replaces the earlier results of the same part, database and version. */
export function recordResults(results: readonly PartResult[]): void {
  const kept = new Map(readLastResults().map((result) => [keyOf(result), result]))
  for (const result of results) kept.set(keyOf(result), result)
  const all = [...kept.values()].sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
  writeFileSync(STORE, `${JSON.stringify(all, null, 2)}\n`)
  writeSection(RESULTS, 'proof', summaryOf(all))
  writeSection(RELIABILITY, 'promises', promisesOf(all))
}

export function summaryOf(results: readonly PartResult[]): string {
  const rows = results.map((result) => [
    result.part,
    result.database,
    result.version,
    `${whole(result.done)} ${result.unit}`,
    whole(result.breaches),
    Object.entries(result.figures)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    `${result.minutes} min, ${result.date}`,
  ])
  const summary = table(['part', 'database', 'version', 'tried', 'breaches', 'figures', 'run'], rows)
  return [summary, ...results.flatMap(detailsOf)].join('\n\n')
}

function detailsOf({ part, database, version, details = [] }: PartResult): string[] {
  const [first] = details
  if (!first) return []
  return [`### ${part}, ${database}, ${version}`, table(Object.keys(first), details.map(Object.values))]
}

/** `1.0.0` of `1.0.0-dev`. */
const releaseOf = (version: string) => version.replace(/-.*/, '')

/** The rows of the reliability page, with the last figures of the newest release. Drafts of it count until it is tested. */
export function promisesOf(results: readonly PartResult[]): string {
  const releases = results.map(({ version }) => releaseOf(version))
  const newest = releases.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  const tested = new Set(results.map(keyOf))
  const shown = results.filter(
    (result) =>
      releaseOf(result.version) === newest &&
      (result.version === newest || !tested.has(keyOf({ ...result, version: newest! }))),
  )
  const rows = PROMISES.map(({ promise, how, part, figure }) => {
    const last = shown.filter((result) => result.part === part && figureOf(result, figure) !== undefined)
    const figures = last.map((result) => {
      const draft = result.version === newest ? '' : ` (${result.version})`
      return `${result.database}: ${figureOf(result, figure)}${draft}`
    })
    const dates = [...new Set(last.map(({ date }) => date))].sort()
    return [promise, how, figures.join('<br>') || 'not run yet', dates.at(-1) ?? '']
  })
  return table(['Promise', 'How it is tested', 'Last figure', 'Date'], rows)
}

/** Undefined if it is not measured on this database. */
function figureOf(result: PartResult, figure: string): string | undefined {
  if (figure === 'breaches') return `${whole(result.breaches)} in ${whole(result.done)} ${result.unit}`
  return result.figures[figure]
}
