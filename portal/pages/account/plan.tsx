// The plan: what it has and what it has not, its limits, and how to get another.
import type { Me } from '../../../src/contract/types.ts'
import { plinth } from '../../api/plinth.ts'
import { Badge } from '../../parts/badge.tsx'
import { Shown } from '../../parts/notice.tsx'
import { text } from '../../text/account.ts'
import { sayMoney, sayNumber } from '../../text/format.ts'
import { useOwn } from './calls.ts'

const words = text.plan

function Features({ names, has }: { names: readonly string[]; has: boolean }) {
  return (
    <ul class={has ? 'features has' : 'features'}>
      {names.map((name) => (
        <li key={name}>{words.features[name as keyof typeof words.features] ?? name}</li>
      ))}
    </ul>
  )
}

function Limits({ limits }: { limits: Me['limits'] }) {
  const rows = Object.entries(text.limits) as [keyof typeof text.limits, string][]
  return (
    <dl>
      {rows.map(([name, label]) => (
        <>
          <dt key={name}>{label}</dt>
          <dd>{limits[name] === 0 ? text.notIncluded : sayNumber(limits[name])}</dd>
        </>
      ))}
    </dl>
  )
}

export function PlanTab() {
  const loaded = useOwn('plan', (signal) => plinth.me({ signal }))
  return (
    <Shown of={loaded}>
      {({ plan, features, limits, dataset }) => {
        const lacking = Object.keys(words.features).filter((name) => !features.includes(name))
        return (
          <>
            <p class="figure">
              {words.yours(text.plans[plan])}{' '}
              <Badge tone={dataset === 'production' ? 'good' : 'info'}>{text.overview[dataset]}</Badge>
            </p>
            <p class="lead">
              {limits.price_per_month === 0 ? text.free : text.aMonth(sayMoney(limits.price_per_month))}
            </p>
            <div class="thirds">
              <section class="card">
                <h2>{words.has}</h2>
                <Features names={features} has />
              </section>
              <section class="card">
                <h2>{words.hasNot}</h2>
                {lacking.length === 0 ? (
                  <p class="quiet">{words.everything}</p>
                ) : (
                  <Features names={lacking} has={false} />
                )}
              </section>
              <section class="card">
                <h2>{words.limits}</h2>
                <Limits limits={limits} />
              </section>
            </div>
            <h2>{words.change}</h2>
            <p>{words.changeLead}</p>
            <a class="button second" href="/plans">
              {text.comparePlans}
            </a>
          </>
        )
      }}
    </Shown>
  )
}
