// The people of the caller's account over HTTP: list, change roles, remove.
import { z } from 'zod'
import { accountOwner, signedIn } from '../../access/rights/policies.ts'
import { recordResponse } from '../rest/envelope.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { accountOperation } from '../server/route.ts'
import { MemberChange, MemberSchema, toMemberJson } from './people-schemas.ts'

const tag = 'People'
const OWNERS = { tag: 'People', policy: accountOwner } as const
const byId = z.object({ id: textParam(40, 'The person’s id') })
const EXAMPLE_ID = 'per_0123456789abcdefghij'

export const list = accountOperation({
  id: 'listPeople',
  tag,
  policy: signedIn,
  summary: 'List the people of your account with their account roles',
  response: { status: 200, schema: z.object({ data: z.array(MemberSchema), meta: z.object({ total: z.int() }) }) },
  async handle({ services, session }) {
    const members = await services.access.accountPeople.list(session.account_id)
    return { body: { data: members.map(toMemberJson), meta: { total: members.length } } }
  },
})

export const update = accountOperation({
  id: 'updatePerson',
  ...OWNERS,
  summary: 'Change the account role of a person',
  description:
    'Applies to the person’s sessions within two seconds. A lower role also withdraws the person’s consents to applications. ' +
    'The last owner keeps the role.',
  params: byId,
  body: MemberChange,
  response: { status: 200, schema: recordResponse(MemberSchema) },
  example: { params: { id: EXAMPLE_ID }, body: { account_role: 'viewer' } },
  async handle(call) {
    const { services, session, params, body } = call
    const member = await services.access.accountPeople.changeRole(session, params.id, body.account_role, causeOf(call))
    return { body: { data: toMemberJson(member) } }
  },
})

export const remove = accountOperation({
  id: 'removePerson',
  ...OWNERS,
  summary: 'Remove a person from your account',
  description:
    'Ends the person’s sessions and withdraws the person’s consents. API keys stay: they belong to the account. ' +
    'The last owner cannot be removed.',
  params: byId,
  response: { status: 204, type: 'text/plain' },
  example: { params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, session, params } = call
    await services.access.accountPeople.remove(session, params.id, causeOf(call))
    return { status: 204 }
  },
})
