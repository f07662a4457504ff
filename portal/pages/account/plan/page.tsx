// The account's plan, what the other plans add, and how to change.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Plans } from '../../../../src/http/api-types.ts'
import { fetchPlans, LIMITS } from '../../../api/plans.ts'
import { Badge } from '../../../parts/badge.tsx'
import { fill } from '../../../parts/choose-language.ts'
import { wordFor } from '../../../parts/enum-words.ts'
import { formatMoney, formatNumber } from '../../../parts/format.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { text as plans } from '../../../parts/plan-text.ts'
import { RequestPlan } from '../../../parts/request-plan.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { text as shared } from '../parts/text.ts'
import { useAccountLoad } from '../parts/use-account.ts'
import { text } from './text.ts'
import './page.css'

type Plan = Plans['plans'][number]

interface PlanCardProps {
  readonly plan: Plan
  readonly current: Plan
  /** How to ask for the plan, if it is another one. */
  readonly action?: ComponentChildren
}

/** The current plan lists all its features; the others list what they add. */
function PlanCard({ plan, current, action }: PlanCardProps) {
  const isCurrent = plan === current
  const included: readonly string[] = current.features
  const features = isCurrent ? plan.features : plan.features.filter((feature) => !included.includes(feature))
  const price = plan.limits.price_per_month
  return (
    <section class={isCurrent ? 'card current' : 'card'}>
      <h2>
        {wordFor('plan', plan.name)} {isCurrent && <Badge tone="stone">{plans.yours}</Badge>}
      </h2>
      <p class="quiet">{price === 0 ? shared.free : fill(shared.pricePerMonth, { money: formatMoney(price) })}</p>
      {action && <p>{action}</p>}
      <dl class="numbers">
        {LIMITS.map((name) => [
          <dt key={name}>{plans[name]}</dt>,
          <dd key={`${name} number`}>{plan.limits[name] === 0 ? plans.none : formatNumber(plan.limits[name])}</dd>,
        ])}
      </dl>
      <h3>{isCurrent ? shared.planFeatures : text.additional}</h3>
      {features.length === 0 && <p class="quiet">{text.nothingMore}</p>}
      <ul class="features">
        {features.map((feature) => (
          <li key={feature}>{wordFor('feature', feature)}</li>
        ))}
      </ul>
    </section>
  )
}

export function PlanTab({ session }: AccountPageProps) {
  const [requested, setRequested] = useState<string | null>(null)
  const loaded = useAccountLoad('plans', fetchPlans)
  return (
    <WhenLoaded result={loaded}>
      {({ plans: all, contact }) => {
        const current = all.find(({ name }) => name === session.account.plan)!
        return (
          <>
            <p class="lead">{fill(text.current, { plan: wordFor('plan', current.name) })}</p>
            <div aria-live="polite">
              {requested && <p class="notice good">{fill(plans.sent, { plan: requested })}</p>}
            </div>
            <div class="plans">
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
