// The account at a glance: plan, usage this month, email, dataset and first steps.
import type { ApiKey, Dataset, Me } from '../../../../src/http/api-types.ts'
import { useMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { readTestKey } from '../../../api/test-key.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { wordFor } from '../../../language/enum-words.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber } from '../../../language/format.ts'
import { text as plans } from '../../../language/plan-text.ts'
import { Badge } from '../../../parts/badge.tsx'
import { FirstRequest } from '../../../parts/first-request.tsx'
import { keyStatus } from '../../../parts/key-status.ts'
import { LoadingNotice } from '../../../parts/loading-notice.tsx'
import { Card, WhenLoaded } from '../../../parts/notice.tsx'
import { Details } from '../../../parts/records.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { Meter } from '../parts/meter.tsx'
import { text as shared } from '../parts/text.ts'
import { EmailCard } from './email-card.tsx'
import { text } from './text.ts'

async function loadOverview(signal: AbortSignal): Promise<{ me: Me; keys: ApiKey[]; dataset: Dataset }> {
  const [me, keys, dataset] = await Promise.all([
    plinth.me({ signal }),
    plinth.apiKeys.list({ signal }).then(({ data }) => data),
    plinth.dataset({ signal }),
  ])
  return { me, keys, dataset }
}

function PlanCard({ me }: { me: Me }) {
  const { price_per_month: price, requests_per_minute: rate, webhook_endpoints: endpoints } = me.limits
  return (
    <Card title={text.plan}>
      <p class="row big">
        {wordFor('plan', me.plan)}{' '}
        <Badge tone={me.dataset === 'production' ? 'good' : 'info'}>{text[me.dataset]}</Badge>
      </p>
      <Details
        rows={[
          [text.price, price === 0 ? shared.free : fill(shared.pricePerMonth, { money: formatMoney(price) })],
          [plans.requests_per_minute, formatNumber(rate)],
          [plans.webhook_endpoints, endpoints === 0 ? shared.notIncluded : formatNumber(endpoints)],
        ]}
      />
      <p class="after">
        <a href="/account/plan">{shared.planFeatures}</a> · <a href="/plans">{shared.comparePlans}</a>
      </p>
    </Card>
  )
}

function MonthCard({ me }: { me: Me }) {
  const { limits, used_this_month: used } = me
  return (
    <Card title={text.month}>
      <Meter label={shared.requests} used={used.requests} limit={limits.requests_per_month} />
      <Meter label={shared.lookups} used={used.lookups} limit={limits.lookups_per_month} />
      <p>
        <a href="/account/usage">{text.usageLink}</a>
      </p>
    </Card>
  )
}

function DatasetCard({ dataset }: { dataset: Dataset }) {
  return (
    <Card title={text.dataset}>
      <Details
        rows={[
          [text.published, formatDateTime(dataset.published_at)],
          [
            text.version,
            <>
              <code>{dataset.version}</code>{' '}
              {dataset.is_demonstration && <Badge tone="warn">{text.demonstration}</Badge>}
            </>,
          ],
          dataset.last_refresh && [text.refreshed, formatDate(dataset.last_refresh.day)],
          [text.projects, formatNumber(dataset.counts.projects)],
          [text.buildings, formatNumber(dataset.counts.buildings)],
        ]}
      />
    </Card>
  )
}

/** The whole key, if this tab created it. */
function knownKey({ prefix, last4 }: ApiKey): string | null {
  const known = readTestKey()
  return known?.startsWith(prefix) && known.endsWith(last4) ? known : null
}

function FirstSteps({ keys }: { keys: readonly ApiKey[] }) {
  const newest = keys
    .filter((key) => keyStatus(key) === 'active')
    .sort((a, b) => b.created_at.localeCompare(a.created_at))[0]
  const mayCreate = useMay('keys:manage')
  const links = [
    ...(newest || !mayCreate ? [] : [{ href: '/account/keys', label: text.createKey }]),
    { href: '/playground', label: text.playground },
    { href: '/docs/guides', label: text.guides },
    { href: '/docs', label: text.reference },
  ]
  return (
    <Card title={text.firstSteps}>
      {newest ? (
        <>
          <p>{fill(text.firstStepsLead, { key: `${newest.prefix}…${newest.last4}` })}</p>
          <FirstRequest apiKey={knownKey(newest)} mode={newest.mode} />
        </>
      ) : (
        <p>{text.noKey}</p>
      )}
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function Overview({ session }: AccountPageProps) {
  const loaded = useLoad('overview', loadOverview)
  return (
    <WhenLoaded result={loaded} lines={8}>
      {({ me, keys, dataset }) => (
        <>
          <LoadingNotice />
          <div class="beside" style={{ '--gap': 'var(--s4)', '--align': 'stretch' }}>
            <PlanCard me={me} />
            <MonthCard me={me} />
            <EmailCard session={session} />
            <DatasetCard dataset={dataset} />
          </div>
          <FirstSteps keys={keys} />
        </>
      )}
    </WhenLoaded>
  )
}
