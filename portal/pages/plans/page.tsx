// The plans side by side: prices, limits, features, as the service enforces them.
import './page.css'
import type { Plans as PlanTable } from '../../../src/contract/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { fetchPlans, LIMITS } from '../../api/plans.ts'
import { useLoad } from '../../api/use-load.ts'
import { Badge } from '../../parts/badge.tsx'
import { formatMoney, formatNumber, humanize } from '../../parts/format.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { text } from './text.ts'

type Plan = PlanTable['plans'][number]

function Has({ has }: { has: boolean }) {
  return (
    <td class="has">
      <span aria-hidden="true">{has ? '●' : '–'}</span>
      <span class="hidden">{has ? text.has : text.hasNot}</span>
    </td>
  )
}

function Group({ title, span }: { title: string; span: number }) {
  return (
    <tr class="group">
      <th colSpan={span} scope="colgroup">
        {title}
      </th>
    </tr>
  )
}

function Table({
  plans,
  features,
  mine,
}: {
  plans: readonly Plan[]
  features: PlanTable['features']
  mine?: string | undefined
}) {
  return (
    <section class="scroll card plan-table" tabIndex={0} aria-label={text.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.plan}</th>
            {plans.map(({ name }) => (
              <th scope="col" key={name}>
                <span class="name">{humanize(name)}</span> {name === mine && <Badge tone="stone">{text.yours}</Badge>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{text.price}</th>
            {plans.map(({ name, limits }) => (
              <td key={name} class="price">
                {limits.price_per_month === 0 ? text.free : formatMoney(limits.price_per_month)}
              </td>
            ))}
          </tr>
          <Group title={text.limits} span={plans.length + 1} />
          {LIMITS.map((limit) => (
            <tr key={limit}>
              <th scope="row">{text[limit]}</th>
              {plans.map(({ name, limits }) => (
                <td key={name}>{limits[limit] === 0 ? text.none : formatNumber(limits[limit])}</td>
              ))}
            </tr>
          ))}
          <Group title={text.features} span={plans.length + 1} />
          {features.map(({ name: feature, opens }) => (
            <tr key={feature}>
              <th scope="row">{humanize(opens)}</th>
              {plans.map(({ name, features: of }) => (
                <Has key={name} has={(of as readonly string[]).includes(feature)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function Plans() {
  const { session } = useCurrentUser()
  const table = useLoad('plans', fetchPlans)
  return (
    <PageLayout title={text.title}>
      <p class="lead">{text.lead}</p>
      <WhenLoaded result={table} lines={10}>
        {({ plans, features, contact }) => (
          <>
            <Table plans={plans} features={features} mine={session?.account.plan} />
            <h2>{text.change}</h2>
            <p>
              {text.noPayment} {contact ? <a href={`mailto:${contact}`}>{text.write(contact)}</a> : text.ask}
            </p>
            {session === null && (
              <a class="button" href="/sign-up">
                {text.begin}
              </a>
            )}
          </>
        )}
      </WhenLoaded>
    </PageLayout>
  )
}
