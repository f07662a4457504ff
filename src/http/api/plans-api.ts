// The plans as anybody may read them: what each has, what it costs, whom to ask.
import type { Feature } from '../../access/plans.ts'
import { FEATURES, LIMITS, PLANS, planHas } from '../../access/plans.ts'
import { anyone } from '../../access/policies.ts'
import { PlansSchema } from '../../contract/access-schemas.ts'
import { recordResponse } from '../../contract/envelope.ts'
import { operation } from '../door/route.ts'

const NAMES = Object.keys(FEATURES) as Feature[]

export const plans = operation({
  id: 'listPlans',
  tag: 'Access',
  policy: anyone,
  summary: 'Every plan with its price in Canadian dollars, its limits and features',
  response: { status: 200, schema: recordResponse(PlansSchema) },
  handle({ services }) {
    const data = {
      plans: PLANS.map((name) => ({
        name,
        limits: LIMITS[name],
        features: NAMES.filter((feature) => planHas(name, feature)),
      })),
      features: NAMES.map((name) => ({ name, opens: FEATURES[name].opens })),
      contact: services.contactEmail,
    }
    return { body: { data } }
  },
})
