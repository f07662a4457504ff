// Counts answers by kind of input and by status, and keeps one finding of each sort.
import type { Breach } from '../part.ts'
import type { Finding } from './findings.ts'
import type { Input, InputKind } from './input.ts'
import { describeInput, isHttp } from './input.ts'
import type { Recipe } from './make-input.ts'
import { recipeText } from './make-input.ts'

type StatusGroup = '2xx' | '3xx' | '401' | '429' | 'other 4xx' | '503' | '5xx' | 'none'

function groupOf(status: number): StatusGroup {
  if (status === 0) return 'none'
  if (status === 401 || status === 429 || status === 503) return `${status}`
  if (status < 300) return '2xx'
  if (status < 400) return '3xx'
  return status < 500 ? 'other 4xx' : '5xx'
}

export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #sorts = new Set<string>()
  readonly #findings = new Map<Finding['kind'], number>()
  readonly breaches: Breach[]
  total = 0

  constructor(breaches: Breach[]) {
    this.breaches = breaches
  }

  answer(kind: InputKind, status: number): void {
    this.total += 1
    this.#add(`${kind} ${groupOf(status)}`)
    this.#add(`all ${groupOf(status)}`)
    this.#add(`${kind} total`)
  }

  /** `where`: the condition, such as `overloaded:`. */
  finding({ kind, what }: Finding, input: Input, recipe: Recipe, where = ''): void {
    this.#findings.set(kind, (this.#findings.get(kind) ?? 0) + 1)
    // The same fault of the same operation is one breach, however often it is found.
    const place = isHttp(input)
      ? `${input.method} ${input.operation ?? input.path.split('?')[0]!.slice(0, 30)}`
      : 'bytes'
    const sort = `${kind} ${place} ${what.replaceAll(/[\d"'].*/g, '').slice(0, 60)}`
    if (this.#sorts.has(sort)) return
    this.#sorts.add(sort)
    this.breaches.push({
      what: `${kind}: ${what} ← ${describeInput(input)} (--only ${where}${recipeText(recipe)})`,
      seed: recipe[0]!,
    })
  }

  /** The findings so far, for the progress. */
  note(): string {
    const { breaches } = this
    const last = breaches.at(-1)
    return last ? `${breaches.length} findings, the last: ${last.what.slice(0, 200)}` : 'no findings'
  }

  /** `2xx 31 %, other 4xx 60 %`. */
  shares(kind: InputKind | 'all'): string {
    const total = kind === 'all' ? this.total : (this.#counts.get(`${kind} total`) ?? 0)
    const groups: StatusGroup[] = ['2xx', '3xx', '401', '429', 'other 4xx', '503', '5xx', 'none']
    return groups
      .map((group) => [group, this.#counts.get(`${kind} ${group}`) ?? 0] as const)
      .filter(([, count]) => count > 0)
      .map(([group, count]) => `${group} ${share(count, total)}`)
      .join(', ')
  }

  count(kind: Finding['kind']): number {
    return this.#findings.get(kind) ?? 0
  }

  #add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }
}

function share(count: number, total: number): string {
  const percent = (100 * count) / total
  return percent < 1 ? `${percent.toFixed(2)} %` : `${Math.round(percent)} %`
}
