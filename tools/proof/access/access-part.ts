// Every route with every credential, other accounts' ids, and ways around a plan.
import { join } from 'node:path'
import { Random } from '../../shared/random.ts'
import { whole } from '../../shared/tables.ts'
import { Build } from '../../target/build.ts'
import { publishDemonstration } from '../../target/operator.ts'
import type { PostgresProcess } from '../../target/postgres-process.ts'
import { ServerClock } from '../../target/server-clock.ts'
import { startServer } from '../../target/server-process.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import { withPostgres } from '../part.ts'
import { readAccessTable } from './access-table.ts'
import { createCallers, EXPIRED_AFTER_MS } from './callers.ts'
import { documentedDifferences } from './documented-policy.ts'
import type { Cell, WrongCell } from './matrix.ts'
import { cellsOf, checkCell, inOrder, isSignOut } from './matrix.ts'
import { PlanLeaks } from './plan-leaks.ts'
import { tryOtherTenant } from './tenants.ts'
import { compareTwins } from './twins.ts'

const AT_ONCE = 8

/** What `--only` may name. */
type Section = 'cells' | 'ways' | 'tenants' | 'twins'
const NO_TWINS = { requests: 0, fields: 0, problems: 0 }

export const accessPart: Part = {
  name: 'access',
  title: 'Every route with every credential, objects of other accounts, and ways around a plan',
  unit: 'checks',
  count: 32_000,
  minutes: 10,
  databases: 'both',
  inMemory: true,
  run: (part) => withPostgres(part, (postgres) => run(part, postgres)),
}

/** On a busy machine, a server that refuses would look like one that lets nobody in. */
const ENV = { TRUST_PROXY: '1', PASSWORD_COST: '14', MAX_DELAY_MS: '60000' }

async function run(part: PartRun, postgres: PostgresProcess | undefined): Promise<PartReport> {
  const { build, folder, signal, breaches, seed, only } = part
  const has = (section: Section) => only.length === 0 || only.includes(section)
  // These are checked in every run, whatever its seed.
  const always = (what: string) => breaches.push({ what, seed })
  const databaseUrl = await postgres?.createDatabase()
  const clock = ServerClock.shifted(join(folder, 'clock'), -EXPIRED_AFTER_MS)
  const server = await startServer(build, { dataDir: join(folder, 'data'), databaseUrl, ...clock.options(ENV) })
  try {
    await server.ready('production')
    await server.ready('sandbox')
    if (postgres) await publishDemonstration(server)
    const table = readAccessTable()
    // Pages and MCP are not in OpenAPI. An older build may lack some, so only builds of this version are asked for them.
    const isOwn = build.operations.join() === new Build(process.cwd()).operations.join()
    const rows = table.filter(({ route }) => build.has(route) || isOwn || route === 'POST /mcp')
    for (const what of documentedDifferences(table, build.openapi())) always(what)
    const callers = has('cells') ? await createCallers(server, build, clock) : []
    // Without callers that expire, it is still behind.
    await clock.set(0)
    const tenants = has('tenants') ? await tryOtherTenant(server, build, rows, always) : { requests: 0 }
    const twins = has('twins') ? await compareTwins(build, folder, { postgres, signal, always }) : NO_TWINS
    const cells = has('cells') ? cellsOf(rows, callers) : []
    const leaks = has('ways') ? await PlanLeaks.create(server, build) : undefined
    const checks = await runChecks(part, {
      cells,
      checkCell: (cell) => checkCell(server, cell),
      ...(leaks && { tryLeak: (random) => leaks.tryOne(random) }),
    })
    if (signal.aborted && checks.done === 0) throw new Error('There was no time for a check.')
    return {
      done: Math.max(checks.done, tenants.requests, twins.requests),
      breaches,
      figures: {
        routes: whole(new Set(rows.map(({ route }) => route)).size),
        credentials: whole(callers.length),
        'cells of the table': `${whole(checks.cells)} of ${whole(cells.length)}`,
        'cells that agree': `${((1 - checks.wrongCells / Math.max(1, checks.cells)) * 100).toFixed(2)} %`,
        'cells that let somebody in': whole(checks.letIn),
        'requests for objects of another account': whole(tenants.requests),
        'ways around a plan': whole(leaks?.ways.length ?? 0),
        'requests around a plan': whole(leaks?.requests ?? 0),
        'hidden fields in which two servers differ': whole(twins.fields),
        'requests to both': whole(twins.requests),
        'leaks found': whole(checks.leaks + twins.problems),
      },
    }
  } finally {
    await server.stop()
  }
}

export interface Checks {
  readonly cells: readonly Cell[]
  checkCell(cell: Cell): Promise<WrongCell | undefined>
  /** Absent: only cells are checked. */
  tryLeak?(random: Random): Promise<readonly string[]>
}

export interface ChecksReport {
  readonly done: number
  /** Different ones: a long run asks some of them twice. */
  readonly cells: number
  readonly wrongCells: number
  readonly letIn: number
  readonly leaks: number
}

/** Even seeds are the cells of the table in turn, odd ones questions. So the seed of a breach alone repeats it. */
export async function runChecks(
  {
    count,
    seed: first,
    signal,
    progress,
    breaches,
  }: Pick<PartRun, 'count' | 'seed' | 'signal' | 'progress' | 'breaches'>,
  { cells, checkCell, tryLeak }: Checks,
): Promise<ChecksReport> {
  // The first breach of each cell.
  const wrongCells = new Map<Cell, WrongCell>()
  const tried = new Set<Cell>()
  const signOuts = new Map<Cell, number>()
  let [next, done, leaks] = [0, 0, 0]
  const cellOf = (seed: number) => {
    if (!tryLeak) return cells[seed % cells.length]
    return seed % 2 === 0 ? cells[(seed / 2) % cells.length] : undefined
  }
  const check = async (cell: Cell, seed: number) => {
    const wrong = await checkCell(cell)
    if (wrong && !wrongCells.has(cell)) {
      wrongCells.set(cell, wrong)
      breaches.push({ what: wrong.what, seed })
    }
    tried.add(cell)
    done += 1
  }
  const work = async () => {
    while (next < count && !signal.aborted && (cells.length > 0 || tryLeak)) {
      const seed = first + next
      next += 1
      const cell = cellOf(seed)
      if (cell && isSignOut(cell)) signOuts.set(cell, seed)
      else if (cell) await check(cell, seed)
      else if (tryLeak) {
        for (const what of await tryLeak(new Random(seed))) {
          leaks += 1
          breaches.push({ what, seed })
        }
        done += 1
      }
      progress(done, `${breaches.length} findings`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  // One by one: several callers share a session.
  for (const cell of await inOrder([...signOuts.keys()])) await check(cell, signOuts.get(cell)!)
  const letIn = [...wrongCells.values()].filter(({ isLetIn }) => isLetIn).length
  return { done, cells: tried.size, wrongCells: wrongCells.size, letIn, leaks }
}
