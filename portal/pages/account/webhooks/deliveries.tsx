// Deliveries to an endpoint, newest first, filtered by state; and the replay form.
import { useState } from 'preact/hooks'
import type { Page, WebhookDelivery } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { useHash } from '../../../api/use-hash.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import type { FormValues } from '../../../parts/form.tsx'
import { Field, Form, Select } from '../../../parts/form.tsx'
import { Announce } from '../../../parts/notice.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import { usePageSize } from '../../../tables/use-stored.ts'
import { text as shared } from '../parts/text.ts'
import { DeliveryBadge } from './endpoint-status.tsx'
import { text } from './text.ts'
import { usePolling } from './use-polling.ts'

const log = text.deliveries
const STATES = ['pending', 'leased', 'delivered', 'dead'] as const

const moment = (at: string | null) => <span class="nowrap">{formatDateTime(at)}</span>
const hrefOf = ({ id }: WebhookDelivery) => `/account/deliveries/${encodeURIComponent(id)}`

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  { key: 'event_type', title: log.type, cell: (delivery) => <a href={hrefOf(delivery)}>{delivery.event_type}</a> },
  { key: 'status', title: log.state, cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
  { key: 'last_result', title: log.result, cell: (delivery) => delivery.last_result ?? NO_VALUE },
  {
    key: 'attempts_count',
    title: log.attempts,
    number: true,
    cell: (delivery) => formatNumber(delivery.attempts_count),
  },
  { key: 'event_count', title: log.count, number: true, cell: (delivery) => formatNumber(delivery.event_count) },
  { key: 'sequence', title: log.sequence, number: true, cell: (delivery) => formatNumber(delivery.sequence) },
  { key: 'event_id', title: log.event, cell: (delivery) => <code>{delivery.event_id}</code> },
  { key: 'next_attempt_at', title: log.next, cell: (delivery) => moment(delivery.next_attempt_at) },
  { key: 'created_at', title: shared.created, cell: (delivery) => moment(delivery.created_at) },
]

function Replay({ endpointId, last, onDone }: { endpointId: string; last: number | null; onDone(): void }) {
  const [done, setDone] = useState<string>()
  const replay = async ({ since }: FormValues) => {
    await plinth.webhooks.endpoints.replay(endpointId, { since_sequence: Number(since) })
    setDone(formatNumber(Number(since)))
    onDone()
  }
  return (
    <details class="after">
      <summary>{text.replay.title}</summary>
      <p class="quiet">{text.replay.lead}</p>
      <Announce>{done && fill(text.replay.done, { sequence: done })}</Announce>
      <Form submit={text.replay.submit} onSubmit={replay}>
        <Field
          name="since"
          label={text.replay.since}
          hint={last === null ? text.replay.hintEmpty : fill(text.replay.hint, { last: String(last) })}
          type="number"
          min="0"
          required
        />
      </Form>
    </details>
  )
}

interface DeliveriesProps {
  readonly endpointId: string
  /** Changes when an action may have created deliveries. */
  readonly version: number
  readonly onReplay: () => void
}

export function Deliveries({ endpointId, version, onReplay }: DeliveriesProps) {
  const [hash, changeHash] = useHash()
  const state = STATES.find((each) => each === hash.get('state'))
  const pageSize = usePageSize('deliveries', 50)
  const query = { endpoint_id: endpointId, limit: String(pageSize.size), status: state }
  const page = useCursorPages<WebhookDelivery, Page<WebhookDelivery>>('/api/v1/webhooks/deliveries', query, version)
  const soon = Date.now() + 10_000
  // A reload shows only the first page, so stop once the user has loaded more.
  const isChanging =
    page.rows.length <= pageSize.size &&
    page.rows.some(
      ({ status, next_attempt_at: next }) => status === 'leased' || (next !== null && Date.parse(next) < soon),
    )
  usePolling(isChanging, page.reload)
  const last = page.rows.find(({ sequence }) => sequence !== null)?.sequence ?? null
  const choices = [{ value: '', label: log.all }, ...STATES.map((value) => ({ value, label: log.states[value] }))]
  return (
    <section class="deliveries">
      <div class="row between head">
        <h2>{log.title}</h2>
        <div class="row">
          <Select
            label={log.filter}
            value={state ?? ''}
            choices={choices}
            onChange={(value) => changeHash({ state: value })}
          />
          <Button look="second small" label={shared.refresh} disabled={page.loading} onClick={page.reload} />
        </div>
      </div>
      <PagedTable
        name="deliveries"
        pageSize={pageSize}
        label={log.title}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        pages={page}
        empty={state ? log.noMatch : log.empty}
      />
      <IfMay scope="webhooks:manage">
        <Replay endpointId={endpointId} last={last} onDone={onReplay} />
      </IfMay>
    </section>
  )
}
