// What was sent to an endpoint, newest first, by state; and a replay of what came after a number.

import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { WebhookDelivery } from '../../../src/contract/types.ts'
import { useFragment } from '../../api/fragment.ts'
import { plinth } from '../../api/plinth.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Empty, Problem, Shown } from '../../parts/notice.tsx'
import { NOTHING, sayMoment, sayNumber } from '../../text/format.ts'
import { text as frame } from '../../text/frame.ts'
import { text } from '../../text/webhooks.ts'
import { useAct, usePages } from './calls.ts'
import { DeliveryBadge } from './endpoint-words.tsx'
import { Field, Form, Select } from './form.tsx'
import { useSettling } from './settling.ts'

const words = text.deliveries
const STATES = ['pending', 'leased', 'delivered', 'dead'] as const

function Log({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  const { route } = useLocation()
  const hrefOf = ({ id }: WebhookDelivery) => `/account/deliveries/${encodeURIComponent(id)}`
  return (
    <DataTable
      label={words.title}
      rows={deliveries}
      rowKey={({ id }) => id}
      onOpen={(delivery) => route(hrefOf(delivery))}
      columns={[
        { key: 'type', title: words.type, cell: (one) => <a href={hrefOf(one)}>{one.event_type}</a> },
        { key: 'state', title: words.state, cell: (one) => <DeliveryBadge delivery={one} /> },
        { key: 'result', title: words.result, cell: (one) => one.last_result ?? NOTHING },
        { key: 'attempts', title: words.attempts, number: true, cell: (one) => sayNumber(one.attempts_count) },
        { key: 'sequence', title: words.sequence, number: true, cell: (one) => sayNumber(one.sequence) },
        { key: 'event', title: words.event, cell: (one) => <code>{one.event_id}</code> },
        { key: 'next', title: words.next, cell: (one) => <span class="nowrap">{sayMoment(one.next_attempt_at)}</span> },
        { key: 'made', title: words.created, cell: (one) => <span class="nowrap">{sayMoment(one.created_at)}</span> },
      ]}
    />
  )
}

function Replay({ endpointId, last, onDone }: { endpointId: string; last: number | null; onDone(): void }) {
  const [since, setSince] = useState('')
  const [done, setDone] = useState<string>()
  const act = useAct()
  const send = async () => {
    await plinth.webhooks.endpoints.replay(endpointId, { since_sequence: Number(since) })
    setDone(sayNumber(Number(since)))
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
  const [state, setState] = useFragment('state')
  const wanted = STATES.find((each) => each === state)
  const pages = usePages(`deliveries ${endpointId} ${wanted}`, (cursor, signal) =>
    plinth.webhooks.deliveries.list(
      { endpoint_id: endpointId, limit: 50, ...(wanted && { status: wanted }), ...(cursor && { cursor }) },
      { ...(signal && { signal }) },
    ),
  )
  useEffect(() => {
    if (round > 0) pages.reload()
  }, [round])
  const soon = Date.now() + 10_000
  const isMoving = pages.data?.some(
    ({ status, next_attempt_at: next }) => status === 'leased' || (next !== null && Date.parse(next) < soon),
  )
  useSettling(isMoving ?? false, pages.reload)
  const last = pages.data?.find(({ sequence }) => sequence !== null)?.sequence ?? null
  const choices = [{ value: '', label: words.any }, ...STATES.map((value) => ({ value, label: words.states[value] }))]
  return (
    <section>
      <div class="head">
        <h2>{words.title}</h2>
        <div class="row">
          <Select label={words.filter} value={wanted ?? ''} choices={choices} onChange={setState} />
          <button type="button" class="second small" disabled={pages.loading} onClick={pages.reload}>
            {words.refresh}
          </button>
        </div>
      </div>
      <div aria-live="polite">
        <Shown of={pages}>
          {(deliveries) =>
            deliveries.length === 0 ? (
              <Empty>{wanted ? words.emptyFilter : words.empty}</Empty>
            ) : (
              <Log deliveries={deliveries} />
            )
          }
        </Shown>
      </div>
      {pages.act.error && <Problem error={pages.act.error} />}
      {pages.more && (
        <p class="after">
          <button type="button" class="second" disabled={pages.act.busy} onClick={pages.more}>
            {frame.more}
          </button>
        </p>
      )}
      <Replay endpointId={endpointId} last={last} onDone={onReplay} />
    </section>
  )
}
