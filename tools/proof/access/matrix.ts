// Compares the answers to every route and every credential with the table.

import { newNetwork } from '../../target/people.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { AccessRow } from './access-table.ts'
import { difference, expectedOutcome, isLetIn } from './access-table.ts'
import type { CallerSource } from './callers.ts'

const ACCEPT = { accept: 'application/json, text/event-stream, */*' }
/** It ends the session, so it comes last. */
const SIGN_OUT = 'DELETE /api/v1/sessions/current'

export interface Cell {
  readonly row: AccessRow
  readonly source: CallerSource
}

/** Every route with every caller, always in the same order. */
export function cellsOf(table: readonly AccessRow[], callers: readonly CallerSource[]): Cell[] {
  return table.flatMap((row) => callers.map((source) => ({ row, source })))
}

export function isSignOut({ row }: Cell): boolean {
  return row.route === SIGN_OUT
}

/** Sign-outs that must not end the session come before the one that does. */
export async function inOrder(signOuts: readonly Cell[]): Promise<Cell[]> {
  const callers = await Promise.all(signOuts.map(({ source }) => source()))
  const ends = ({ row }: Cell, at: number) => expectedOutcome(row, callers[at]!).status < 300
  return [...signOuts.filter((cell, at) => !ends(cell, at)), ...signOuts.filter(ends)]
}

export interface WrongCell {
  readonly what: string
  /** The table refuses this caller, and the server did not. */
  readonly isLetIn: boolean
}

/** What differs from the table; undefined if nothing does. */
export async function checkCell(server: ServerProcess, { row, source }: Cell): Promise<WrongCell | undefined> {
  const caller = await source()
  const body = row.method === 'GET' ? undefined : row.body
  const headers = { ...ACCEPT, ...newNetwork(), ...caller.headers }
  const answer = await send(server.url, row.method, row.url, { body, headers })
  const where = `${row.route}, ${caller.name}`
  const code = answer.body?.code
  const expected = expectedOutcome(row, caller)
  const wrong = difference(expected, answer.status, code)
  if (wrong)
    return {
      what: `${where}: ${wrong}${answer.error ? ` (${answer.error})` : ''}`,
      isLetIn: isLetIn(expected, answer.status),
    }
  if (answer.status === 401 && !answer.headers['www-authenticate'])
    return { what: `${where}: no WWW-Authenticate`, isLetIn: false }
  return undefined
}
