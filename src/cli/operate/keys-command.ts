// plinth keys: creates keys as the operator; lists and revokes them as their owner, or as the operator.
import type { ApiKey } from '@plinth/client'
import type { Grant } from '../../access/accounts/accounts.ts'
import { grantKey, listKeys, revokeAnyKey } from '../../access/accounts/accounts.ts'
import type { Plan } from '../../access/rights/plans.ts'
import { LOCAL_OPERATOR } from '../../events/audit-log.ts'
import { toAccountJson, toKeyJson, toNewKeyJson } from '../../http/account/access-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { namedService, serviceAt } from '../terminal/service-connection.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import { requirePlan } from './accounts-commands.ts'

export interface CreateKeyOptions {
  readonly plan: string
  readonly email?: string
  readonly account?: string
  readonly name?: string
  readonly requestsPerMonth?: number
  readonly lookupsPerMonth?: number
  readonly json?: boolean
}

interface CreatedKey {
  readonly account: { readonly id: string; readonly plan: string }
  readonly api_key: { readonly id: string; readonly key: string }
}

export async function createKeyCommand(config: Config, options: CreateKeyOptions): Promise<number> {
  requirePlan(options.plan)
  const { plan, email = null, account: account_id, name } = options
  const limits = { requests_per_month: options.requestsPerMonth, lookups_per_month: options.lookupsPerMonth }
  const grant: Grant = { plan: plan as Plan, email, account_id, name, ...limits }
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

interface KeyOptions extends ServiceOptions, OutputOptions {
  /** As the operator of this data folder. */
  readonly operator?: boolean
}

export async function listKeysCommand(
  config: Config,
  account: string | undefined,
  options: KeyOptions,
): Promise<number> {
  const service = account === undefined ? namedService(config, options) : undefined
  if (!service && account === undefined)
    throw new Stop('usage', 'no account', 'Name one as the operator, or sign in to your own with plinth login.')
  const keys = service
    ? (await service.apiKeys.list()).data
    : await serverOrLocal<readonly ApiKey[]>(config, {
        server: async (server) =>
          (await server.requestData<{ keys: ApiKey[] }>('GET', `${ACCOUNTS}/${encodeURIComponent(account!)}`)).keys,
        local: async ({ db }) => (await listKeys(db, account!)).map(toKeyJson),
      })
  print(options, keys, ...(keys.length === 0 ? ['No keys.'] : keyLines(keys, config)))
  return EXIT.ok
}

export async function revokeKeyCommand(config: Config, id: string, options: KeyOptions): Promise<number> {
  const service = options.operator ? undefined : namedService(config, options)
  const key = service
    ? await service.apiKeys.revoke(id)
    : await serverOrLocal<ApiKey>(config, {
        server: (server) => server.requestData('DELETE', `/api/v1/operator/keys/${encodeURIComponent(id)}`),
        local: async ({ db }) =>
          toKeyJson(await db.tx((tx) => revokeAnyKey(tx, id, new Date().toISOString(), LOCAL_OPERATOR))),
      })
  print(options, key, `${key.id} is revoked. It stops working within two seconds.`)
  return EXIT.ok
}

const ACCOUNTS = '/api/v1/operator/accounts'

const stateOf = ({ revoked_at, expires_at }: ApiKey): string => {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active'
}

function keyLines(keys: readonly ApiKey[], config: Config): string[] {
  return tableLines(
    keys,
    [
      { title: 'ID', text: ({ id }) => id },
      { title: 'Name', text: ({ name }) => name },
      { title: 'Key', text: ({ prefix, last4 }) => `${prefix}…${last4}` },
      { title: 'State', text: stateOf, tone: (key) => (stateOf(key) === 'active' ? 'good' : 'bad') },
      { title: 'Created', text: ({ created_at }) => created_at.slice(0, 10) },
      { title: 'Last used', text: ({ last_used_at }) => last_used_at?.slice(0, 10) ?? 'never' },
    ],
    styleOf(config),
  )
}
