// One webhook endpoint: state, actions, settings and deliveries.

import { PlinthError } from '@plinth/client'
import { useRef, useState } from 'preact/hooks'
import type { NewWebhookEndpoint, WebhookEndpoint, WebhookTest } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../parts/choose-language.ts'
import { formatDateTime, formatNumber } from '../../../parts/format.ts'
import { Loading, Problem } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { NewSecret } from '../parts/new-secret.tsx'
import { text as shared } from '../parts/text.ts'
import { useAccountAction, useAccountLoad } from '../parts/use-account.ts'
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
      <p class="row">
        <a href="/account/webhooks">← {text.all}</a>
      </p>
      <div class="row">
        <h2 class="url">{endpoint.url}</h2>
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
  const action = useAccountAction()
  const isStale = action.error instanceof PlinthError && action.error.code === 'precondition_failed'
  if (isStale)
    return (
      <div class="notice warn" role="alert">
        <p>{text.conflict}</p>
        <button type="button" class="second small" onClick={onDone}>
          {text.loadNewer}
        </button>
      </div>
    )
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

function Settings({ endpoint, onChanged }: { endpoint: WebhookEndpoint; onChanged(): void }) {
  // The version the user started from: the form shows it, and saving fails if it has changed since.
  const [edited, setEdited] = useState<WebhookEndpoint>()
  const done = () => {
    setEdited(undefined)
    onChanged()
  }
  return (
    <section class="card">
      <div class="head">
        <h2>{text.settings}</h2>
        {!edited && (
          <IfMay scope="webhooks:manage">
            <button type="button" class="second small" onClick={() => setEdited(endpoint)}>
              {shared.edit}
            </button>
          </IfMay>
        )}
      </div>
      {edited ? (
        <EditForm endpoint={edited} onDone={done} />
      ) : (
        <dl>
          <dt>{text.events}</dt>
          <dd>
            <EventTypes types={endpoint.event_types} />
          </dd>
          <dt>{text.filters}</dt>
          <dd>{describeFilters(endpoint.filters)}</dd>
          <dt>{shared.created}</dt>
          <dd>{formatDateTime(endpoint.created_at)}</dd>
          <dt>{text.changed}</dt>
          <dd>
            {formatDateTime(endpoint.updated_at)} · {text.version} {endpoint.version}
          </dd>
        </dl>
      )}
    </section>
  )
}

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
  const loaded = useAccountLoad(`endpoint ${id}`, (signal) => plinth.webhooks.endpoints.get(id, { signal }))
  const [version, setVersion] = useState(0)
  const [test, setTest] = useState<WebhookTest>()
  const [rotated, setRotated] = useState<NewWebhookEndpoint>()
  const reload = () => {
    loaded.reload()
    setVersion(version + 1)
  }
  // Keep the page when a reload fails: the user may be editing.
  const known = useRef<WebhookEndpoint>(undefined)
  known.current = loaded.data ?? known.current
  const endpoint = known.current
  usePolling(endpoint?.status === 'pending' || (endpoint?.replay_since ?? null) !== null, reload)
  return (
    <>
      {loaded.error && <Problem error={loaded.error} retry={loaded.reload} />}
      {!endpoint && !loaded.error && <Loading lines={8} />}
      {endpoint && (
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
          <Settings endpoint={endpoint} onChanged={reload} />
          <Deliveries endpointId={endpoint.id} version={version} onReplay={reload} />
          <h2>{text.verify}</h2>
          <VerifySnippet />
        </>
      )}
    </>
  )
}
