// The account at a glance: plan, this month, the address, the data, and what to do first.
import type { ComponentChildren } from 'preact'
import type { ApiKey, Dataset, Me } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { Badge } from '../../../parts/badge.tsx'
import { CodeBlock } from '../../../parts/copy.tsx'
import { formatDate, formatDateTime, formatMoney, formatNumber, humanize } from '../../../parts/format.ts'
import { keyStatus } from '../../../parts/key-status.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { text as plans } from '../../plans/text.ts'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { firstRequest } from '../parts/first-request.ts'
import { Meter } from '../parts/meter.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { text } from '../text.ts'
import { EmailCard } from './email-card.tsx'

const words = text.overview

async function read(signal: AbortSignal): Promise<{ me: Me; keys: ApiKey[]; dataset: Dataset }> {
  const [me, keys, dataset] = await Promise.all([
    plinth.me({ signal }),
    plinth.apiKeys.list({ signal }),
    plinth.dataset({ signal }),
  ])
  return { me, keys, dataset }
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function PlanCard({ me }: { me: Me }) {
  const { price_per_month: price, requests_per_minute: rate, webhook_endpoints: hooks } = me.limits
  return (
    <Card title={words.plan}>
      <p class="figure">
        {humanize(me.plan)} <Badge tone={me.dataset === 'production' ? 'good' : 'info'}>{words[me.dataset]}</Badge>
      </p>
      <dl>
        <dt>{words.price}</dt>
        <dd>{price === 0 ? text.free : text.aMonth(formatMoney(price))}</dd>
        <dt>{plans.requests_per_minute}</dt>
        <dd>{formatNumber(rate)}</dd>
        <dt>{plans.webhook_endpoints}</dt>
        <dd>{hooks === 0 ? text.notIncluded : formatNumber(hooks)}</dd>
      </dl>
      <p class="after">
        <a href="/account/plan">{text.plan.has}</a> · <a href="/plans">{text.comparePlans}</a>
      </p>
    </Card>
  )
}

function MonthCard({ me }: { me: Me }) {
  const { limits, used_this_month: used } = me
  return (
    <Card title={words.month}>
      <Meter label={words.requests} used={used.requests} limit={limits.requests_per_month} />
      <Meter label={words.lookups} used={used.lookups} limit={limits.lookups_per_month} />
      <p>
        <a href="/account/usage">{words.usageLink}</a>
      </p>
    </Card>
  )
}

function DataCard({ dataset }: { dataset: Dataset }) {
  return (
    <Card title={words.data}>
      <dl>
        <dt>{words.published}</dt>
        <dd>{formatDateTime(dataset.published_at)}</dd>
        <dt>{words.version}</dt>
        <dd>
          <code>{dataset.version}</code> {dataset.is_demonstration && <Badge tone="warn">{words.demonstration}</Badge>}
        </dd>
        {dataset.last_refresh && (
          <>
            <dt>{words.refreshed}</dt>
            <dd>{formatDate(dataset.last_refresh.day)}</dd>
          </>
        )}
        <dt>{words.projects}</dt>
        <dd>{formatNumber(dataset.counts.projects)}</dd>
        <dt>{words.buildings}</dt>
        <dd>{formatNumber(dataset.counts.buildings)}</dd>
      </dl>
    </Card>
  )
}

function FirstSteps({ me, keys }: { me: Me; keys: readonly ApiKey[] }) {
  const newest = keys
    .filter((key) => keyStatus(key) === 'active')
    .sort((a, b) => b.created_at.localeCompare(a.created_at))[0]
  return (
    <Card title={words.first}>
      {newest ? (
        <>
          <p>{words.firstLead(`${newest.prefix}…${newest.last4}`)}</p>
          <CodeBlock>{firstRequest(`${newest.prefix}…`, me.features)}</CodeBlock>
        </>
      ) : (
        <p>{words.noKey}</p>
      )}
      <ul class="plain-list">
        {!newest && (
          <li>
            <a href="/account/keys">{words.toKeys}</a>
          </li>
        )}
        <li>
          <a href="/playground">{words.nextPlayground}</a>
        </li>
        <li>
          <a href="/docs/guides">{words.nextGuides}</a>
        </li>
        <li>
          <a href="/docs">{words.nextReference}</a>
        </li>
      </ul>
    </Card>
  )
}

export function Overview({ session }: AccountPageProps) {
  const loaded = useAccountLoad('overview', read)
  return (
    <WhenLoaded result={loaded} lines={8}>
      {({ me, keys, dataset }) => (
        <>
          <div class="glance">
            <PlanCard me={me} />
            <MonthCard me={me} />
            <EmailCard person={session.person} />
            <DataCard dataset={dataset} />
          </div>
          <FirstSteps me={me} keys={keys} />
        </>
      )}
    </WhenLoaded>
  )
}
