// The events of homes: a new listing of a home that had one, and a changed status. Pure.
import type { EventDraft } from '../../events/event-types.ts'
import { factsOf } from './listing-facts.ts'

/** A home after a change, as its events show it. They have neither the address nor the unit. */
export interface ChangedHome {
  readonly id: string
  readonly account_id: string
  readonly building_id: number
  readonly status: string | null
  readonly listings: number
}

export interface EventListing {
  readonly key: string
  readonly feed_id: string | null
  readonly attributes: Readonly<Record<string, unknown>> | null
}

const shown = ({ key, feed_id, attributes }: EventListing) => {
  const { mls_number, transaction } = factsOf(attributes)
  return { key, feed: feed_id, mls_number, transaction }
}

export function statusChangedEvent(home: ChangedHome, before: string): EventDraft {
  return eventOf('home.status_changed', home, ['status', before, home.status])
}

/**
 * `listings` are those of the home in the order in which they were stored. One that joined is a relisting if the home had
 * another, unless both have one MLS number: boards share listings.
 */
export function relistedEvents(
  home: ChangedHome,
  listings: readonly EventListing[],
  joined: ReadonlySet<string>,
): EventDraft[] {
  const known = listings.filter(({ key }) => !joined.has(key))
  const events: EventDraft[] = []
  for (const listing of listings) {
    if (!joined.has(listing.key)) continue
    const previous = known.at(-1)
    const { mls_number } = factsOf(listing.attributes)
    const isSame = mls_number !== null && known.some((one) => factsOf(one.attributes).mls_number === mls_number)
    if (previous && !isSame)
      events.push(eventOf('home.relisted', home, ['listing_key', previous.key, listing.key], listing, previous))
    known.push(listing)
  }
  return events
}

function eventOf(
  type: 'home.relisted' | 'home.status_changed',
  { id, account_id, building_id, status, listings }: ChangedHome,
  [field, from, to]: readonly [string, string | null, string | null],
  listing?: EventListing,
  previous?: EventListing,
): EventDraft {
  const details = {
    id,
    building_id,
    status,
    listings,
    listing: listing ? shown(listing) : null,
    previous: previous ? shown(previous) : null,
  }
  return {
    type,
    resource_type: 'home',
    resource_id: id,
    // Endpoints filter by project; a home is the account's own.
    project_id: null,
    account_id,
    changed_fields: [field],
    body: { changes: [{ field, from, to }], details },
  }
}
