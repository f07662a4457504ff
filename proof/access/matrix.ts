// Sends every route with every credential and compares the answers with the table.
import type { SeededRandom } from '../../test/support/random.ts'
import { send } from '../target/requests.ts'
import type { ServerProcess } from '../target/server-process.ts'
import type { AccessRow, Caller } from './access-table.ts'
import { difference, expectedOutcome } from './access-table.ts'
import type { CallerSource } from './callers.ts'
import { newNetwork } from './people.ts'

const AT_ONCE = 8
const ACCEPT = { accept: 'application/json, text/event-stream, */*' }
/** It ends the session, so it comes last. */
const SIGN_OUT = 'DELETE /api/v1/sessions/current'

export interface MatrixReport {
  readonly cells: number
  readonly problems: readonly string[]
}

export async function replayMatrix(
  server: ServerProcess,
  table: readonly AccessRow[],
  callers: readonly CallerSource[],
  { random, limit, signal, onCell }: { random: SeededRandom; limit: number; signal: AbortSignal; onCell(): void },
): Promise<MatrixReport> {
  const all = table.flatMap((row) => callers.map((caller) => [row, caller] as const))
  const chosen = random.shuffle(all).slice(0, limit)
  const isLast = ([row]: readonly [AccessRow, CallerSource]) => row.route === SIGN_OUT
  const ends = await Promise.all(
    chosen.filter(isLast).map(async (cell) => [cell, endsSession(cell[0], await cell[1]())] as const),
  )
  // Those that must not end the session come before the one that does.
  const signOuts = ends.sort(([, a], [, b]) => Number(a) - Number(b)).map(([cell]) => cell)
  const problems: string[] = []
  let cells = 0
  for (const part of [chosen.filter((cell) => !isLast(cell)), signOuts]) {
    const queue = [...part]
    const work = async () => {
      for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
        const [row, source] = next
        const problem = await check(server, row, await source())
        if (problem) problems.push(problem)
        cells += 1
        onCell()
      }
    }
    // Sign-outs run one by one: several callers share a session.
    const workers = part.every(isLast) ? 1 : AT_ONCE
    await Promise.all(Array.from({ length: workers }, work))
  }
  return { cells, problems }
}

function endsSession(row: AccessRow, caller: Caller): boolean {
  return expectedOutcome(row, caller).status < 300
}

async function check(server: ServerProcess, row: AccessRow, caller: Caller): Promise<string | undefined> {
  const body = row.method === 'GET' ? undefined : row.body
  const headers = { ...ACCEPT, ...newNetwork(), ...caller.headers }
  const answer = await send(server.url, row.method, row.url, { body, headers })
  const where = `${row.route}, ${caller.name}`
  const code = answer.body?.code
  const wrong = difference(expectedOutcome(row, caller), answer.status, code)
  if (wrong) return `${where}: ${wrong}${answer.error ? ` (${answer.error})` : ''}`
  if (answer.status === 401 && !answer.headers['www-authenticate']) return `${where}: no WWW-Authenticate`
  return undefined
}
