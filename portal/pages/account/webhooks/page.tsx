// Webhook endpoints: list and create.
import type { NewWebhookEndpoint, WebhookEndpoint } from '../../../../src/http/api-types.ts'
import { requiredPlans } from '../../../api/plans.ts'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill, labelled } from '../../../language/choose-language.ts'
import { formatDateTime } from '../../../language/format.ts'
import { Card, WhenLoaded } from '../../../parts/notice.tsx'
import { Facts, Labelled, RecordRow, Records } from '../../../parts/records.tsx'
import { PageIntro, useCreation } from '../parts/creation.tsx'
import { NewSecret } from '../parts/new-secret.tsx'
import { PlanRequired } from '../parts/plan-required.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { describeFilters, describeState, EndpointBadge, EventTypes } from './endpoint-status.tsx'
import { text } from './text.ts'
import { usePolling } from './use-polling.ts'
import { VerifySnippet } from './verify-snippet.tsx'
import './page.css'

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, description, status, failing_since: failing } = endpoint
  return (
    <RecordRow
      title={<a href={`/account/webhooks/${encodeURIComponent(id)}`}>{url}</a>}
      marks={<EndpointBadge endpoint={endpoint} />}
    >
      {description && <p>{description}</p>}
      {status !== 'enabled' && <p class="quiet">{describeState(endpoint)}</p>}
      {failing && <p class="quiet">{fill(text.failingSince, { at: formatDateTime(failing) })}</p>}
      <Facts
        items={[
          <Labelled key="events" label={text.events}>
            <EventTypes types={endpoint.event_types} />
          </Labelled>,
          labelled(text.filters, describeFilters(endpoint.filters)),
        ]}
      />
    </RecordRow>
  )
}

interface NewEndpointProps {
  readonly onCreated: (endpoint: NewWebhookEndpoint) => void
  readonly onCancel: () => void
}

function NewEndpoint({ onCreated, onCancel }: NewEndpointProps) {
  const action = useAction()
  return (
    <Card title={text.new} look="below">
      <EndpointForm
        action={action}
        submit={text.create}
        onSubmit={async (input) => onCreated(await plinth.webhooks.endpoints.create(input))}
        onCancel={onCancel}
      />
    </Card>
  )
}

export function Endpoints() {
  const loaded = useLoad('endpoints', (signal) => plinth.webhooks.endpoints.list({ signal }).then(({ data }) => data))
  usePolling(loaded.data?.some(({ status }) => status === 'pending') ?? false, loaded.reload)
  const creation = useCreation<NewWebhookEndpoint>(loaded.reload)
  const plans = requiredPlans(loaded.error)
  if (plans) {
    const title = (names: string) => fill(text.planRequired, { plans: names })
    return <PlanRequired plans={plans} title={title} lead={text.planRequiredLead} />
  }
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
        {(endpoints) => (
          <Records items={endpoints} empty={text.empty}>
            {(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
          </Records>
        )}
      </WhenLoaded>
    </>
  )
}
