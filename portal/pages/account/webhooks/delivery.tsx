// One delivery: the event on its way to an endpoint, every attempt at it, and sending it again.
import { useState } from 'preact/hooks'
import type { WebhookDeliveryDetail } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { CodeBlock } from '../../../parts/copy.tsx'
import { formatDateTime, formatNumber } from '../../../parts/format.ts'
import { Empty, Problem, WhenLoaded } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { useAccountLoad, useAction } from '../parts/use-account.ts'
import { AttemptCard } from './attempt.tsx'
import { DeliveryBadge, deliveryState } from './endpoint-status.tsx'
import { text } from './text.ts'
import { usePolling } from './use-polling.ts'

const words = text.delivery
const log = text.deliveries

/** As people read it; the bytes themselves have no line breaks. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  return (
    <dl>
      <dt>{log.event}</dt>
      <dd>
        <code>{delivery.event_id}</code>
      </dd>
      <dt>{log.sequence}</dt>
      <dd>{formatNumber(delivery.sequence)}</dd>
      <dt>{words.previous}</dt>
      <dd>{formatNumber(delivery.previous_sequence)}</dd>
      <dt>{log.attempts}</dt>
      <dd>{formatNumber(delivery.attempts_count)}</dd>
      <dt>{log.next}</dt>
      <dd>{formatDateTime(delivery.next_attempt_at)}</dd>
      <dt>{log.created}</dt>
      <dd>{formatDateTime(delivery.created_at)}</dd>
      <dt>{words.finished}</dt>
      <dd>{formatDateTime(delivery.finished_at)}</dd>
    </dl>
  )
}

function Again({ delivery, onSent }: { delivery: WebhookDeliveryDetail; onSent(): void }) {
  const act = useAction()
  const [done, setDone] = useState(false)
  const send = async () => {
    await plinth.webhooks.deliveries.redeliver(delivery.id)
    setDone(true)
    onSent()
  }
  return (
    <>
      <div class="row acts">
        <button type="button" disabled={act.busy} onClick={() => void act.run(send)}>
          {words.again}
        </button>
        <button type="button" class="second" onClick={onSent}>
          {words.refresh}
        </button>
      </div>
      {act.error && <Problem error={act.error} />}
      <div aria-live="polite">{done && <p class="notice good">{words.againDone}</p>}</div>
    </>
  )
}

export function Delivery({ id }: AccountPageProps) {
  const loaded = useAccountLoad(`delivery ${id}`, (signal) => plinth.webhooks.deliveries.get(id, { signal }))
  const state = loaded.data && deliveryState(loaded.data)
  usePolling(state === 'pending' || state === 'leased', loaded.reload)
  return (
    <WhenLoaded result={loaded} lines={8}>
      {(delivery) => (
        <>
          <p>
            <a href={`/account/webhooks/${encodeURIComponent(delivery.endpoint_id)}`}>← {words.toEndpoint}</a>
          </p>
          <div class="row">
            <h2 class="url">{delivery.event_type}</h2>
            <DeliveryBadge delivery={delivery} />
          </div>
          <p class="quiet">{log.about[deliveryState(delivery)]}</p>
          <Facts delivery={delivery} />
          <Again delivery={delivery} onSent={loaded.reload} />
          <h2>{words.attempts}</h2>
          {delivery.attempts.length === 0 ? (
            <Empty>{words.none}</Empty>
          ) : (
            <ul class="records">
              {delivery.attempts.toReversed().map((attempt) => (
                <AttemptCard key={attempt.number} attempt={attempt} />
              ))}
            </ul>
          )}
          <h2>{words.body}</h2>
          <p class="quiet">{words.bodyLead}</p>
          <CodeBlock>{pretty(delivery.body)}</CodeBlock>
        </>
      )}
    </WhenLoaded>
  )
}
