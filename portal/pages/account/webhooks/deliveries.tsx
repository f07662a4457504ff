// What was sent to an endpoint, newest first, by state; and a replay of what came after a number.

import { useState } from 'preact/hooks'
import type { Page, WebhookDelivery } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { useHash } from '../../../api/use-hash.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { Field, Form, Select } from '../../../parts/form.tsx'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../parts/format.ts'
import { PagedRows } from '../../../parts/paged-rows.tsx'
import { useAction, useSessionExpiry } from '../parts/use-account.ts'
import { DeliveryBadge } from './endpoint-status.tsx'
import { text } from './text.ts'
import { usePolling } from './use-polling.ts'

const words = text.deliveries
const PAGE = 50
const STATES = ['pending', 'leased', 'delivered', 'dead'] as const

function Log({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  const hrefOf = ({ id }: WebhookDelivery) => `/account/deliveries/${encodeURIComponent(id)}`
  return (
    <DataTable
      label={words.title}
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={[
        { key: 'type', title: words.type, cell: (one) => <a href={hrefOf(one)}>{one.event_type}</a> },
        { key: 'state', title: words.state, cell: (one) => <DeliveryBadge delivery={one} /> },
        { key: 'result', title: words.result, cell: (one) => one.last_result ?? NO_VALUE },
        { key: 'attempts', title: words.attempts, number: true, cell: (one) => formatNumber(one.attempts_count) },
        { key: 'sequence', title: words.sequence, number: true, cell: (one) => formatNumber(one.sequence) },
        { key: 'event', title: words.event, cell: (one) => <code>{one.event_id}</code> },
        {
          key: 'next',
          title: words.next,
          cell: (one) => <span class="nowrap">{formatDateTime(one.next_attempt_at)}</span>,
        },
        {
          key: 'made',
          title: words.created,
          cell: (one) => <span class="nowrap">{formatDateTime(one.created_at)}</span>,
        },
      ]}
    />
  )
}

function Replay({ endpointId, last, onDone }: { endpointId: string; last: number | null; onDone(): void }) {
  const [since, setSince] = useState('')
  const [done, setDone] = useState<string>()
  const act = useAction()
  const send = async () => {
    await plinth.webhooks.endpoints.replay(endpointId, { since_sequence: Number(since) })
    setDone(formatNumber(Number(since)))
    onDone()
  }
  return (
    <details class="after">
      <summary>{text.replay}</summary>
      <p class="quiet">{text.replayLead}</p>
      <div aria-live="polite">{done && <p class="notice good">{text.replayed(done)}</p>}</div>
      <Form act={act} send={text.replaySend} onSend={send}>
        <Field
          label={text.replaySince}
          hint={last === null ? text.replayHintNone : text.replayHint(String(last))}
          type="number"
          min="0"
          required
          value={since}
          onChange={setSince}
        />
      </Form>
    </details>
  )
}

interface DeliveriesProps {
  readonly endpointId: string
  /** Goes up when something was done that may have made deliveries. */
  readonly round: number
  readonly onReplay: () => void
}

export function Deliveries({ endpointId, round, onReplay }: DeliveriesProps) {
  const [hash, changeHash] = useHash()
  const wanted = STATES.find((each) => each === hash.get('state'))
  const query = { endpoint_id: endpointId, limit: String(PAGE), status: wanted }
  const log = useCursorPages<WebhookDelivery, Page<WebhookDelivery>>('/api/v1/webhooks/deliveries', query, round)
  useSessionExpiry(log.error)
  const soon = Date.now() + 10_000
  // Looking again shows the first page: not while somebody reads the others.
  const isMoving =
    log.rows.length <= PAGE &&
    log.rows.some(
      ({ status, next_attempt_at: next }) => status === 'leased' || (next !== null && Date.parse(next) < soon),
    )
  usePolling(isMoving, log.reload)
  const last = log.rows.find(({ sequence }) => sequence !== null)?.sequence ?? null
  const choices = [{ value: '', label: words.any }, ...STATES.map((value) => ({ value, label: words.states[value] }))]
  return (
    <section class="deliveries">
      <div class="head">
        <h2>{words.title}</h2>
        <div class="row">
          <Select
            label={words.filter}
            value={wanted ?? ''}
            choices={choices}
            onChange={(state) => changeHash({ state })}
          />
          <button type="button" class="second small" disabled={log.loading} onClick={log.reload}>
            {words.refresh}
          </button>
        </div>
      </div>
      <div aria-live="polite">
        <PagedRows pages={log} empty={wanted ? words.emptyFilter : words.empty}>
          <Log deliveries={log.rows} />
        </PagedRows>
      </div>
      <Replay endpointId={endpointId} last={last} onDone={onReplay} />
    </section>
  )
}
