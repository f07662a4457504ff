// Every route with every credential, other accounts' ids, and ways around a plan.
import { join } from 'node:path'
import { SeededRandom } from '../../test/support/random.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import { PostgresProcess } from '../target/postgres-process.ts'
import { startServer } from '../target/server-process.ts'
import { readAccessTable } from './access-table.ts'
import { createCallers } from './callers.ts'
import { documentedDifferences } from './documented-policy.ts'
import { replayMatrix } from './matrix.ts'
import { tryPlanLeaks } from './plan-leaks.ts'
import { tryOtherTenant } from './tenants.ts'

/** Share of the requests for the matrix, at most; the rest try to get around a plan. */
const MATRIX_SHARE = 0.6

export const accessPart: Part = {
  name: 'access',
  title: 'Every route with every credential, objects of other accounts, and ways around a plan',
  unit: 'requests',
  count: 25_000,
  minutes: 45,
  databases: 'both',
  run,
}

const ENV = { TRUST_PROXY: '1', PASSWORD_COST: '14' }

async function run({ build, database, folder, count, seed, signal, progress }: PartRun): Promise<PartReport> {
  const postgres = database === 'postgres' ? await PostgresProcess.start(folder) : undefined
  const databaseUrl = await postgres?.createDatabase()
  const server = await startServer(build, { dataDir: join(folder, 'data'), databaseUrl, env: ENV })
  try {
    await server.ready('production')
    await server.ready('sandbox')
    const random = new SeededRandom(seed)
    const table = readAccessTable()
    // Pages and MCP are not in OpenAPI. An older build may lack some, so only this build is asked for them.
    const isOwn = build.folder === process.cwd()
    const rows = table.filter(({ route }) => build.has(route) || isOwn || route === 'POST /mcp')
    const documented = documentedDifferences(table, build.openapi())
    const callers = await createCallers(server, build)
    let done = 0
    const next = () => {
      done += 1
      progress(done)
    }
    const matrix = await replayMatrix(server, rows, callers, {
      random,
      limit: Math.floor(count * MATRIX_SHARE),
      signal,
      onCell: next,
    })
    const tenants = await tryOtherTenant(server, build, rows)
    done += tenants.requests
    const leaks = await tryPlanLeaks(server, build, {
      random,
      limit: Math.max(0, count - done),
      signal,
      onRequest: next,
    })
    const number = (value: number) => value.toLocaleString('en-CA')
    const problems = [...documented, ...matrix.problems, ...tenants.problems, ...leaks.problems]
    return {
      done,
      breaches: problems.map((what) => ({ what, seed })),
      figures: {
        routes: number(new Set(rows.map(({ route }) => route)).size),
        credentials: number(callers.length),
        'cells of the table': number(matrix.cells),
        'cells that agree': `${((1 - matrix.problems.length / Math.max(1, matrix.cells)) * 100).toFixed(2)} %`,
        'requests for objects of another account': number(tenants.requests),
        'ways around a plan': number(leaks.ways),
        'requests around a plan': number(leaks.requests),
        'leaks found': number(leaks.problems.length),
      },
    }
  } finally {
    await server.stop()
    await postgres?.stop()
  }
}
