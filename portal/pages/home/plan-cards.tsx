// A card for each plan with its price.
import { fetchPlans } from '../../api/plans.ts'
import { useLoad } from '../../api/use-load.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatMoney } from '../../language/format.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import { text } from './text.ts'

export function PlanCards() {
  const plans = useLoad('plans', fetchPlans)
  return (
    <WhenLoaded result={plans}>
      {({ plans: all }) => (
        <div class="grid plan-cards" style={{ '--min': '15rem' }}>
          {all.map(({ name, limits }) => (
            <a class="card feature" href="/plans" key={name}>
              <strong>{wordFor('plan', name)}</strong>
              <span class="price">
                {limits.price_per_month === 0 ? text.free : `${formatMoney(limits.price_per_month)} ${text.month}`}
              </span>
              <span class="quiet">{text.planSummaries[name]}</span>
            </a>
          ))}
        </div>
      )}
    </WhenLoaded>
  )
}
