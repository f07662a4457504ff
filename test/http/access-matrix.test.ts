// Every route with every kind of credential: the answers that test/cases/access.tsv states.
import { afterAll, expect, it } from 'vitest'
import { PLANS } from '../../src/access/rights/plans.ts'
import { routes } from '../../src/http/routes.ts'
import type { AccessRow, Caller } from '../../tools/proof/access/access-table.ts'
import { difference, expectedOutcome, isPublic, readAccessTable } from '../../tools/proof/access/access-table.ts'
import { accessCallers, networkAddress } from '../support/access-callers.ts'
import { startServer } from '../support/server.ts'

const table = readAccessTable()

const server = await startServer({ TRUST_PROXY: '1' })
const callers = await accessCallers(server)
afterAll(() => server.stop())

/** Requests in progress at once. */
const AT_ONCE = 24

async function failuresOf(cells: readonly (readonly [AccessRow, Caller])[]): Promise<string[]> {
  const failures: string[] = []
  const queue = [...cells]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [row, caller] = next
      const headers = {
        accept: 'application/json, text/event-stream, */*',
        'x-forwarded-for': networkAddress(),
        ...caller.headers,
      }
      const answer =
        row.method === 'GET'
          ? await server.get(row.url, undefined, headers)
          : await server.send(row.method, row.url, row.body, undefined, headers)
      const wrong = difference(expectedOutcome(row, caller), answer.status, answer.body?.code)
      if (wrong) failures.push(`${row.route}, ${caller.name}: ${wrong}`)
      if (answer.status === 401 && !answer.headers.get('www-authenticate'))
        failures.push(`${row.route}, ${caller.name}: no WWW-Authenticate`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failures
}

const SIGN_OUT = 'DELETE /api/v1/sessions/current'
const withoutSignOut = table.filter(({ route }) => route !== SIGN_OUT)
const cellsOf = (rows: readonly AccessRow[], of: (row: AccessRow) => readonly Caller[]) =>
  rows.flatMap((row) => of(row).map((caller) => [row, caller] as const))

it('the table has every route and no other', () => {
  expect([...new Set(table.map(({ route }) => route))].sort()).toEqual(routes.map(({ name }) => name).sort())
})

it('public routes ignore credentials, and desk pages show nothing to others', async () => {
  const [owner, ...others] = callers.people
  const all = ({ who }: AccessRow) => [
    callers.none,
    callers.elite,
    owner!,
    ...callers.invalid(1),
    ...(who === 'desk-page' ? [callers.operatorKey, ...others] : []),
  ]
  expect(await failuresOf(cellsOf(withoutSignOut.filter(isPublic), all))).toEqual([])
})

it('routes for people and staff take only their sessions, and the operator key where stated', async () => {
  const rows = withoutSignOut.filter((row) => row.cells.elite === 'kind')
  const all = (row: AccessRow) => [
    callers.none,
    callers.visitor,
    callers.operatorKey,
    callers.elite,
    callers.token,
    ...callers.invalid(2),
    ...callers.people,
    ...callers.forged(row.method),
  ]
  expect(rows.length).toBeGreaterThan(60)
  expect(await failuresOf(cellsOf(rows, all))).toEqual([])
})

it('routes for accounts check credential, plan, scope and role', async () => {
  const rows = withoutSignOut.filter((row) => !isPublic(row) && row.cells.elite !== 'kind')
  const all = (row: AccessRow) => [
    callers.none,
    callers.visitor,
    callers.operatorKey,
    callers.token,
    ...PLANS.map((plan) => callers.keyOf(plan)),
    ...callers.withScope(row.scope),
    ...callers.invalid(2),
    ...callers.people.filter(({ column }) => column !== 'curator' && column !== 'operator'),
    ...callers.forged(row.method),
  ]
  expect(rows.length).toBeGreaterThan(75)
  expect(await failuresOf(cellsOf(rows, all))).toEqual([])
})

it('signing out takes a session of the own page', async () => {
  const row = table.find(({ route }) => route === SIGN_OUT)!
  const all = [callers.none, callers.elite, callers.operatorKey, ...callers.forged(row.method)]
  expect(await failuresOf(cellsOf([row], () => all))).toEqual([])
  // Last, because it ends the sessions.
  expect(await failuresOf(cellsOf([row], () => callers.people))).toEqual([])
})
