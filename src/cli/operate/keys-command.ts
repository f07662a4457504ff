// plinth keys: through the running server when there is one, else on the database itself.
import type { Grant } from '../../access/keys/accounts.ts'
import { grantKey } from '../../access/keys/accounts.ts'
import type { Plan } from '../../access/plans.ts'
import { PLANS } from '../../access/plans.ts'
import { openFoundation } from '../../app/foundation.ts'
import { toAccountWire, toFreshKeyWire } from '../../contract/access-schemas.ts'
import { AT_THE_MACHINE } from '../../events/audit-log.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { RunningServer } from '../running-server.ts'
import { findServer } from '../running-server.ts'

export interface CreateKeyOptions {
  readonly plan: string
  readonly email?: string
  readonly account?: string
  readonly name?: string
  readonly json?: boolean
}

interface Created {
  readonly account: { readonly id: string; readonly plan: string }
  readonly api_key: { readonly id: string; readonly key: string }
}

export async function createKeyCommand(config: Config, options: CreateKeyOptions): Promise<number> {
  if (!PLANS.includes(options.plan as Plan))
    throw new Stop('usage', `there is no plan "${options.plan}"`, `Plans: ${PLANS.join(', ')}.`)
  const server = await findServer(config)
  const { plan, email = null, account: account_id, name } = options
  const grant: Grant = { plan: plan as Plan, email, account_id, name }
  const created = server ? await askServer(server, grant) : await createHere(config, grant)
  if (options.json) console.log(JSON.stringify(created))
  else
    console.log(`account: ${created.account.id} (${created.account.plan})
key id:  ${created.api_key.id}
key:     ${created.api_key.key}

Keep it: it is shown this once.`)
  return EXIT.ok
}

async function askServer(server: RunningServer, grant: Grant): Promise<Created> {
  const response = await server.ask('POST', '/api/v1/operator/keys', grant)
  return ((await response.json()) as { data: Created }).data
}

async function createHere(config: Config, grant: Grant): Promise<Created> {
  const { db, secrets } = await openFoundation(config, () => {})
  try {
    const { account, fresh } = await db.tx((tx) => grantKey(tx, secrets, grant, AT_THE_MACHINE))
    return { account: toAccountWire(account), api_key: toFreshKeyWire(fresh) }
  } finally {
    await db.close()
  }
}
