// The event for a changed link: what it was, what it is, and why. Pure.
import type { EventDraft, FieldChange } from '../events/event-types.ts'
import type { ListingLink } from './listing-types.ts'

/** What changed the link: the data, a curator, a merge of projects, the model, or the customer. */
export const CHANGE_REASONS = ['data', 'verification', 'merge', 'model', 'listing'] as const
export type ChangeReason = (typeof CHANGE_REASONS)[number]

/** A link as events show it. It has no address: events go to logs and other systems. */
export interface LinkState {
  readonly project_id: number | null
  readonly building_id: number | null
  readonly unit: string | null
  readonly match_confidence: number | null
  readonly outcome: string
  readonly recommended_action: string
}

/** Smaller moves of the confidence are not announced. */
const QUIET_CONFIDENCE = 0.05

export function linkState({ candidates: [first], outcome, action }: ListingLink): LinkState {
  return {
    project_id: first?.project_id ?? null,
    building_id: first?.building_id ?? null,
    unit: first?.unit ?? null,
    match_confidence: first?.confidence ?? null,
    outcome,
    recommended_action: action,
  }
}

export function isQuiet(before: LinkState, after: LinkState): boolean {
  return (
    before.project_id === after.project_id &&
    before.building_id === after.building_id &&
    before.recommended_action === after.recommended_action &&
    Math.abs((before.match_confidence ?? 0) - (after.match_confidence ?? 0)) < QUIET_CONFIDENCE
  )
}

/** Undefined if the change is too small to announce. */
export function linkChangedEvent(
  accountId: string,
  key: string,
  [before, after]: readonly [LinkState, LinkState],
  why: ChangeReason,
): EventDraft | undefined {
  if (isQuiet(before, after)) return undefined
  const fields = (Object.keys(after) as (keyof LinkState)[]).filter((field) => before[field] !== after[field])
  return {
    type: 'listing.link_changed',
    resource_type: 'listing',
    resource_id: key,
    // Endpoints filter by project; the listing may leave one and enter another.
    project_id: null,
    account_id: accountId,
    changed_fields: fields,
    body: {
      changes: fields.map((field): FieldChange => ({ field, from: before[field], to: after[field] })),
      details: { key, why, before, after },
    },
  }
}
