// Patterns of event types, as in webhook subscriptions and the change log. Pure.
import type { EventType } from './event-types.ts'
import { EVENT_TYPES } from './event-types.ts'

/** Every event type except `ping`, which is sent to endpoints but records no change. */
export const CHANGE_TYPES = EVENT_TYPES.filter((type): type is Exclude<EventType, 'ping'> => type !== 'ping')
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** `*`, `<resource>.*` or a single event type. */
export const EVENT_PATTERNS = [
  '*',
  ...new Set(CHANGE_TYPES.map((type) => `${type.split('.')[0]}.*`)),
  ...CHANGE_TYPES,
] as const

export function matchesType(pattern: string, type: string): boolean {
  return pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
}
