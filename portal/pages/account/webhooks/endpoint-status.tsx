// An endpoint and a delivery in a word or two: their state, and what an endpoint listens to.
import type { WebhookDelivery, WebhookEndpoint } from '../../../../src/contract/api-types.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { text } from './text.ts'

const TONES: Readonly<Record<WebhookEndpoint['status'], Tone>> = { pending: 'warn', enabled: 'good', disabled: 'bad' }

export function EndpointBadge({ endpoint: { status } }: { endpoint: WebhookEndpoint }) {
  return <Badge tone={TONES[status]}>{text.states[status]}</Badge>
}

export function whyOf({ status, disabled_reason: reason }: WebhookEndpoint): string {
  return text.why[status === 'disabled' ? (reason ?? 'paused') : status]
}

export function EventTypes({ types }: { types: readonly string[] }) {
  if (types.includes('*')) return <span>{text.everything}</span>
  return (
    <span class="scopes">
      {types.map((type) => (
        <code key={type}>{type}</code>
      ))}
    </span>
  )
}

export function filtersOf({ province, city, project_ids: projects }: WebhookEndpoint['filters']): string {
  const parts = [province.join(', '), city.join(', '), projects.length > 0 && `${text.projects} ${projects.join(', ')}`]
  return parts.filter(Boolean).join(' · ') || text.anywhere
}

export type DeliveryState = keyof typeof text.deliveries.states

/** A delivery that waits for nothing but its endpoint is held. */
export function deliveryState({ status, next_attempt_at: next }: WebhookDelivery): DeliveryState {
  return status === 'pending' && next === null ? 'held' : status
}

const DELIVERY_TONES: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'info',
  held: 'warn',
  leased: 'info',
  delivered: 'good',
  dead: 'bad',
}

export function DeliveryBadge({ delivery }: { delivery: WebhookDelivery }) {
  const state = deliveryState(delivery)
  return <Badge tone={DELIVERY_TONES[state]}>{text.deliveries.states[state]}</Badge>
}
