// Webhook endpoints of the account: the list, and a new one.
import { useState } from 'preact/hooks'
import { PlinthError } from '../../../../src/client/client.ts'
import type { NewWebhookEndpoint, WebhookEndpoint } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { NewSecret, PageIntro } from '../../../parts/form.tsx'
import { formatDateTime, humanize } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { useAccountLoad, useAction } from '../parts/use-account.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointBadge, EventTypes, filtersOf, whyOf } from './endpoint-status.tsx'
import { text } from './text.ts'
import { usePolling } from './use-polling.ts'
import { VerifySnippet } from './verify-snippet.tsx'

function One({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <li>
      <div class="what">
        <div class="row">
          <a class="name" href={`/account/webhooks/${encodeURIComponent(endpoint.id)}`}>
            {endpoint.url}
          </a>
          <EndpointBadge endpoint={endpoint} />
        </div>
        {endpoint.description && <p>{endpoint.description}</p>}
        {endpoint.status !== 'enabled' && <p class="quiet">{whyOf(endpoint)}</p>}
        {endpoint.failing_since && <p class="quiet">{text.failingSince(formatDateTime(endpoint.failing_since))}</p>}
        <p class="quiet facts">
          <span>
            {text.hears}: <EventTypes types={endpoint.event_types} />
          </span>
          <span>
            {text.onlyWhere}: {filtersOf(endpoint.filters)}
          </span>
        </p>
      </div>
    </li>
  )
}

/** Said by the server: which plans have what this one has not. */
function Without({ error }: { error: PlinthError }) {
  const plans = (error.problem.required_plans ?? []) as string[]
  return (
    <div class="notice">
      <p>
        <strong>{text.without(plans.map(humanize).join(', '))}</strong>
      </p>
      <p>{text.withoutLead}</p>
      <p>
        <a href="/plans">{text.comparePlans}</a>
      </p>
    </div>
  )
}

function NewEndpoint({ onMade, onCancel }: { onMade(made: NewWebhookEndpoint): void; onCancel(): void }) {
  const act = useAction()
  return (
    <section class="card making">
      <h2>{text.new}</h2>
      <EndpointForm
        act={act}
        send={text.create}
        onSend={async (wish) => onMade(await plinth.webhooks.endpoints.create(wish))}
        onCancel={onCancel}
      />
    </section>
  )
}

export function Endpoints() {
  const loaded = useAccountLoad('endpoints', (signal) => plinth.webhooks.endpoints.list({ signal }))
  usePolling(loaded.data?.some(({ status }) => status === 'pending') ?? false, loaded.reload)
  const [making, setMaking] = useState(false)
  const [fresh, setFresh] = useState<NewWebhookEndpoint>()
  if (loaded.error instanceof PlinthError && loaded.error.code === 'plan_required')
    return <Without error={loaded.error} />
  const made = (endpoint: NewWebhookEndpoint) => {
    setFresh(endpoint)
    setMaking(false)
    loaded.reload()
  }
  return (
    <>
      <PageIntro text={text.lead} {...(making ? {} : { act: text.new, onAct: () => setMaking(true) })} />
      {fresh && (
        <NewSecret
          title={text.freshTitle}
          label={text.secret}
          value={fresh.secret}
          onStored={() => setFresh(undefined)}
        >
          <VerifySnippet />
        </NewSecret>
      )}
      {making && <NewEndpoint onMade={made} onCancel={() => setMaking(false)} />}
      <WhenLoaded result={loaded}>
        {(endpoints) =>
          endpoints.length === 0 ? (
            <Empty>{text.empty}</Empty>
          ) : (
            <ul class="records">
              {endpoints.map((endpoint) => (
                <One key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </>
  )
}
