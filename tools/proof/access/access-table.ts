// Reads test/cases/access.tsv: what each kind of caller gets on each route, written by hand.
import { readFileSync } from 'node:fs'

const FILE = new URL('../../../test/cases/access.tsv', import.meta.url)

/** The columns of the first section. People are of an elite account; staff are also its owners. */
export const COLUMNS = [
  'none',
  'visitor',
  'sandbox',
  'starter',
  'pro',
  'elite',
  'viewer',
  'developer',
  'owner',
  'curator',
  'operator',
  'operator_key',
] as const
export type Column = (typeof COLUMNS)[number]

/** `ok`: the answer of the route. */
const CELLS = {
  '401': { status: 401 },
  '404': { status: 404 },
  plan: { status: 403, code: 'plan_required' },
  scope: { status: 403, code: 'insufficient_scope' },
  role: { status: 403, code: 'account_role_required' },
  /** A person without the staff role. */
  staff: { status: 403, code: 'insufficient_scope' },
  /** A valid credential of another kind. */
  kind: { status: 403, code: 'credential_not_accepted' },
  signature: { status: 403, code: 'signature_invalid' },
} as const
export type Cell = 'ok' | keyof typeof CELLS

export interface Outcome {
  readonly status: number
  /** The code of the problem; any code if absent. */
  readonly code?: string | undefined
}

export interface AccessRow {
  /** `GET /api/v1/projects/{id}` */
  readonly route: string
  readonly method: string
  readonly who: string
  readonly scope: string | null
  /** A request that changes nothing: its object does not exist, or its body is not complete. */
  readonly url: string
  readonly body: unknown
  readonly answer: Outcome
  readonly cells: Readonly<Record<Column, Cell>>
}

/** One credential, with the column of the table that applies to it. */
export interface Caller {
  readonly name: string
  readonly column: Column
  readonly headers: Readonly<Record<string, string>>
  /** Refused wherever a credential is required. */
  readonly invalid?: Outcome
  /** All if absent. */
  readonly scopes?: readonly string[]
  /** The only resource that accepts this token. */
  readonly audience?: 'api' | 'mcp'
  /** A session that another site, or a page without its CSRF token, uses. */
  readonly forged?: boolean
}

export function readAccessTable(): AccessRow[] {
  const [kinds = '', routes = ''] = readFileSync(FILE, 'utf8').trimEnd().split('\n\n')
  const cells = new Map(
    rowsOf(kinds).map(({ who, ...columns }) => {
      for (const column of COLUMNS) if (!isCell(columns[column])) throw new Error(`access.tsv, ${who}: ${column}`)
      return [who, columns as Record<Column, Cell>]
    }),
  )
  return rowsOf(routes).map(({ route = '', who = '', scope, url, body, answer = '' }) => {
    const row = cells.get(who)
    if (!row) throw new Error(`access.tsv, ${route}: ${who} is not in the first section`)
    const [method = '', path = ''] = route.split(' ')
    const [status, code] = answer.split(' ')
    return {
      route,
      method,
      who,
      scope: scope || null,
      url: url || path,
      body: body ? JSON.parse(body) : undefined,
      answer: { status: Number(status), code },
      cells: row,
    }
  })
}

function rowsOf(section: string): Record<string, string>[] {
  const [head = '', ...lines] = section.split('\n')
  const names = head.split('\t')
  return lines.map((line) => {
    const values = line.split('\t')
    if (values.length !== names.length) throw new Error(`access.tsv: ${names.length} columns, not ${line}`)
    return Object.fromEntries(names.map((name, i) => [name, values[i]!]))
  })
}

function isCell(text: string | undefined): boolean {
  return text === 'ok' || (text !== undefined && Object.hasOwn(CELLS, text))
}

export const isPublic = ({ cells }: AccessRow): boolean => cells.none !== '401'

/** Checks run in this order: credential, origin, plan, scope, role. */
export function expectedOutcome(row: AccessRow, caller: Caller): Outcome {
  const { cells, scope, answer, method } = row
  // Without a requirement, a credential that does not work is ignored.
  if (isPublic(row)) return outcomeOf(caller.invalid ? cells.none : cells[caller.column], answer)
  const cell = cells[caller.column]
  if (caller.invalid) return caller.invalid
  if (caller.forged && method !== 'GET') return { status: 403, code: 'csrf_token_invalid' }
  // Routes for people and staff take no token, whatever it is for.
  const isForAnother = caller.audience !== undefined && caller.audience !== (row.who === 'mcp' ? 'mcp' : 'api')
  if (isForAnother && cell !== 'kind') return { status: 401, code: 'invalid_token' }
  const isScopeMissing = scope !== null && caller.scopes !== undefined && !caller.scopes.includes(scope)
  return outcomeOf(cell === 'ok' && isScopeMissing ? 'scope' : cell, answer)
}

function outcomeOf(cell: Cell, answer: Outcome): Outcome {
  return cell === 'ok' ? answer : CELLS[cell]
}

/** Undefined if the answer is the expected one. */
export function difference(expected: Outcome, status: number, code: string | undefined): string | undefined {
  const isSame = status === expected.status && (expected.code === undefined || code === expected.code)
  return isSame ? undefined : `${status} ${code ?? ''} instead of ${expected.status} ${expected.code ?? ''}`
}

/** The table refuses the caller, and the answer comes from the route. Status 0 stands for no answer. */
export function isLetIn(expected: Outcome, status: number): boolean {
  // Pages of staff do not exist for others.
  if (expected.status === 404) return status >= 200 && status < 400
  const isRefused = expected.status === 401 || expected.status === 403
  return isRefused && status !== 0 && status !== 401 && status !== 403 && status !== 429
}
