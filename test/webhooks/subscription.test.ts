import { expect, it } from 'vitest'
import type { StoredEvent } from '../../src/events/event-types.ts'
import { matchesSubscription } from '../../src/webhooks/subscription.ts'
import { draft } from './drafts.ts'
import { ANYTHING } from './stage.ts'

it.each([
  ['the city', 'toronto', true],
  ['the part of the city', 'north york', true],
  ['not another part', 'Scarborough', false],
])('matches a city filter for %s', (_, city, matches) => {
  const body = { changes: [], province: 'ON', city: 'Toronto', places: ['North York', 'Willowdale'] }
  const event = draft('project.updated', 1001, { body }) as StoredEvent
  expect(matchesSubscription({ ...ANYTHING, filters: { ...ANYTHING.filters, city: [city] } }, event)).toBe(matches)
})
