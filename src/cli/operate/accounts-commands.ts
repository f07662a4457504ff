// plinth accounts and plinth people: through the running server when there is one, else on the database itself.
import { searchAccounts } from '../../access/keys/account-search.ts'
import { changeAccount } from '../../access/keys/accounts.ts'
import type { Person } from '../../access/people/people.ts'
import { changePerson, foldEmail, verifiedOwner } from '../../access/people/people.ts'
import type { Plan } from '../../access/plans.ts'
import { PLANS } from '../../access/plans.ts'
import type { Account } from '../../access/principal.ts'
import type { Role } from '../../access/roles.ts'
import { ROLES } from '../../access/roles.ts'
import { openFoundation } from '../../app/foundation.ts'
import type { Database } from '../../db/database.ts'
import { AT_THE_MACHINE } from '../../events/audit-log.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { Printing } from '../printing.ts'
import { print } from '../printing.ts'
import type { RunningServer } from '../running-server.ts'
import { findServer } from '../running-server.ts'

const LISTED = 200

async function there<T>(
  config: Config,
  ways: { server: (server: RunningServer) => Promise<T>; here: (db: Database) => Promise<T> },
): Promise<T> {
  const server = await findServer(config)
  if (server) return ways.server(server)
  const { db } = await openFoundation(config, () => {})
  try {
    return await ways.here(db)
  } finally {
    await db.close()
  }
}

async function dataOf<T>(response: Promise<Response>): Promise<T> {
  return ((await (await response).json()) as { data: T }).data
}

export async function listAccountsCommand(
  config: Config,
  q: string | undefined,
  options: { json?: boolean },
): Promise<number> {
  const query = q === undefined ? '' : `&q=${encodeURIComponent(q)}`
  const accounts = await there<readonly Account[]>(config, {
    server: (server) => dataOf(server.ask('GET', `/api/v1/operator/accounts?limit=${LISTED}${query}`)),
    here: async (db) => (await searchAccounts(db, { q, limit: LISTED })).accounts,
  })
  if (options.json) for (const account of accounts) console.log(JSON.stringify(account))
  else for (const account of accounts) console.log(line(account))
  return EXIT.ok
}

function line({ id, plan, status, created_at, email }: Account): string {
  return `${id}  ${plan.padEnd(8)}  ${status.padEnd(9)}  ${created_at.slice(0, 10)}  ${email ?? '-'}`
}

export interface SetAccountOptions extends Printing {
  readonly plan?: string
  readonly suspend?: boolean
  readonly reinstate?: boolean
}

export async function setAccountCommand(config: Config, id: string, options: SetAccountOptions): Promise<number> {
  const { plan, suspend, reinstate } = options
  if (plan !== undefined && !PLANS.includes(plan as Plan))
    throw new Stop('usage', `there is no plan "${plan}"`, `Plans: ${PLANS.join(', ')}.`)
  if (suspend && reinstate) throw new Stop('usage', '--suspend and --reinstate do not go together')
  if (plan === undefined && !suspend && !reinstate)
    throw new Stop('usage', 'nothing to set', 'Give --plan, --suspend or --reinstate.')
  const change = {
    ...(plan === undefined ? {} : { plan: plan as Plan }),
    ...(suspend ? { status: 'suspended' as const } : reinstate ? { status: 'active' as const } : {}),
  }
  const account = await there<Account | undefined>(config, {
    server: (server) => dataOf(server.ask('PATCH', `/api/v1/operator/accounts/${encodeURIComponent(id)}`, change)),
    here: (db) => db.tx((tx) => changeAccount(tx, id, change, AT_THE_MACHINE)),
  })
  if (!account) throw new Stop('failed', `there is no account ${id}`)
  print(options, account, line(account))
  return EXIT.ok
}

export async function setRoleCommand(
  config: Config,
  email: string,
  given: string,
  options: Printing = {},
): Promise<number> {
  if (given !== 'none' && !ROLES.includes(given as Role))
    throw new Stop('usage', `there is no role "${given}"`, `Roles: ${ROLES.join(', ')}, or none.`)
  const role = given === 'none' ? null : (given as Role)
  const owner = foldEmail(email)
  const nobody = () => new Stop('failed', `nobody has proved the address ${owner}`, 'A role needs a verified address.')
  await there(config, {
    server: async (server) => {
      const path = `/api/v1/operator/people?email=${encodeURIComponent(owner)}`
      const [person] = await dataOf<readonly Person[]>(server.ask('GET', path))
      if (!person?.email_verified_at) throw nobody()
      await server.ask('PATCH', `/api/v1/operator/people/${person.id}`, { role })
    },
    here: async (db) => {
      const person = await verifiedOwner(db, owner)
      if (!person) throw nobody()
      await db.tx((tx) => changePerson(tx, person.id, { role }, AT_THE_MACHINE, new Date()))
    },
  })
  print(options, { email: owner, role }, `${owner}: ${role ?? 'no role'}`)
  return EXIT.ok
}
