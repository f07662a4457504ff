// One delivery: its event, every attempt, and sending it again.
import { useState } from 'preact/hooks'
import type { WebhookDeliveryDetail } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { CodeBlock } from '../../../parts/copy.tsx'
import { formatDateTime, formatNumber } from '../../../parts/format.ts'
import { Empty, Problem, WhenLoaded } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { text as shared } from '../parts/text.ts'
import { useAccountAction, useAccountLoad } from '../parts/use-account.ts'
import { AttemptCard } from './attempt.tsx'
import { DeliveryBadge, deliveryState } from './endpoint-status.tsx'
import { text as all } from './text.ts'
import { usePolling } from './use-polling.ts'

const text = all.delivery
const log = all.deliveries

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
      <dt>{log.count}</dt>
      <dd>{formatNumber(delivery.event_count)}</dd>
      <dt>{log.sequence}</dt>
      <dd>{formatNumber(delivery.sequence)}</dd>
      <dt>{text.previous}</dt>
      <dd>{formatNumber(delivery.previous_sequence)}</dd>
      <dt>{log.attempts}</dt>
      <dd>{formatNumber(delivery.attempts_count)}</dd>
      <dt>{log.next}</dt>
      <dd>{formatDateTime(delivery.next_attempt_at)}</dd>
      <dt>{shared.created}</dt>
      <dd>{formatDateTime(delivery.created_at)}</dd>
      <dt>{text.finished}</dt>
      <dd>{formatDateTime(delivery.finished_at)}</dd>
    </dl>
  )
}

function Resend({ delivery, onSent }: { delivery: WebhookDeliveryDetail; onSent(): void }) {
  const action = useAccountAction()
  const [done, setDone] = useState(false)
  const resend = async () => {
    await plinth.webhooks.deliveries.redeliver(delivery.id)
    setDone(true)
    onSent()
  }
  return (
    <>
      <div class="row actions">
        <IfMay scope="webhooks:manage">
          <button type="button" disabled={action.busy} onClick={() => void action.run(resend)}>
            {text.resend}
          </button>
        </IfMay>
        <button type="button" class="second" onClick={onSent}>
          {shared.refresh}
        </button>
      </div>
      {action.error && <Problem error={action.error} />}
      <div aria-live="polite">{done && <p class="notice good">{text.resent}</p>}</div>
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
            <a href={`/account/webhooks/${encodeURIComponent(delivery.endpoint_id)}`}>← {text.toEndpoint}</a>
          </p>
          <div class="row">
            <h2 class="url">{delivery.event_type}</h2>
            <DeliveryBadge delivery={delivery} />
          </div>
          <p class="quiet">{log.explanations[deliveryState(delivery)]}</p>
          <Facts delivery={delivery} />
          <Resend delivery={delivery} onSent={loaded.reload} />
          <h2>{text.attempts}</h2>
          {delivery.attempts.length === 0 ? (
            <Empty>{text.noAttempts}</Empty>
          ) : (
            <ul class="records">
              {delivery.attempts.toReversed().map((attempt) => (
                <AttemptCard key={attempt.number} attempt={attempt} />
              ))}
            </ul>
          )}
          <h2>{text.body}</h2>
          <p class="quiet">{text.bodyLead}</p>
          <CodeBlock>{pretty(delivery.body)}</CodeBlock>
        </>
      )}
    </WhenLoaded>
  )
}
