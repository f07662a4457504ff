// One delivery: its event, every attempt, and sending it again.
import { useState } from 'preact/hooks'
import type { WebhookDeliveryDetail } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLoad } from '../../../api/use-load.ts'
import { formatDateTime, formatNumber } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { CodeBlock } from '../../../parts/copy.tsx'
import { Announce, BackLink, Problem, WhenLoaded } from '../../../parts/notice.tsx'
import { Details, Records } from '../../../parts/records.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { text as shared } from '../parts/text.ts'
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

function DeliveryDetails({ delivery }: { delivery: WebhookDeliveryDetail }) {
  return (
    <Details
      rows={[
        [log.event, <code>{delivery.event_id}</code>],
        [log.count, formatNumber(delivery.event_count)],
        [log.sequence, formatNumber(delivery.sequence)],
        [text.previous, formatNumber(delivery.previous_sequence)],
        [log.attempts, formatNumber(delivery.attempts_count)],
        [log.next, formatDateTime(delivery.next_attempt_at)],
        [shared.created, formatDateTime(delivery.created_at)],
        [text.finished, formatDateTime(delivery.finished_at)],
      ]}
    />
  )
}

function Resend({ delivery, onSent }: { delivery: WebhookDeliveryDetail; onSent(): void }) {
  const action = useAction()
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
          <Button label={text.resend} disabled={action.busy} onClick={() => action.run(resend)} />
        </IfMay>
        <Button look="second" label={shared.refresh} onClick={onSent} />
      </div>
      {action.error && <Problem error={action.error} />}
      <Announce>{done && text.resent}</Announce>
    </>
  )
}

export function Delivery({ id }: AccountPageProps) {
  const loaded = useLoad(`delivery ${id}`, (signal) => plinth.webhooks.deliveries.get(id, { signal }))
  const state = loaded.data && deliveryState(loaded.data)
  usePolling(state === 'pending' || state === 'leased', loaded.reload)
  return (
    <WhenLoaded result={loaded} lines={8}>
      {(delivery) => (
        <>
          <BackLink href={`/account/webhooks/${encodeURIComponent(delivery.endpoint_id)}`} label={text.toEndpoint} />
          <div class="row">
            <h2 class="anywhere">{delivery.event_type}</h2>
            <DeliveryBadge delivery={delivery} />
          </div>
          <p class="quiet">{log.explanations[deliveryState(delivery)]}</p>
          <DeliveryDetails delivery={delivery} />
          <Resend delivery={delivery} onSent={loaded.reload} />
          <h2>{text.attempts}</h2>
          <Records items={delivery.attempts.toReversed()} empty={text.noAttempts}>
            {(attempt) => <AttemptCard key={attempt.number} attempt={attempt} />}
          </Records>
          <h2>{text.body}</h2>
          <p class="quiet">{text.bodyLead}</p>
          <CodeBlock>{pretty(delivery.body)}</CodeBlock>
        </>
      )}
    </WhenLoaded>
  )
}
