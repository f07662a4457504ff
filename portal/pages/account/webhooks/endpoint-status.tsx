// Short descriptions of endpoints and deliveries: state, event types and filters.
import type { WebhookDelivery, WebhookEndpoint } from '../../../../src/http/api-types.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { CodeList } from '../parts/scopes.tsx'
import { text } from './text.ts'

const TONES: Readonly<Record<WebhookEndpoint['status'], Tone>> = { pending: 'warn', enabled: 'good', disabled: 'bad' }

export function EndpointBadge({ endpoint: { status } }: { endpoint: WebhookEndpoint }) {
  return <Badge tone={TONES[status]}>{text.states[status]}</Badge>
}

export function describeState({ status, disabled_reason: reason }: WebhookEndpoint): string {
  return text.reasons[status === 'disabled' ? (reason ?? 'paused') : status]
}

export function EventTypes({ types }: { types: readonly string[] }) {
  if (types.includes('*')) return <span>{text.everything}</span>
  return <CodeList words={types} />
}

export function describeFilters({ province, city, project_ids: projects }: WebhookEndpoint['filters']): string {
  const parts = [province.join(', '), city.join(', '), projects.length > 0 && `${text.projects} ${projects.join(', ')}`]
  return parts.filter(Boolean).join(' · ') || text.noFilters
}

export type DeliveryState = keyof typeof text.deliveries.states

/** A pending delivery without a next attempt waits for its endpoint to be enabled. */
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
