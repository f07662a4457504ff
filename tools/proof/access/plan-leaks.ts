// Tries to learn what a plan does not include: by body, filter, sort, count, ETag, export, MCP and error.
import type { Random } from '../../shared/random.ts'
import type { Build } from '../../target/build.ts'
import type { PlanName } from '../../target/operator.ts'
import type { Answer } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { CallerSource } from './callers.ts'
import { keySource } from './callers.ts'
import type { Catalogue, Hidden } from './hidden-data.ts'
import { comparable, hiddenIn, readCatalogue } from './hidden-data.ts'
import { LEAK_WAYS } from './leak-ways.ts'

/** One question of a plan. `real` and `missing` must get answers that differ in the value alone. */
export interface Question {
  /** The answer must be this: the plan may not ask at all. */
  readonly refused?: 'plan_required'
  readonly path: string
  /** The same question about something that does not exist. */
  readonly missing?: string
  /** The values that may differ in the texts. */
  readonly values?: readonly [real: string | number, missing: string | number]
  readonly body?: unknown
  /** Without hidden data in the answer; otherwise only the status is compared. */
  readonly method?: 'GET' | 'POST'
}

export interface LeakWay {
  readonly name: string
  readonly plans: readonly PlanName[]
  readonly needs?: string
  ask(catalogue: Catalogue, random: Random, plan: PlanName): Question
}

const NOTHING: Hidden = { projects: new Set(), media: new Set(), plans: false }

export class PlanLeaks {
  readonly #server: ServerProcess
  readonly #live: Catalogue
  /** Some ids are in both datasets. */
  readonly #liveOnly: Catalogue
  readonly #hidden: Readonly<Record<PlanName, Hidden>>
  readonly #callers: Readonly<Record<PlanName, CallerSource>>
  readonly ways: readonly LeakWay[]
  requests = 0

  private constructor(server: ServerProcess, build: Build, live: Catalogue, sandbox: Catalogue) {
    const only = (list: 'projects' | 'buildings' | 'floorPlans' | 'units' | 'planMedia' | 'freeMedia') => {
      const inSandbox = new Set(sandbox[list])
      return live[list].filter((id) => !inSandbox.has(id))
    }
    const projects = only('projects')
    if (live.planMedia.length === 0 || projects.length === 0)
      throw new Error('The dataset has nothing hidden to look for.')
    this.#server = server
    this.#live = live
    this.#liveOnly = {
      ...live,
      projects,
      buildings: only('buildings'),
      floorPlans: only('floorPlans'),
      units: only('units'),
      planMedia: only('planMedia'),
      freeMedia: only('freeMedia'),
    }
    this.#hidden = {
      sandbox: { ...NOTHING, projects: new Set(projects) },
      starter: { ...NOTHING, media: new Set(live.planMedia), plans: true },
      pro: NOTHING,
      elite: NOTHING,
    }
    this.#callers = {
      sandbox: keySource(server, 'sandbox'),
      starter: keySource(server, 'starter'),
      pro: keySource(server, 'pro'),
      elite: keySource(server, 'elite'),
    }
    this.ways = LEAK_WAYS.filter(({ needs }) => needs === undefined || build.has(needs))
  }

  static async create(server: ServerProcess, build: Build): Promise<PlanLeaks> {
    const live = await readCatalogue(server, build, 'elite')
    return new PlanLeaks(server, build, live, await readCatalogue(server, build, 'sandbox'))
  }

  /** Asks one question and reports what its answers let out. */
  async tryOne(random: Random): Promise<string[]> {
    const way = random.pick(this.ways)
    const plan = random.pick(way.plans)
    const question = way.ask(plan === 'sandbox' ? this.#liveOnly : this.#live, random, plan)
    const ask: Ask = async (as, path, headers = {}) => {
      this.requests += 1
      const { method = 'GET', body } = question
      const caller = await this.#callers[as]()
      return send(this.#server.url, method, path, { body, headers: { ...ACCEPT, ...caller.headers, ...headers } })
    }
    const problems = await tryQuestion(ask, plan, question, this.#hidden[plan])
    return problems.map((what) => `${plan}, ${way.name}, ${question.path}: ${what}`)
  }
}

const ACCEPT = { accept: 'application/json, text/event-stream, */*' }

type Ask = (plan: PlanName, path: string, headers?: Record<string, string>) => Promise<Answer>

async function tryQuestion(ask: Ask, plan: PlanName, question: Question, hidden: Hidden): Promise<string[]> {
  const { path, missing, values = [], refused, method = 'GET' } = question
  // The elite plan asks first: a cache must not hand its answer on.
  const elite = method === 'GET' ? await ask('elite', path) : undefined
  const answer = await ask(plan, path)
  const found = answer.status === 200 ? hiddenIn(bodyOf(answer), hidden) : []
  const problems = found.slice(0, 3).map((what) => `shows ${what}`)
  if (answer.status === 0 || answer.status >= 500) problems.push(`no answer: ${answer.status} ${answer.error ?? ''}`)
  if (answer.status === 429) return problems
  const code = codeOf(answer)
  if (refused && code !== refused) problems.push(`${answer.status} ${code} instead of ${refused}`)
  if (missing !== undefined) {
    const other = await ask(plan, missing)
    const [real, none] = [comparable(answer.text, ...values), comparable(other.text, ...values)]
    if (other.status !== 429 && (answer.status !== other.status || real !== none))
      problems.push(`tells a hidden record (${answer.status}) from a missing one (${other.status})`)
  }
  if (elite?.status === 200 && answer.status === 200)
    problems.push(...(await cacheProblems(ask, plan, path, elite, answer)))
  return problems
}

/** Different answers need different ETags, and no cache may share them. */
async function cacheProblems(ask: Ask, plan: PlanName, path: string, elite: Answer, own: Answer): Promise<string[]> {
  const problems: string[] = []
  const control = String(own.headers['cache-control'] ?? '')
  const varies = /authorization/i.test(String(own.headers.vary ?? ''))
  if (/public/.test(control) || (!/private|no-store/.test(control) && !varies))
    problems.push(`may be cached for others: Cache-Control ${control || 'absent'}`)
  const etag = elite.headers.etag
  if (elite.text === own.text || typeof etag !== 'string') return problems
  if (own.headers.etag === etag) problems.push('has the ETag of another plan with another body')
  const again = await ask(plan, path, { 'if-none-match': etag })
  if (again.status === 304) problems.push('answers 304 to the ETag of another plan')
  return problems
}

function bodyOf({ body, text }: Answer): unknown {
  // MCP may answer as an event stream.
  if (body !== undefined) return body
  const start = text.indexOf('{')
  try {
    return start < 0 ? undefined : JSON.parse(text.slice(start))
  } catch {
    return undefined
  }
}

/** Of a problem, or of a tool that failed. */
function codeOf(answer: Answer): string | undefined {
  const body = bodyOf(answer) as { code?: string; result?: { isError?: boolean; content: { text: string }[] } }
  if (body?.result?.isError) return /^Error (\w+):/.exec(body.result.content[0]?.text ?? '')?.[1]
  return body?.code
}
