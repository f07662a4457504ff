// plinth accounts and plinth people
import { createInterface } from 'node:readline/promises'
import { searchAccounts } from '../../access/accounts/account-search.ts'
import { changeAccount } from '../../access/accounts/accounts.ts'
import { changePerson, foldEmail, verifiedOwner } from '../../access/people/people.ts'
import type { Plan } from '../../access/rights/plans.ts'
import { PLANS } from '../../access/rights/plans.ts'
import type { Account, Person } from '../../access/rights/principal.ts'
import type { Role } from '../../access/rights/roles.ts'
import { ROLES } from '../../access/rights/roles.ts'
import { eraseAccount } from '../../app/erase-account.ts'
import { LOCAL_OPERATOR } from '../../events/audit-log.ts'
import type { ErasedAccount } from '../../http/server/services.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import { styleOf, tableLines } from '../terminal/style.ts'

const MAX_LISTED = 200

export function requirePlan(plan: string): void {
  if (!PLANS.includes(plan as Plan))
    throw new Stop('usage', `unknown plan "${plan}"`, `Choose one of: ${PLANS.join(', ')}.`)
}

export async function listAccountsCommand(
  config: Config,
  q: string | undefined,
  options: { json?: boolean },
): Promise<number> {
  const query = q === undefined ? '' : `&q=${encodeURIComponent(q)}`
  const accounts = await serverOrLocal<readonly Account[]>(config, {
    server: (server) => server.requestData('GET', `/api/v1/operator/accounts?limit=${MAX_LISTED}${query}`),
    local: async ({ db }) => (await searchAccounts(db, { q, limit: MAX_LISTED })).accounts,
  })
  const lines = options.json ? accounts.map((account) => JSON.stringify(account)) : accountLines(accounts, config)
  for (const line of lines) console.log(line)
  return EXIT.ok
}

function accountLines(accounts: readonly Account[], config: Config): string[] {
  return tableLines(
    accounts,
    [
      { title: 'ID', text: ({ id }) => id },
      { title: 'Plan', text: ({ plan }) => plan },
      { title: 'Status', text: ({ status }) => status, tone: ({ status }) => (status === 'active' ? 'good' : 'bad') },
      { title: 'Created', text: ({ created_at }) => created_at.slice(0, 10) },
      { title: 'Email', text: ({ email }) => email ?? '-' },
    ],
    styleOf(config),
  )
}

export interface SetAccountOptions extends OutputOptions {
  readonly plan?: string
  readonly suspend?: boolean
  readonly reinstate?: boolean
}

export async function setAccountCommand(config: Config, id: string, options: SetAccountOptions): Promise<number> {
  const { plan, suspend, reinstate } = options
  if (plan !== undefined) requirePlan(plan)
  if (suspend && reinstate) throw new Stop('usage', 'use either --suspend or --reinstate, not both')
  if (plan === undefined && !suspend && !reinstate)
    throw new Stop('usage', 'nothing to change', 'Use --plan, --suspend or --reinstate.')
  const change = {
    ...(plan === undefined ? {} : { plan: plan as Plan }),
    ...(suspend ? { status: 'suspended' as const } : reinstate ? { status: 'active' as const } : {}),
  }
  const account = await serverOrLocal<Account | undefined>(config, {
    server: (server) => server.requestData('PATCH', `/api/v1/operator/accounts/${encodeURIComponent(id)}`, change),
    local: ({ db }) => db.tx((tx) => changeAccount(tx, id, change, LOCAL_OPERATOR)),
  })
  if (!account) throw new Stop('failed', `account ${id} not found`)
  print(options, account, ...accountLines([account], config))
  return EXIT.ok
}

export interface EraseAccountOptions extends OutputOptions {
  readonly yes?: boolean
}

export async function eraseAccountCommand(config: Config, id: string, options: EraseAccountOptions): Promise<number> {
  if (!options.yes && !(await confirms(id)))
    throw new Stop('usage', `account ${id} was not erased`, 'Erasing cannot be undone. Add --yes to erase the account.')
  const erased = await serverOrLocal<ErasedAccount | undefined>(config, {
    server: (server) => server.requestData('DELETE', `/api/v1/operator/accounts/${encodeURIComponent(id)}`),
    local: ({ db }) => eraseAccount(db, id, LOCAL_OPERATOR, new Date()),
  })
  if (!erased) throw new Stop('failed', `account ${id} not found`)
  const { id: erasedId, ...counts } = erased
  const lines = Object.entries(counts).map(
    ([what, count]) => `${String(count).padStart(9)}  ${what.replaceAll('_', ' ')}`,
  )
  print(options, erased, `Erased ${erasedId}. Deleted:`, ...lines)
  return EXIT.ok
}

/** Asks on a terminal; without one, only --yes confirms. */
async function confirms(id: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(
      `This deletes everything of ${id} and cannot be undone. Type the ID to go on: `,
    )
    return answer.trim() === id
  } finally {
    terminal.close()
  }
}

export async function setRoleCommand(
  config: Config,
  email: string,
  roleName: string,
  options: OutputOptions = {},
): Promise<number> {
  if (roleName !== 'none' && !ROLES.includes(roleName as Role))
    throw new Stop('usage', `unknown role "${roleName}"`, `Choose one of: ${ROLES.join(', ')}, none.`)
  const role = roleName === 'none' ? null : (roleName as Role)
  const owner = foldEmail(email)
  const notVerified = () =>
    new Stop('failed', `no person has verified the email address ${owner}`, 'A role needs a verified email address.')
  await serverOrLocal(config, {
    server: async (server) => {
      const path = `/api/v1/operator/people?email=${encodeURIComponent(owner)}`
      const [person] = await server.requestData<readonly Person[]>('GET', path)
      if (!person?.email_verified_at) throw notVerified()
      await server.request('PATCH', `/api/v1/operator/people/${person.id}`, { role })
    },
    local: async ({ db }) => {
      const person = await verifiedOwner(db, owner)
      if (!person) throw notVerified()
      await db.tx((tx) => changePerson(tx, person.id, { role }, LOCAL_OPERATOR, new Date()))
    },
  })
  print(options, { email: owner, role }, `${owner}: ${role ?? 'no role'}`)
  return EXIT.ok
}
