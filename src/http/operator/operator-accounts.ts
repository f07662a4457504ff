// Operator endpoints for accounts and people: search, read and change.
import { z } from 'zod'
import { PLANS } from '../../access/rights/plans.ts'
import { operator } from '../../access/rights/policies.ts'
import type { Account } from '../../access/rights/principal.ts'
import { utcDay, utcMonth } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { AccountSchema, ErasedAccountSchema, toAccountJson, toKeyJson } from '../account/access-schemas.ts'
import {
  AccountQuery,
  OperatorAccountDetail,
  OperatorAccountPage,
  PersonChange,
  PersonSchema,
  toAuditJson,
  toPersonJson,
} from '../account/people-schemas.ts'
import { recordResponse } from '../rest/envelope.ts'
import { newestFirstPaging } from '../rest/paging.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { operatorOperation } from '../server/route.ts'
import type { OperatorServices } from '../server/services.ts'

const OPERATOR = { tag: 'Operator', policy: operator } as const
const byId = z.object({ id: textParam(40, 'The resource’s id') })
const RECENT_AUDIT_ENTRIES = 20

function withUsage({ access }: OperatorServices, account: Account) {
  const used_this_month = { live: access.usage.month(account.id, 'live'), test: access.usage.month(account.id, 'test') }
  return { ...toAccountJson(account), used_this_month }
}

/** Daily usage of the current month; usage not yet flushed is missing. */
async function dailyUsage({ access, clock }: OperatorServices, accountId: string) {
  const now = clock.now()
  const usageOf = async (mode: 'live' | 'test') =>
    (await access.usage.days(accountId, mode, `${utcMonth(now)}-01`, utcDay(now))).map((day) => ({ mode, ...day }))
  return [...(await usageOf('live')), ...(await usageOf('test'))]
}

function throwNotFound(id: string): never {
  throw new Fault('account_not_found', { detail: `No account with id ${id}.` })
}

export const list = operatorOperation({
  id: 'operatorListAccounts',
  ...OPERATOR,
  summary: 'List accounts by email address, id or key prefix, newest first',
  query: AccountQuery,
  response: { status: 200, schema: OperatorAccountPage },
  async handle({ services, actor, query: { limit = 50, cursor, ...filters } }) {
    const pages = newestFirstPaging(services, actor.id, 'accounts', filters)
    const { accounts, hasMore } = await services.access.accounts.search({
      ...filters,
      limit,
      after: pages.after(cursor),
    })
    const last = accounts.at(-1)
    const meta = pages.meta(accounts.length, last && { at: last.created_at, id: last.id }, hasMore)
    return { body: { data: accounts.map((account) => withUsage(services, account)), meta } }
  },
})

export const detail = operatorOperation({
  id: 'operatorGetAccount',
  ...OPERATOR,
  summary: 'Get one account with its keys, usage, members and recent audit entries',
  params: byId,
  response: { status: 200, schema: recordResponse(OperatorAccountDetail) },
  example: { params: { id: 'acc_1' } },
  async handle({ services, params }) {
    const { access, readAudit } = services
    const account = (await access.accounts.find(params.id)) ?? throwNotFound(params.id)
    const keys = (await access.accounts.listKeys(account.id)).map(toKeyJson)
    const members = (await access.people.membersOf(account.id)).map(toPersonJson)
    const { entries } = await readAudit({ accountId: account.id, limit: RECENT_AUDIT_ENTRIES })
    const emails = await access.people.emailsOf(entries.map(({ actor }) => actor))
    const audit = entries.map((entry) => ({ ...toAuditJson(entry), actor_email: emails.get(entry.actor) ?? null }))
    const days = await dailyUsage(services, account.id)
    return { body: { data: { ...withUsage(services, account), keys, members, audit, days } } }
  },
})

export const update = operatorOperation({
  id: 'operatorUpdateAccount',
  ...OPERATOR,
  summary: 'Change an account’s plan, or suspend or reactivate it',
  params: byId,
  body: z.strictObject({ plan: z.enum(PLANS).optional(), status: z.enum(['active', 'suspended']).optional() }),
  response: { status: 200, schema: recordResponse(AccountSchema) },
  example: { params: { id: 'acc_1' }, body: { plan: 'elite' } },
  async handle(call) {
    const { services, params, body } = call
    const account = await services.access.accounts.change(params.id, body, causeOf(call))
    return { body: { data: toAccountJson(account ?? throwNotFound(params.id)) } }
  },
})

export const erase = operatorOperation({
  id: 'operatorEraseAccount',
  ...OPERATOR,
  summary: 'Erase an account: its listings, feeds, events, people and credentials',
  description:
    'You can’t undo this. Daily usage counts and audit entries stay, without personal data. Backups age out on their own.',
  params: byId,
  response: { status: 200, schema: recordResponse(ErasedAccountSchema) },
  example: { params: { id: 'acc_1' } },
  async handle(call) {
    const { services, params } = call
    const erased = await services.eraseAccount(params.id, causeOf(call))
    return { body: { data: erased ?? throwNotFound(params.id) } }
  },
})

export const people = operatorOperation({
  id: 'operatorFindPeople',
  ...OPERATOR,
  summary: 'List the people with an email address, the verified owner first',
  query: z.object({ email: textParam(254, 'The full email address') }),
  response: { status: 200, schema: z.object({ data: z.array(PersonSchema) }) },
  example: { query: { email: 'you@example.ca' } },
  async handle({ services, query }) {
    const found = await services.access.people.findByEmail(query.email)
    return { body: { data: found.map(toPersonJson) } }
  },
})

export const updatePerson = operatorOperation({
  id: 'operatorUpdatePerson',
  ...OPERATOR,
  summary: 'Change a person’s role, or suspend or reactivate them; ends their sessions',
  params: byId,
  body: PersonChange,
  response: { status: 200, schema: recordResponse(PersonSchema) },
  example: { params: { id: 'per_1' }, body: { role: 'curator' } },
  async handle(call) {
    const { services, params, body } = call
    const person = await services.access.people.change(params.id, body, causeOf(call))
    if (!person) throw new Fault('person_not_found', { detail: `No person with id ${params.id}.` })
    return { body: { data: toPersonJson(person) } }
  },
})
