// plinth keys create
import type { Grant } from '../../access/accounts/accounts.ts'
import { grantKey } from '../../access/accounts/accounts.ts'
import type { Plan } from '../../access/plans.ts'
import { toAccountJson, toNewKeyJson } from '../../contract/access-schemas.ts'
import { LOCAL_OPERATOR } from '../../events/audit-log.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { serverOrLocal } from '../running-server.ts'
import { requirePlan } from './accounts-commands.ts'

export interface CreateKeyOptions {
  readonly plan: string
  readonly email?: string
  readonly account?: string
  readonly name?: string
  readonly json?: boolean
}

interface CreatedKey {
  readonly account: { readonly id: string; readonly plan: string }
  readonly api_key: { readonly id: string; readonly key: string }
}

export async function createKeyCommand(config: Config, options: CreateKeyOptions): Promise<number> {
  requirePlan(options.plan)
  const { plan, email = null, account: account_id, name } = options
  const grant: Grant = { plan: plan as Plan, email, account_id, name }
  const created = await serverOrLocal<CreatedKey>(config, {
    server: (server) => server.requestData('POST', '/api/v1/operator/keys', grant),
    local: async ({ db, secrets }) => {
      const { account, fresh } = await db.tx((tx) => grantKey(tx, secrets, grant, LOCAL_OPERATOR))
      return { account: toAccountJson(account), api_key: toNewKeyJson(fresh) }
    },
  })
  if (options.json) console.log(JSON.stringify(created))
  else
    console.log(`account: ${created.account.id} (${created.account.plan})
key id:  ${created.api_key.id}
key:     ${created.api_key.key}

Save this key now. You can't see it again.`)
  return EXIT.ok
}
