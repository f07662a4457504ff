// plinth keys create
import type { Grant } from '../../access/accounts/accounts.ts'
import { grantKey } from '../../access/accounts/accounts.ts'
import type { Plan } from '../../access/rights/plans.ts'
import { LOCAL_OPERATOR } from '../../events/audit-log.ts'
import { toAccountJson, toNewKeyJson } from '../../http/account/access-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import { serviceAt } from '../terminal/service-connection.ts'
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
  let firstRequest = ''
  const created = await serverOrLocal<CreatedKey>(config, {
    server: async (server) => {
      const answer = await server.requestData<CreatedKey>('POST', '/api/v1/operator/keys', grant)
      if (!options.json) firstRequest = await firstRequestTo(server, answer.api_key.key).catch(() => '')
      return answer
    },
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

Save this key now. You can't see it again.${firstRequest}`)
  return EXIT.ok
}

/** A command that works as it is: it looks up an address that the key can see. */
async function firstRequestTo({ url }: RunningServer, key: string): Promise<string> {
  const client = serviceAt(url, key)
  const [{ features }, { sample_address: address, state }] = await Promise.all([client.me(), client.dataset()])
  if (address === null)
    return state === 'loading'
      ? '\nThe dataset for this key is still being created. Run "plinth doctor" to see when it is ready.'
      : '\nThe dataset for this key has no buildings yet. Import some with "plinth import".'
  const path = features.includes('building_links')
    ? `building-links?address=${encodeURIComponent(address).replaceAll("'", '%27')}`
    : 'projects?limit=3'
  return `

Try it:

  export PLINTH_API_KEY='${key}'
  curl -s '${url}/api/v1/${path}' \\
    -H "Authorization: Bearer $PLINTH_API_KEY"
`
}
