// The account's plan, what the other plans add or lack, and how to change.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Plans } from '../../../../src/http/api-types.ts'
import { fetchPlans, LIMITS } from '../../../api/plans.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { wordFor } from '../../../language/enum-words.ts'
import { formatMoney, formatNumber } from '../../../language/format.ts'
import { text as plans } from '../../../language/plan-text.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Announce, WhenLoaded } from '../../../parts/notice.tsx'
import { Details } from '../../../parts/records.tsx'
import { RequestPlan } from '../../../parts/request-plan.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'
import './page.css'

type Plan = Plans['plans'][number]

interface PlanCardProps {
  readonly plan: Plan
  readonly current: Plan
  /** How to ask for the plan, if it is another one. */
  readonly action?: ComponentChildren
}

const includes = ({ features }: Plan, feature: string): boolean => (features as readonly string[]).includes(feature)

function FeatureList({ title, features }: { readonly title: string; readonly features: Plan['features'] }) {
  if (features.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul class="features">
        {features.map((feature) => (
          <li key={feature}>{wordFor('feature', feature)}</li>
        ))}
      </ul>
    </>
  )
}

/** The current plan lists all its features; the others list what they add and what they lack. */
function PlanCard({ plan, current, action }: PlanCardProps) {
  const isCurrent = plan === current
  const gained = isCurrent ? plan.features : plan.features.filter((feature) => !includes(current, feature))
  const price = plan.limits.price_per_month
  return (
    <section class={isCurrent ? 'card current' : 'card'}>
      <h2>
        {wordFor('plan', plan.name)} {isCurrent && <Badge tone="stone">{plans.yours}</Badge>}
      </h2>
      <p class="quiet">{price === 0 ? shared.free : fill(shared.pricePerMonth, { money: formatMoney(price) })}</p>
      {action && <p>{action}</p>}
      <Details
        look="numbers"
        rows={LIMITS.map((name) => [
          plans[name],
          plan.limits[name] === 0 ? plans.none : formatNumber(plan.limits[name]),
        ])}
      />
      <FeatureList title={isCurrent ? shared.planFeatures : text.additional} features={gained} />
      <FeatureList title={text.missing} features={current.features.filter((feature) => !includes(plan, feature))} />
    </section>
  )
}

export function PlanTab({ session }: AccountPageProps) {
  const [requested, setRequested] = useState<string | null>(null)
  const loaded = useLoad('plans', fetchPlans)
  return (
    <WhenLoaded result={loaded}>
      {({ plans: all, contact }) => {
        const current = all.find(({ name }) => name === session.account.plan)!
        return (
          <>
            <p class="lead">{fill(text.current, { plan: wordFor('plan', current.name) })}</p>
            <Announce>{requested && fill(plans.sent, { plan: requested })}</Announce>
            <div class="grid fit" style={{ '--min': '16rem' }}>
              {/* The sandbox has every feature but only 15 projects, so it is not an upgrade. */}
              {all
                .filter((plan) => plan === current || plan.name !== 'sandbox')
                .map((plan) => (
                  <PlanCard
                    key={plan.name}
                    plan={plan}
                    current={current}
                    action={
                      plan !== current ? (
                        <RequestPlan
                          plan={plan.name}
                          name={wordFor('plan', plan.name)}
                          session={session}
                          hasContact={contact !== null}
                          onSent={() => setRequested(wordFor('plan', plan.name))}
                        />
                      ) : null
                    }
                  />
                ))}
            </div>
            <h2>{plans.change}</h2>
            <p>
              {plans.noPayment}{' '}
              {contact ? <a href={`mailto:${contact}`}>{fill(plans.email, { contact })}</a> : plans.askOperator}{' '}
              {text.effect}
            </p>
            <a class="button second" href="/plans">
              {shared.comparePlans}
            </a>
          </>
        )
      }}
    </WhenLoaded>
  )
}
