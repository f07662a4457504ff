// Asks the operator for another plan.
import { z } from 'zod'
import { accountOwner } from '../../access/rights/policies.ts'
import { recordResponse } from '../rest/envelope.ts'
import { causeOf } from '../server/authenticate.ts'
import { accountOperation } from '../server/route.ts'
import { NewPlanRequest } from './access-schemas.ts'

export const requestPlan = accountOperation({
  id: 'requestPlan',
  tag: 'Access',
  policy: accountOwner,
  summary: 'Ask the operator for another plan',
  description:
    'Sends an email to the operator of this service (`contact` of `GET /api/v1/plans`) with your message and your email address. ' +
    'At most three requests per account and hour.',
  body: NewPlanRequest,
  response: { status: 202, schema: recordResponse(z.object({ accepted: z.literal(true) })) },
  example: { body: { plan: 'pro', message: 'We link 20,000 listings a day.' } },
  async handle(call) {
    const { services, session, body } = call
    const { account } = await services.access.directory.principalOfSession(session)
    await services.access.planRequests.send(session, account, body, services.contactEmail, causeOf(call))
    return { status: 202, body: { data: { accepted: true } } }
  },
})
