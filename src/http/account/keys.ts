// API keys, sign-up and limits over HTTP.

import { z } from 'zod'
import { requireDelegable } from '../../access/credentials/delegation.ts'
import { requireAllowed } from '../../access/limits/rate-limits.ts'
import { PAID_PLANS } from '../../access/rights/plans.ts'
import { anyone, credential } from '../../access/rights/policies.ts'
import { utcMonth } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { createOnce } from '../rest/create-once.ts'
import { recordResponse } from '../rest/envelope.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { accountOperation } from '../server/route.ts'
import {
  AccountSchema,
  KeyPatch,
  KeySchema,
  MeSchema,
  NewAccountRequest,
  NewKeyRequest,
  NewKeySchema,
  Rotation,
  toAccountJson,
  toKeyJson,
  toMeJson,
  toNewKeyJson,
} from './access-schemas.ts'

const KEYS = { tag: 'Access', policy: credential({ scope: 'keys:manage', feature: 'core' }) } as const

const EXAMPLE_ID = 'key_0123456789abcdefghij'

const keyId = z.object({ id: textParam(40, 'The key’s id') })

/** Syncs the directory, so this node accepts the new key at once. */
async function createAndSync(...args: Parameters<typeof createOnce>) {
  const response = await createOnce(...args)
  await args[0].services.access.directory.syncCommitted()
  return response
}

export const signUp = accountOperation({
  id: 'createAccount',
  tag: 'Access',
  policy: anyone,
  summary: 'Get a sandbox key',
  description: 'You need only an email address: no card, no approval. The key is shown once.',
  body: NewAccountRequest,
  response: { status: 201, schema: recordResponse(z.object({ account: AccountSchema, api_key: NewKeySchema })) },
  example: { call: 'accounts.create', body: { email: 'you@example.ca' } },
  async handle(call) {
    const { services, body } = call
    requireAllowed(services.access.rates.takeSignUp(call.address))
    return createAndSync(call, `address ${call.address}`, 'sign-up', async (tx) => {
      const email = body.email.toLowerCase()
      const { account, fresh: key } = await services.access.accounts.openSandbox(tx, email, causeOf(call))
      return { status: 201, body: { data: { account: toAccountJson(account), api_key: toNewKeyJson(key) } } }
    })
  },
})

export const me = accountOperation({
  id: 'getMe',
  tag: 'Access',
  policy: credential({ scope: null, feature: 'core' }),
  summary: 'Get your account, credential, plan and limits',
  response: { status: 200, schema: recordResponse(MeSchema) },
  example: { call: 'me' },
  handle({ services, principal }) {
    const used = services.access.usage.month(principal.account.id, principal.credential.mode)
    return { body: { data: toMeJson(principal, used) } }
  },
})

export const list = accountOperation({
  id: 'listApiKeys',
  ...KEYS,
  summary: 'List the account’s keys',
  response: { status: 200, schema: z.object({ data: z.array(KeySchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'apiKeys.list' },
  async handle({ services, principal }) {
    const { access, clock } = services
    await access.usage.flush()
    const keys = await access.accounts.listKeys(principal.account.id)
    const used = await access.usage.monthOfKeys(keys, utcMonth(clock.now()))
    const data = keys.map((key) => toKeyJson({ ...key, used_this_month: used(key) }))
    return { body: { data, meta: { total: keys.length } } }
  },
})

export const create = accountOperation({
  id: 'createApiKey',
  ...KEYS,
  summary: 'Create a key',
  body: NewKeyRequest,
  response: { status: 201, schema: recordResponse(NewKeySchema) },
  example: { call: 'apiKeys.create', body: { name: 'nightly feed', mode: 'test' } },
  async handle(call) {
    const { services, principal, body } = call
    const { account, credential } = principal
    if (body.mode === 'live' && account.plan === 'sandbox')
      throw new Fault('plan_required', {
        detail: 'Sandbox accounts can only have test keys. Send "mode": "test", or ask the operator for a plan.',
        extra: {
          feature: 'live_keys',
          current_plan: 'sandbox',
          required_plans: PAID_PLANS,
        },
      })
    const scopes = body.scopes ?? credential.scopes
    requireDelegable(credential, { scopes, mode: body.mode })
    return createAndSync(call, account.id, 'create-key', async (tx) => {
      const { expires_at: expiresAt, ...rest } = body
      const input = { ...rest, scopes, expiresAt }
      const key = await services.access.accounts.createKey(tx, account, input, causeOf(call))
      return { status: 201, body: { data: toNewKeyJson(key) } }
    })
  },
})

export const update = accountOperation({
  id: 'updateApiKey',
  ...KEYS,
  summary: 'Rename a key, or change its own monthly limits',
  description:
    'At its limit, the key gets 429 `quota_exceeded` until the next month; other keys go on. `null` removes a limit. ' +
    'A change applies within two seconds. A key with a limit of its own cannot create or change credentials.',
  params: keyId,
  body: KeyPatch,
  response: { status: 200, schema: recordResponse(KeySchema) },
  example: { call: 'apiKeys.update', params: { id: EXAMPLE_ID }, body: { lookups_per_month: 10_000 } },
  async handle(call) {
    const { services, principal, params, body } = call
    const key = await services.access.accounts.updateKey(principal, params.id, body, causeOf(call))
    return { body: { data: toKeyJson(key) } }
  },
})

export const rotate = accountOperation({
  id: 'rotateApiKey',
  ...KEYS,
  summary: 'Replace a key. The old one keeps working for a while',
  params: keyId,
  body: Rotation,
  response: { status: 201, schema: recordResponse(NewKeySchema) },
  example: { call: 'apiKeys.rotate', params: { id: EXAMPLE_ID }, body: { overlap_seconds: 3600 } },
  async handle(call) {
    const { services, principal, body, params } = call
    return createAndSync(call, principal.account.id, `rotate-key ${params.id}`, async (tx) => {
      const { accounts } = services.access
      const key = await accounts.rotateKey(tx, principal, params.id, body.overlap_seconds, causeOf(call))
      return { status: 201, body: { data: toNewKeyJson(key) } }
    })
  },
})

export const revoke = accountOperation({
  id: 'revokeApiKey',
  ...KEYS,
  summary: 'Revoke a key. It stops working within two seconds',
  params: keyId,
  response: { status: 200, schema: recordResponse(KeySchema) },
  example: { call: 'apiKeys.revoke', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, principal, params } = call
    const key = await services.access.accounts.revokeKey(principal.account.id, params.id, causeOf(call))
    return { body: { data: toKeyJson(key) } }
  },
})
