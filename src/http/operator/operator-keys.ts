// Operator endpoints used by the command line while the server runs: keys, match, buildings, backup, metrics.

import { Readable } from 'node:stream'
import { z } from 'zod'
import { PLANS, SCOPES } from '../../access/rights/plans.ts'
import { operator } from '../../access/rights/policies.ts'
import { SAMPLE_ADDRESS } from '../../catalog/query/sample-address.ts'
import { matchBuildings } from '../../catalog/snapshot/snapshot-matcher.ts'
import { Fault, Stop } from '../../kernel/fault.ts'
import { reasonOfFileError } from '../../kernel/system-errors.ts'
import {
  AccountSchema,
  KeySchema,
  keyLimits,
  NewKeySchema,
  toAccountJson,
  toKeyJson,
  toNewKeyJson,
} from '../account/access-schemas.ts'
import { ADDRESS_MAX, addressField } from '../addresses/address-field.ts'
import { resolveLink } from '../links/building-links.ts'
import { toLinkResponseJson } from '../links/link-json.ts'
import { LinkResponseSchema } from '../links/link-schemas.ts'
import { recordResponse } from '../rest/envelope.ts'
import { dateParam, integerParam, textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { NDJSON } from '../server/input/line-source.ts'
import { operatorOperation } from '../server/route.ts'
import { absolutePath, requireOperatorKey } from './operator-data.ts'

const OPERATOR = { tag: 'Operator', policy: operator } as const

const NewOperatorKey = z.strictObject({
  plan: z.enum(PLANS),
  email: z.string().max(254).nullable().default(null),
  account_id: z.string().max(40).optional(),
  name: z.string().trim().min(1).max(100).optional(),
  scopes: z.array(z.enum(SCOPES)).min(1).optional(),
  ...keyLimits,
})

export const createAccountKey = operatorOperation({
  id: 'operatorCreateKey',
  ...OPERATOR,
  summary: 'Create a key on any plan, for a new or existing account',
  body: NewOperatorKey,
  response: { status: 201, schema: recordResponse(z.object({ account: AccountSchema, api_key: NewKeySchema })) },
  example: { body: { plan: 'pro', email: 'you@example.ca' } },
  async handle(call) {
    const { services, body } = call
    const { account, fresh } = await services.access.accounts.grantKey(body, causeOf(call))
    return { status: 201, body: { data: { account: toAccountJson(account), api_key: toNewKeyJson(fresh) } } }
  },
})

export const revokeAnyKey = operatorOperation({
  id: 'operatorRevokeKey',
  ...OPERATOR,
  summary: 'Revoke a key of any account',
  params: z.object({ id: textParam(40, 'The key’s id') }),
  response: { status: 200, schema: recordResponse(KeySchema) },
  example: { params: { id: 'key_0123456789abcdefghij' } },
  async handle(call) {
    const key = await call.services.access.accounts.revokeAnyKey(call.params.id, causeOf(call))
    return { body: { data: toKeyJson(key) } }
  },
})

export const match = operatorOperation({
  id: 'operatorMatch',
  ...OPERATOR,
  summary: 'Look up an address in the whole dataset, with the response and the matcher’s verdict',
  body: z.strictObject({
    address: addressField(ADDRESS_MAX, 'The address as typed. Or send a point').optional(),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
    city: z.string().max(100).nullable().default(null),
    province: z.string().max(40).nullable().default(null),
    listed_on: dateParam('Listing date').nullable().default(null),
    explain: z.boolean().default(false),
    dataset: z.enum(['production', 'sandbox']).default('production'),
  }),
  response: {
    status: 200,
    schema: recordResponse(z.object({ answer: LinkResponseSchema, verdict: z.looseObject({ outcome: z.string() }) })),
  },
  example: { body: { address: SAMPLE_ADDRESS, explain: true } },
  handle({ services, body: { dataset, address, latitude, longitude, ...query } }) {
    if (address === undefined) {
      const location = { latitude, longitude, include: ['evidence' as const] }
      const { result } = resolveLink(services.links, location, dataset, 'pointer')
      const { outcome, reason } = result
      const answer = toLinkResponseJson(result, location)
      return { body: { data: { answer, verdict: { outcome, reason } } } }
    }
    const { result, verdict } = services.links.inspect({ ...query, address }, dataset)
    return { body: { data: { answer: toLinkResponseJson(result, {}), verdict } } }
  },
})

export const buildings = operatorOperation({
  id: 'operatorBuildings',
  ...OPERATOR,
  summary: 'Download the published buildings as the matcher reads them',
  response: { status: 200, type: NDJSON },
  handle({ services }) {
    const { projects } = services.catalog.snapshot('production')
    function* lines() {
      for (const building of matchBuildings(projects)) yield `${JSON.stringify(building)}\n`
    }
    return { body: Readable.from(lines(), { objectMode: false }), type: `${NDJSON}; charset=utf-8` }
  },
})

export const backup = operatorOperation({
  id: 'operatorBackup',
  ...OPERATOR,
  summary: 'Back up the database to a file on the server',
  body: z.strictObject({ file: absolutePath }),
  response: {
    status: 201,
    schema: recordResponse(z.object({ file: z.string(), rows: z.record(z.string(), z.int()) })),
  },
  example: { body: { file: '/backups/plinth.backup' } },
  async handle({ services, actor, body }) {
    requireOperatorKey(actor)
    const { rows } = await services.backup(body.file).catch((error) => {
      const reason = reasonOfFileError(error)
      if (reason) throw new Fault('invalid_parameter', { detail: `Cannot write ${body.file}: ${reason}.` })
      throw error instanceof Stop ? new Fault('state_conflict', { detail: error.message }) : error
    })
    return { status: 201, body: { data: { file: body.file, rows } } }
  },
})

export const metrics = operatorOperation({
  id: 'getMetrics',
  tag: 'Operator',
  exemptFromLoadShedding: true,
  policy: operator,
  summary: 'Get Prometheus metrics',
  response: { status: 200, type: 'text/plain' },
  description: 'With several workers: the totals over all of them, or the values of one.',
  query: z.object({ worker: integerParam(1, 64, 'The number of one worker').optional() }),
  async handle({ services, query: { worker } }) {
    const body = await services.readMetrics(worker)
    return { body, type: services.metrics.registry.contentType, headers: { 'cache-control': 'no-store' } }
  },
})
