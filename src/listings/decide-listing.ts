// Stores the account's own decision on a listing, and sends it to the curators as feedback.
import type { Tx } from '../db/database.ts'
import { publishEvents } from '../events/outbox.ts'
import { Fault, fieldFault } from '../kernel/fault.ts'
import type { Text } from '../kernel/phrase.ts'
import { findTarget } from '../links/desk/decision-target.ts'
import { recordFeedback } from '../links/desk/feedback.ts'
import type { Links } from '../links/links.ts'
import { HomeChanges } from './homes/home-changes.ts'
import { homeOfListing } from './homes/home-of-listing.ts'
import { linkChangedEvent, linkState } from './link-change.ts'
import type { ListingLinker } from './link-listing.ts'
import { queryOf } from './link-listing.ts'
import { readListings, writeListings } from './listing-rows.ts'
import type { DecisionVerdict, ListingDecision, ListingInput, ListingOwner, StoredListing } from './listing-types.ts'
import { isBehind, lockSync } from './sync-state.ts'

export interface DecisionInput {
  readonly verdict: DecisionVerdict
  readonly project_id?: number | undefined
  readonly building_id?: number | undefined
  readonly note?: string | undefined
  /** The person or credential that decided. */
  readonly by: string
}

interface DecideDeps {
  readonly links: Links
  readonly linker: ListingLinker
  readonly at: Date
}

/** Undefined if there is no such listing. */
export async function decideListing(
  tx: Tx,
  owner: ListingOwner,
  key: string,
  input: DecisionInput,
  deps: DecideDeps,
): Promise<StoredListing | undefined> {
  const stored = (await readListings(tx, owner, [key], true)).get(key)
  if (!stored) return undefined
  const target = targetOf(stored, input, deps.links, owner)
  const decision: ListingDecision = {
    verdict: input.verdict,
    ...target,
    note: input.note ?? null,
    at: deps.at.toISOString(),
    by: input.by,
  }
  if (stored.decision && isSame(stored.decision, decision)) return stored
  // Sandbox projects are examples, so curators have nothing to learn from it.
  if (owner.dataset === 'production')
    await recordFeedback(
      tx,
      deps.links,
      {
        accountId: owner.accountId,
        query: queryOf(stored.address, stored.hints),
        verdict: input.verdict,
        projectId: target.project_id ?? stored.candidates[0]?.project_id ?? null,
        buildingId: target.project_id === null ? (stored.candidates[0]?.building_id ?? null) : target.building_id,
        note: input.note ?? null,
      },
      deps.at,
    )
  return storeDecision(tx, owner, stored, decision, deps)
}

/** Withdraws the decision: the computed link applies again. */
export async function undoDecision(
  tx: Tx,
  owner: ListingOwner,
  key: string,
  deps: DecideDeps,
): Promise<StoredListing | undefined> {
  const stored = (await readListings(tx, owner, [key], true)).get(key)
  if (!stored || stored.decision === null) return stored
  return storeDecision(tx, owner, stored, null, deps)
}

function isSame(a: ListingDecision, b: ListingDecision): boolean {
  return (
    a.verdict === b.verdict && a.project_id === b.project_id && a.building_id === b.building_id && a.note === b.note
  )
}

type Target = Pick<ListingDecision, 'project_id' | 'building_id'>

function targetOf(stored: StoredListing, input: DecisionInput, links: Links, { dataset }: ListingOwner): Target {
  const { verdict, project_id, building_id } = input
  if (verdict === 'reject') {
    if (project_id !== undefined || building_id !== undefined)
      refuse('project_id', 'A rejection must not name a project. Use `confirm` or `correct` instead.')
    return { project_id: null, building_id: null }
  }
  if (verdict === 'confirm') {
    const candidate = stored.candidates.find((one) => project_id === undefined || one.project_id === project_id)
    if (!candidate)
      throw new Fault('state_conflict', {
        detail: 'The link has no such candidate to confirm. Use `correct` with a `project_id` instead.',
      })
    const target = findTarget(links.snapshot(dataset), candidate.project_id, building_id ?? candidate.building_id)
    return { project_id: target.project.id, building_id: target.buildingId }
  }
  if (project_id === undefined)
    throw fieldFault('missing_parameter', '/project_id', 'A correction must include the right `project_id`.')
  const target = findTarget(links.snapshot(dataset), project_id, building_id)
  return { project_id: target.project.id, building_id: target.buildingId }
}

function refuse(field: string, message: Text): never {
  throw fieldFault('invalid_parameter', `/${field}`, message)
}

async function storeDecision(
  tx: Tx,
  owner: ListingOwner,
  stored: StoredListing,
  decision: ListingDecision | null,
  { linker, at }: DecideDeps,
): Promise<StoredListing> {
  const sync = await lockSync(tx, owner.dataset)
  const computed = linker.link(stored, owner.dataset, decision)
  const isStale = isBehind(computed.link, sync)
  const version = stored.version + 1
  const time = at.toISOString()
  const home = homeOfListing(owner, stored, computed.link)
  const about = { input: inputOf(stored), createdAt: stored.created_at, goneAt: stored.gone_at, version }
  const write = { ...about, computed, decision, isStale, home }
  await writeListings(tx, owner, [write], time)
  const homes = new HomeChanges()
  homes.written({ accountId: owner.accountId, key: stored.key, from: stored.home_id, to: home.home })
  const states = [linkState(stored), linkState(computed.link)] as const
  const event = linkChangedEvent(owner.accountId, stored.key, states, 'listing')
  const events = [...(event ? [event] : []), ...(await homes.save(tx, owner.dataset, time))]
  await publishEvents(tx, owner.dataset, events, at)
  return {
    ...stored,
    ...computed.link,
    decision,
    is_stale: isStale,
    home_id: home.home?.id ?? null,
    version,
    linked_at: time,
    updated_at: time,
  }
}

function inputOf({ key, address, hints, status, attributes, feed_id }: StoredListing): ListingInput {
  return { key, address, hints, status, attributes, feed: feed_id }
}
