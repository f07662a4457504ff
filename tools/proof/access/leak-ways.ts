// The ways to ask for what a plan does not include (data/leak-ways.json).
import type { Random } from '../../shared/random.ts'
import { fillTemplate } from '../../shared/templates.ts'
import type { PlanName } from '../../target/operator.ts'
import leaks from './data/leak-ways.json' with { type: 'json' }
import type { Catalogue } from './hidden-data.ts'
import type { LeakWay, Question } from './plan-leaks.ts'

const MISSING = 999_999_999

/** A row of the table. Its texts are templates with names of lists: `{projects}` is an id of the catalogue. */
interface WrittenWay {
  readonly name: string
  readonly plans: readonly PlanName[]
  readonly needs?: string
  readonly refused?: 'plan_required'
  readonly path?: string
  /** The list of ids for `{id}`. The same is also asked with an id that does not exist. */
  readonly id?: keyof Catalogue
  readonly body?: unknown
  /** A tool of MCP, with its input. */
  readonly tool?: string
  readonly input?: unknown
}

export const LEAK_WAYS: readonly LeakWay[] = (leaks.ways as readonly WrittenWay[]).map((way) => ({
  name: way.name,
  plans: way.plans,
  ...(way.needs !== undefined && { needs: way.needs }),
  ask: (catalogue, random) => ask(way, catalogue, random),
}))

function ask(
  { refused, path = '/mcp', id, tool, input, ...way }: WrittenWay,
  all: Catalogue,
  random: Random,
): Question {
  const { sort, planFilter, planEvent } = leaks
  const lists = { ...all, sort, planFilter, planEvent }
  const values = Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, (r: Random) => String(r.pick<string | number>(list))]),
  )
  const fill = (template: string, more = {}): string => fillTemplate(template, random, { ...values, ...more })
  const asUrl = {
    addresses: () => encodeURIComponent(random.pick(all.addresses)),
    names: () => encodeURIComponent(random.pick(all.names)),
    nameStart: () => encodeURIComponent(random.pick(all.names).slice(0, random.between(3, 7))),
  }
  const body = tool
    ? { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }
    : way.body
  const common = {
    ...(refused && { refused }),
    ...(body !== undefined && { method: 'POST' as const, body: filledIn(body, fill) }),
  }
  if (id === undefined) return { path: fill(path, asUrl), ...common }
  const real = random.pick<string | number>(all[id])
  const [asked, missing] = [real, MISSING].map((one) => fill(path, { id: String(one) })) as [string, string]
  return { path: asked, missing, values: [real, MISSING], ...common }
}

/** A text that is a number becomes one, as ids are in bodies. */
function filledIn(value: unknown, fill: (template: string) => string): unknown {
  if (typeof value === 'string') {
    const text = fill(value)
    return /^\d+$/.test(text) ? Number(text) : text
  }
  if (Array.isArray(value)) return value.map((item) => filledIn(item, fill))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filledIn(item, fill)]))
}
