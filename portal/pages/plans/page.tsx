// Compares plans: prices, limits and features.
import { fill } from '../../language/choose-language.ts'
import './page.css'
import { useState } from 'preact/hooks'
import type { Plans as PlanTable, Session } from '../../../src/http/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { fetchPlans, LIMITS } from '../../api/plans.ts'
import { useLoad } from '../../api/use-load.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatMoney, formatNumber } from '../../language/format.ts'
import { text as planText } from '../../language/plan-text.ts'
import { Badge } from '../../parts/badge.tsx'
import { WhenLoaded } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { RequestPlan } from '../../parts/request-plan.tsx'
import { text } from './text.ts'

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

interface TableProps {
  readonly table: PlanTable
  /** Undefined until it is known. */
  readonly session: Session | null | undefined
  readonly onRequested: (plan: string) => void
}

function Table({ table: { plans, features, contact }, session, onRequested }: TableProps) {
  return (
    <section class="scroll card plan-table" tabIndex={0} aria-label={text.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.plan}</th>
            {plans.map(({ name }) => (
              <th scope="col" key={name}>
                <span class="name">{wordFor('plan', name)}</span>{' '}
                {name === session?.account.plan && <Badge tone="stone">{planText.yours}</Badge>}
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
          <tr>
            <th scope="row">
              <span class="hidden">{text.action}</span>
            </th>
            {plans.map(({ name }) => (
              <td key={name} class="action">
                {name === 'sandbox' ? (
                  session === null && (
                    <a class="button small" href="/sign-up">
                      {text.start}
                    </a>
                  )
                ) : session !== undefined && name !== session?.account.plan ? (
                  <RequestPlan
                    plan={name}
                    name={wordFor('plan', name)}
                    session={session}
                    hasContact={contact !== null}
                    onSent={() => onRequested(wordFor('plan', name))}
                  />
                ) : null}
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
  const [requested, setRequested] = useState<string | null>(null)
  const loaded = useLoad('plans', fetchPlans)
  return (
    <PageLayout title={text.title}>
      <p class="lead">{text.lead}</p>
      <div aria-live="polite">{requested && <p class="notice good">{fill(planText.sent, { plan: requested })}</p>}</div>
      <WhenLoaded result={loaded} lines={10}>
        {(table) => (
          <>
            <Table table={table} session={session} onRequested={setRequested} />
            <h2>{planText.change}</h2>
            <p>
              {planText.noPayment}{' '}
              {table.contact ? (
                <a href={`mailto:${table.contact}`}>{fill(planText.email, { contact: table.contact })}</a>
              ) : (
                planText.askOperator
              )}
            </p>
          </>
        )}
      </WhenLoaded>
    </PageLayout>
  )
}
