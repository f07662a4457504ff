// The plan: what it has, what each of the others has beside it, and how to get another.
import type { Plans } from '../../../../src/contract/api-types.ts'
import { fetchPlans, LIMITS } from '../../../api/plans.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatMoney, formatNumber, humanize } from '../../../parts/format.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { text as plans } from '../../plans/text.ts'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { useAccountLoad } from '../parts/use-account.ts'
import { text } from '../text.ts'

const words = text.plan

type Plan = Plans['plans'][number]

interface CardProps {
  readonly plan: Plan
  readonly mine: Plan
  readonly opens: ReadonlyMap<string, string>
}

/** Of another plan, what one's own has not; of one's own, everything. */
function PlanCard({ plan, mine, opens }: CardProps) {
  const isMine = plan === mine
  const had: readonly string[] = mine.features
  const shown = isMine ? plan.features : plan.features.filter((feature) => !had.includes(feature))
  return (
    <section class={isMine ? 'card mine' : 'card'}>
      <h2>
        {humanize(plan.name)} {isMine && <Badge tone="stone">{plans.yours}</Badge>}
      </h2>
      <p class="quiet">
        {plan.limits.price_per_month === 0 ? text.free : text.aMonth(formatMoney(plan.limits.price_per_month))}
      </p>
      <dl class="numbers">
        {LIMITS.map((name) => [
          <dt key={name}>{plans[name]}</dt>,
          <dd key={`${name} number`}>{plan.limits[name] === 0 ? plans.none : formatNumber(plan.limits[name])}</dd>,
        ])}
      </dl>
      <h3>{isMine ? words.has : words.beside}</h3>
      {shown.length === 0 && <p class="quiet">{words.nothingMore}</p>}
      <ul class="features">
        {shown.map((feature) => (
          <li key={feature}>{humanize(opens.get(feature))}</li>
        ))}
      </ul>
    </section>
  )
}

export function PlanTab({ session }: AccountPageProps) {
  const loaded = useAccountLoad('plans', fetchPlans)
  return (
    <WhenLoaded result={loaded}>
      {({ plans: all, features, contact }) => {
        const mine = all.find(({ name }) => name === session.account.plan)!
        const opens = new Map<string, string>(features.map(({ name, opens: what }) => [name, what]))
        return (
          <>
            <p class="lead">{words.yours(humanize(mine.name))}</p>
            <div class="plans">
              {/* Nobody changes to the sandbox: its features are those of fifteen projects. */}
              {all
                .filter((plan) => plan === mine || plan.name !== 'sandbox')
                .map((plan) => (
                  <PlanCard key={plan.name} plan={plan} mine={mine} opens={opens} />
                ))}
            </div>
            <h2>{plans.change}</h2>
            <p>
              {plans.noPayment} {contact ? <a href={`mailto:${contact}`}>{plans.write(contact)}</a> : plans.ask}{' '}
              {words.inForce}
            </p>
            <a class="button second" href="/plans">
              {text.comparePlans}
            </a>
          </>
        )
      }}
    </WhenLoaded>
  )
}
