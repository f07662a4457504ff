// One webhook endpoint: its state and why, its settings, what can be done to it, and what was sent to it.
import { useRef, useState } from 'preact/hooks'
import { PlinthError } from '../../../../src/client/client.ts'
import type { NewWebhookEndpoint, WebhookEndpoint, WebhookTest } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { NewSecret } from '../../../parts/form.tsx'
import { formatDateTime, formatNumber } from '../../../parts/format.ts'
import { Loading, Problem } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { useAccountLoad, useAction } from '../parts/use-account.ts'
import { AttemptDetails } from './attempt.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointBadge, EventTypes, filtersOf, whyOf } from './endpoint-status.tsx'
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
        {whyOf(endpoint)} {endpoint.failing_since && text.failingSince(formatDateTime(endpoint.failing_since))}{' '}
        {endpoint.replay_since !== null && text.replaying(formatNumber(endpoint.replay_since))}
      </p>
    </>
  )
}

function Edit({ endpoint, onDone }: { endpoint: WebhookEndpoint; onDone(): void }) {
  const act = useAction()
  const isStale = act.error instanceof PlinthError && act.error.code === 'precondition_failed'
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
      act={act}
      send={text.save}
      onSend={async (wish) => {
        // Only a change of the URL makes it prove itself anew.
        const { url, ...rest } = wish
        const change = url === endpoint.url ? rest : wish
        await plinth.webhooks.endpoints.update(endpoint.id, change, { version: endpoint.version })
        onDone()
      }}
      onCancel={onDone}
    />
  )
}

function Settings({ endpoint, onChanged }: { endpoint: WebhookEndpoint; onChanged(): void }) {
  // What was there when the editing began is what the form shows and what its save is held against.
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
          <button type="button" class="second small" onClick={() => setEdited(endpoint)}>
            {text.edit}
          </button>
        )}
      </div>
      {edited ? (
        <Edit endpoint={edited} onDone={done} />
      ) : (
        <dl>
          <dt>{text.hears}</dt>
          <dd>
            <EventTypes types={endpoint.event_types} />
          </dd>
          <dt>{text.onlyWhere}</dt>
          <dd>{filtersOf(endpoint.filters)}</dd>
          <dt>{text.created}</dt>
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

function Tested({ test: { attempt } }: { test: WebhookTest }) {
  const ms = formatNumber(attempt.duration_ms)
  const errors: Readonly<Record<string, string>> = text.delivery.errors
  const isGood = attempt.response !== null && attempt.response.status < 300
  const what = attempt.response ? String(attempt.response.status) : (errors[attempt.error!.code] ?? attempt.error!.code)
  return (
    <section class="card" aria-label={text.tested} role="status">
      <p class={isGood ? 'notice good' : 'notice bad'}>
        {isGood ? text.testedGood(attempt.response!.status, ms) : text.testedBad(what, ms)}
      </p>
      <AttemptDetails attempt={attempt} />
    </section>
  )
}

export function Endpoint({ id }: AccountPageProps) {
  const loaded = useAccountLoad(`endpoint ${id}`, (signal) => plinth.webhooks.endpoints.get(id, { signal }))
  const [round, setRound] = useState(0)
  const [test, setTest] = useState<WebhookTest>()
  const [fresh, setFresh] = useState<NewWebhookEndpoint>()
  const reload = () => {
    loaded.reload()
    setRound(round + 1)
  }
  // Kept when looking again fails: somebody may be in the middle of a change.
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
          <EndpointActions endpoint={endpoint} onChanged={reload} onTested={setTest} onFresh={setFresh} />
          {fresh && (
            <NewSecret
              title={text.rotatedTitle}
              label={text.secret}
              value={fresh.secret}
              onStored={() => setFresh(undefined)}
            />
          )}
          {test && <Tested test={test} />}
          <Settings endpoint={endpoint} onChanged={reload} />
          <Deliveries endpointId={endpoint.id} round={round} onReplay={reload} />
          <h2>{text.verify}</h2>
          <VerifySnippet />
        </>
      )}
    </>
  )
}
