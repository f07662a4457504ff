// Deletes the caller's account: suspended at once, erased after seven days.
import { z } from 'zod'
import { requireDeletable } from '../../access/accounts/delete-account.ts'
import { credential } from '../../access/rights/policies.ts'
import { recordResponse } from '../rest/envelope.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { accountOperation } from '../server/route.ts'
import { AccountSchema, toAccountJson } from './access-schemas.ts'

export const deleteAccount = accountOperation({
  id: 'deleteAccount',
  tag: 'Access',
  policy: credential({ scope: 'keys:manage', feature: 'core', accountRole: 'owner' }),
  summary: 'Delete your account',
  description:
    'All keys, tokens and sessions stop working within two seconds, and so do webhooks and feeds. ' +
    'The data is erased at `erase_at`, seven days later. Until then the operator can restore the account. ' +
    'The owners with a verified address get an email. A repeated request gets 403 `account_suspended` with `erase_at`.',
  query: z.object({ confirm: textParam(40, 'The id of your account, as in `GET /api/v1/me`') }),
  response: { status: 202, schema: recordResponse(AccountSchema) },
  example: { call: 'accounts.delete', query: { confirm: 'acc_0123456789abcdefghij' } },
  async handle(call) {
    const { services, principal, query } = call
    requireDeletable(principal, query.confirm)
    const account = await services.access.deleteAccount(principal.account.id, services.contactEmail, causeOf(call))
    return { status: 202, body: { data: toAccountJson(account) } }
  },
})
