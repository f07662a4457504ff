// The events of feeds and of listings that left them. They have no URL and no credential. Pure.
import type { EventDraft, FieldChange } from '../events/event-types.ts'
import type { FeedRow, HeldSweep, StoredProblem } from './feed-tables.ts'

type Problem = Omit<StoredProblem, 'since'>

const STATUS: Readonly<Record<'feed.failing' | 'feed.recovered', FieldChange>> = {
  'feed.failing': { field: 'status', from: 'active', to: 'failing' },
  'feed.recovered': { field: 'status', from: 'failing', to: 'active' },
}

/** `problem` is the one that the feed has, or had before it recovered. */
export function statusEvent(type: keyof typeof STATUS, feed: FeedRow, problem: Problem | null): EventDraft {
  return eventOf(type, feed, STATUS[type], problem && { code: problem.code, detail: problem.detail }, null)
}

export function heldEvent(feed: FeedRow, { stored, missing }: HeldSweep): EventDraft {
  const detail = `${missing} of ${stored} listings are no longer in the feed. Nothing was marked gone. Check the source, then approve.`
  const held = { stored, missing }
  return eventOf('feed.held', feed, { field: 'held_sweep', from: null, to: held }, { code: 'sweep_held', detail }, held)
}

function eventOf(
  type: EventDraft['type'],
  { id, name, kind, account_id }: FeedRow,
  change: FieldChange,
  problem: object | null,
  held: object | null,
): EventDraft {
  return {
    type,
    resource_type: 'feed',
    resource_id: id,
    project_id: null,
    account_id,
    changed_fields: [change.field],
    body: { changes: [change], details: { id, name, kind, problem, held } },
  }
}

export function goneEvent({ id, name, account_id }: FeedRow, key: string, at: string): EventDraft {
  return {
    type: 'listing.gone',
    resource_type: 'listing',
    resource_id: key,
    project_id: null,
    account_id,
    changed_fields: ['gone_at'],
    body: { changes: [{ field: 'gone_at', from: null, to: at }], details: { key, feed: { id, name }, gone_at: at } },
  }
}
