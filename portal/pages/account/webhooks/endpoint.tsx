// One webhook endpoint: state, actions, settings and deliveries.

import { useState } from 'preact/hooks'
import type { NewWebhookEndpoint, WebhookEndpoint, WebhookTest } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber } from '../../../language/format.ts'
import { BackLink, isStale, Stale, WhenLoaded } from '../../../parts/notice.tsx'
import type { Detail } from '../../../parts/records.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { NewSecret } from '../parts/new-secret.tsx'
import { SettingsCard } from '../parts/settings-card.tsx'
import { text as shared } from '../parts/text.ts'
import { AttemptDetails } from './attempt.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { describeFilters, describeState, EndpointBadge, EventTypes } from './endpoint-status.tsx'
import { SendSample } from './sample/send-sample.tsx'
import { text } from './text.ts'
import { usePolling } from './use-polling.ts'
import { VerifySnippet } from './verify-snippet.tsx'

function Head({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <>
      <BackLink href="/account/webhooks" label={text.all} />
      <div class="row">
        <h2 class="anywhere">{endpoint.url}</h2>
        <EndpointBadge endpoint={endpoint} />
      </div>
      {endpoint.description && <p>{endpoint.description}</p>}
      <p class="quiet" aria-live="polite">
        {describeState(endpoint)}{' '}
        {endpoint.failing_since && fill(text.failingSince, { at: formatDateTime(endpoint.failing_since) })}{' '}
        {endpoint.replay_since !== null && fill(text.replaying, { sequence: formatNumber(endpoint.replay_since) })}
      </p>
    </>
  )
}

function EditForm({ endpoint, onDone }: { endpoint: WebhookEndpoint; onDone(): void }) {
  const action = useAction()
  if (isStale(action.error)) return <Stale lead={text.conflict} reload={text.loadNewer} onReload={onDone} />
  return (
    <EndpointForm
      endpoint={endpoint}
      action={action}
      submit={shared.save}
      onSubmit={async (input) => {
        // Sending the URL makes the endpoint pending again, so send it only if it changed.
        const { url, ...rest } = input
        const change = url === endpoint.url ? rest : input
        await plinth.webhooks.endpoints.update(endpoint.id, change, { version: endpoint.version })
        onDone()
      }}
      onCancel={onDone}
    />
  )
}

const rowsOf = (endpoint: WebhookEndpoint): readonly Detail[] => [
  [text.events, <EventTypes types={endpoint.event_types} />],
  [text.filters, describeFilters(endpoint.filters)],
  [shared.created, formatDateTime(endpoint.created_at)],
  [text.changed, `${formatDateTime(endpoint.updated_at)} · ${text.version} ${endpoint.version}`],
]

function TestResult({ test: { attempt } }: { test: WebhookTest }) {
  const ms = formatNumber(attempt.duration_ms)
  const errors: Readonly<Record<string, string>> = text.delivery.errors
  const isSuccess = attempt.response !== null && attempt.response.status < 300
  const result = attempt.response
    ? String(attempt.response.status)
    : (errors[attempt.error!.code] ?? attempt.error!.code)
  return (
    <section class="card" aria-label={text.tested} role="status">
      <p class={isSuccess ? 'notice good' : 'notice bad'}>
        {isSuccess
          ? fill(text.testPassed, { status: attempt.response!.status, ms })
          : fill(text.testFailed, { result, ms })}
      </p>
      <AttemptDetails attempt={attempt} />
    </section>
  )
}

export function Endpoint({ id, session }: AccountPageProps) {
  const loaded = useLoad(`endpoint ${id}`, (signal) => plinth.webhooks.endpoints.get(id, { signal }))
  const [version, setVersion] = useState(0)
  const [test, setTest] = useState<WebhookTest>()
  const [rotated, setRotated] = useState<NewWebhookEndpoint>()
  const reload = () => {
    loaded.reload()
    setVersion(version + 1)
  }
  const endpoint = loaded.known
  usePolling(endpoint?.status === 'pending' || (endpoint?.replay_since ?? null) !== null, reload)
  return (
    <WhenLoaded result={loaded} lines={8} keep>
      {(endpoint) => (
        <>
          <Head endpoint={endpoint} />
          <IfMay scope="webhooks:manage">
            <EndpointActions endpoint={endpoint} onChanged={reload} onTested={setTest} onRotated={setRotated} />
          </IfMay>
          {rotated && (
            <NewSecret
              title={text.rotatedTitle}
              label={text.secret}
              value={rotated.secret}
              onStored={() => setRotated(undefined)}
            />
          )}
          {test && <TestResult test={test} />}
          {session.account.plan === 'sandbox' && (
            <IfMay scope="webhooks:manage">
              <SendSample endpointId={endpoint.id} onSent={reload} />
            </IfMay>
          )}
          <SettingsCard
            title={text.settings}
            edit={shared.edit}
            scope="webhooks:manage"
            record={endpoint}
            rows={rowsOf(endpoint)}
            form={(edited, onDone) => <EditForm endpoint={edited} onDone={onDone} />}
            onChanged={reload}
          />
          <Deliveries endpointId={endpoint.id} version={version} onReplay={reload} />
          <h2>{text.verify}</h2>
          <VerifySnippet />
        </>
      )}
    </WhenLoaded>
  )
}
