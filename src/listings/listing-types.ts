// Types of listings: what a customer sends, what is stored, and the account's decision.
import type { Dataset } from '../events/event-types.ts'
import type { Fault } from '../kernel/fault.ts'
import type { Link, LinkResult } from '../links/links.ts'

/** The account and dataset that listings belong to. */
export interface ListingOwner {
  readonly accountId: string
  readonly dataset: Dataset
}

/** Everything about a listing besides its address that helps to find its building. */
export interface ListingHints {
  readonly city?: string | null | undefined
  readonly province?: string | null | undefined
  readonly postal_code?: string | null | undefined
  readonly building_name?: string | null | undefined
  readonly condo_corp?: string | null | undefined
  readonly unit?: string | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
  readonly listed_on?: string | null | undefined
}

export const HINTS = [
  'city',
  'province',
  'postal_code',
  'building_name',
  'condo_corp',
  'unit',
  'latitude',
  'longitude',
  'listed_on',
] as const satisfies readonly (keyof ListingHints)[]

/** A listing as the customer or a feed sends it. */
export interface ListingInput {
  readonly key: string
  readonly address: string
  readonly hints: ListingHints
  readonly status: string | null
  readonly attributes: Readonly<Record<string, unknown>> | null
  /** The feed that owns it, or the customer's label. */
  readonly feed: string | null
}

/** A candidate without names and coordinates, which come from the snapshot when it is shown. */
export interface StoredCandidate {
  readonly project_id: number
  /** Null if only the project is certain. */
  readonly building_id: number | null
  readonly confidence: number
  readonly unit: string | null
  readonly strategy: Link['match_strategy']
  readonly level: Link['match_level']
  readonly method: Link['match_method']
}

/** The answer for a listing, and what it was computed with. */
export interface ListingLink {
  readonly outcome: LinkResult['outcome']
  readonly action: LinkResult['action']
  readonly reason: string | null
  readonly reason_detail: string | null
  readonly none_probability: number
  readonly candidates: readonly StoredCandidate[]
  readonly version_number: number
  readonly links_revision: number
  readonly model_version: string
}

export type DecisionVerdict = 'confirm' | 'correct' | 'reject'

/** The account's own decision on a listing. */
export interface ListingDecision {
  readonly verdict: DecisionVerdict
  /** Null for a rejection. */
  readonly project_id: number | null
  readonly building_id: number | null
  readonly note: string | null
  readonly at: string
  readonly by: string
}

/** A stored listing with its link. */
export interface StoredListing extends ListingLink {
  readonly key: string
  readonly feed_id: string | null
  readonly address: string
  readonly hints: ListingHints
  readonly status: string | null
  readonly attributes: Readonly<Record<string, unknown>> | null
  readonly linked_at: string
  readonly is_stale: boolean
  readonly address_key: string | null
  readonly decision: ListingDecision | null
  readonly gone_at: string | null
  /** Null without a certain building and unit. */
  readonly home_id: string | null
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

/** A listing with the names and places of its candidates, as callers see it. */
export interface PresentedListing {
  readonly listing: StoredListing
  /** The match first. Candidates that left the dataset are missing. */
  readonly links: readonly Link[]
  readonly dataset_version: string
  readonly model_version: string
}

/** One line of a batch: store a listing, or delete one. */
export type ListingOperation = ListingInput | { readonly key: string; readonly remove: true }

/** What became of one operation. */
export type OperationResult = UpsertResult | { readonly key: string; readonly change: 'deleted' | 'not_found' }

export type UpsertResult =
  | {
      readonly key: string
      readonly change: 'created' | 'updated' | 'unchanged'
      readonly listing: StoredListing
      /** Lookups to bill. */
      readonly lookups: number
    }
  | { readonly key: string; readonly fault: Fault }
