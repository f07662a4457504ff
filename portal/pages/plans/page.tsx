// Compares plans: prices, limits and features.
import './page.css'
import type { Plans as PlanTable } from '../../../src/contract/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { fetchPlans, LIMITS } from '../../api/plans.ts'
import { useLoad } from '../../api/use-load.ts'
import { Badge } from '../../parts/badge.tsx'
import { wordFor } from '../../parts/enum-words.ts'
import { formatMoney, formatNumber } from '../../parts/format.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { text as planText } from '../../parts/plan-text.ts'
import { text } from './text.ts'

type Plan = PlanTable['plans'][number]

function Included({ included }: { included: boolean }) {
  return (
    <td class="included">
      <span aria-hidden="true">{included ? '●' : '–'}</span>
      <span class="hidden">{included ? text.included : text.notIncluded}</span>
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
  currentPlan,
}: {
  plans: readonly Plan[]
  features: PlanTable['features']
  currentPlan?: string | undefined
}) {
  return (
    <section class="scroll card plan-table" tabIndex={0} aria-label={text.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.plan}</th>
            {plans.map(({ name }) => (
              <th scope="col" key={name}>
                <span class="name">{wordFor('plan', name)}</span>{' '}
                {name === currentPlan && <Badge tone="stone">{planText.yours}</Badge>}
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
              <th scope="row">{planText[limit]}</th>
              {plans.map(({ name, limits }) => (
                <td key={name}>{limits[limit] === 0 ? planText.none : formatNumber(limits[limit])}</td>
              ))}
            </tr>
          ))}
          <Group title={text.features} span={plans.length + 1} />
          {features.map(({ name: feature }) => (
            <tr key={feature}>
              <th scope="row">{wordFor('feature', feature)}</th>
              {plans.map(({ name, features: available }) => (
                <Included key={name} included={(available as readonly string[]).includes(feature)} />
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
            <Table plans={plans} features={features} currentPlan={session?.account.plan} />
            <h2>{planText.change}</h2>
            <p>
              {planText.noPayment}{' '}
              {contact ? <a href={`mailto:${contact}`}>{planText.email(contact)}</a> : planText.askOperator}
            </p>
            {session === null && (
              <a class="button" href="/sign-up">
                {text.start}
              </a>
            )}
          </>
        )}
      </WhenLoaded>
    </PageLayout>
  )
}
