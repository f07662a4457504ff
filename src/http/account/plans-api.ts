// The public list of plans: features, limits, prices and the sales contact.
import type { Feature } from '../../access/rights/plans.ts'
import { FEATURES, LIMITS, PLANS, planHas } from '../../access/rights/plans.ts'
import { anyone } from '../../access/rights/policies.ts'
import { translate } from '../french/translate.ts'
import { recordResponse } from '../rest/envelope.ts'
import { languageOf } from '../server/page-language.ts'
import { accountOperation } from '../server/route.ts'
import { PlansSchema } from './access-schemas.ts'

const FEATURE_NAMES = Object.keys(FEATURES) as Feature[]

export const plans = accountOperation({
  id: 'listPlans',
  tag: 'Access',
  policy: anyone,
  summary: 'List plans with their price in Canadian dollars, limits and features',
  response: { status: 200, schema: recordResponse(PlansSchema) },
  handle(call) {
    const { services } = call
    const language = languageOf(call)
    const data = {
      plans: PLANS.map((name) => ({
        name,
        limits: LIMITS[name],
        features: FEATURE_NAMES.filter((feature) => planHas(name, feature)),
      })),
      features: FEATURE_NAMES.map((name) => ({ name, opens: translate(FEATURES[name].opens, language) })),
      contact: services.contactEmail,
    }
    return { body: { data }, headers: { 'content-language': language, vary: 'Accept-Language' } }
  },
})
