// Webhook endpoints: list and create.

import type { NewWebhookEndpoint, WebhookEndpoint } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { COLON, fill } from '../../../parts/choose-language.ts'
import { formatDateTime } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { NewSecret } from '../parts/new-secret.tsx'
import { PlanRequired, requiredPlans } from '../parts/plan-required.tsx'
import { CreateCard, PageIntro, useCreation } from '../parts/record-list.tsx'
import { useAccountAction, useAccountLoad } from '../parts/use-account.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { describeFilters, describeState, EndpointBadge, EventTypes } from './endpoint-status.tsx'
import { text } from './text.ts'
import { usePolling } from './use-polling.ts'
import { VerifySnippet } from './verify-snippet.tsx'
import './page.css'

function EndpointItem({ endpoint }: { endpoint: WebhookEndpoint }) {
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
        {endpoint.status !== 'enabled' && <p class="quiet">{describeState(endpoint)}</p>}
        {endpoint.failing_since && (
          <p class="quiet">{fill(text.failingSince, { at: formatDateTime(endpoint.failing_since) })}</p>
        )}
        <p class="quiet facts">
          <span>
            {text.events}
            {COLON}
            <EventTypes types={endpoint.event_types} />
          </span>
          <span>
            {text.filters}
            {COLON}
            {describeFilters(endpoint.filters)}
          </span>
        </p>
      </div>
    </li>
  )
}

interface NewEndpointProps {
  readonly onCreated: (endpoint: NewWebhookEndpoint) => void
  readonly onCancel: () => void
}

function NewEndpoint({ onCreated, onCancel }: NewEndpointProps) {
  const action = useAccountAction()
  return (
    <CreateCard title={text.new}>
      <EndpointForm
        action={action}
        submit={text.create}
        onSubmit={async (input) => onCreated(await plinth.webhooks.endpoints.create(input))}
        onCancel={onCancel}
      />
    </CreateCard>
  )
}

export function Endpoints() {
  const loaded = useAccountLoad('endpoints', (signal) =>
    plinth.webhooks.endpoints.list({ signal }).then(({ data }) => data),
  )
  usePolling(loaded.data?.some(({ status }) => status === 'pending') ?? false, loaded.reload)
  const creation = useCreation<NewWebhookEndpoint>(loaded.reload)
  const plans = requiredPlans(loaded.error)
  if (plans !== null) return <PlanRequired title={fill(text.planRequired, { plans })} lead={text.planRequiredLead} />
  return (
    <>
      <PageIntro lead={text.lead} create={text.new} scope="webhooks:manage" creation={creation} />
      {creation.created && (
        <NewSecret
          title={text.createdTitle}
          label={text.secret}
          value={creation.created.secret}
          onStored={creation.clear}
        >
          <VerifySnippet />
        </NewSecret>
      )}
      {creation.isOpen && <NewEndpoint onCreated={creation.done} onCancel={creation.cancel} />}
      <WhenLoaded result={loaded}>
        {(endpoints) =>
          endpoints.length === 0 ? (
            <Empty>{text.empty}</Empty>
          ) : (
            <ul class="records">
              {endpoints.map((endpoint) => (
                <EndpointItem key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </>
  )
}
