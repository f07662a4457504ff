// Views over an account's listings: counts, duplicates and the listings of a project.
import { z } from 'zod'
import { LIMITS } from '../../access/rights/plans.ts'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import type { DuplicateGroup, GroupPosition } from '../../listings/listing-groups.ts'
import type { PresentedListing } from '../../listings/listing-types.ts'
import { requireProject } from '../projects/projects.ts'
import { recordResponse } from '../rest/envelope.ts'
import { keyPaging } from '../rest/paging.ts'
import { textParam } from '../rest/request-params.ts'
import { accountOperation, JSON_TYPE } from '../server/route.ts'
import { ownerOf } from './listing-input.ts'
import { listingText } from './listing-json.ts'
import { readListings } from './listing-operations.ts'
import {
  DuplicatesPage,
  DuplicatesQuery,
  ListingCountsSchema,
  ProjectListingsQuery,
  ProjectListingsResponse,
} from './listing-view-schemas.ts'

const READ = { tag: 'Listings', policy: readListings } as const
const DEFAULT_GROUPS = 50

export const counts = accountOperation({
  id: 'countListings',
  ...READ,
  summary: 'Count your listings by outcome and recommended action',
  response: { status: 200, schema: recordResponse(ListingCountsSchema) },
  example: { call: 'listings.counts' },
  async handle({ services, principal }) {
    const by_outcome = { matched: 0, ambiguous: 0, weak: 0, no_match: 0 }
    const by_recommended_action = { accept: 0, review: 0, reject: 0 }
    const sums = { total: 0, decided: 0, gone: 0 }
    for (const { outcome, action, is_gone, is_decided, count } of await services.listings.counts(ownerOf(principal))) {
      by_outcome[outcome as keyof typeof by_outcome] += count
      by_recommended_action[action as keyof typeof by_recommended_action] += count
      sums.total += count
      if (is_decided) sums.decided += count
      if (is_gone) sums.gone += count
    }
    const { total, decided, gone } = sums
    const limit = LIMITS[principal.plan].stored_listings
    return { body: { data: { total, limit, by_outcome, by_recommended_action, decided, gone } } }
  },
})

export const duplicates = accountOperation({
  id: 'listListingDuplicates',
  ...READ,
  summary: 'Find listings of the same home or the same address',
  description:
    'Groups of listings in the same building and unit, however the unit is written: `#101`, `Apt 101` and `101`. Where ' +
    'the unit or the building is unknown, only equal addresses make a group, and `reason` says so. A listing with a unit ' +
    'and one without are never in one group. Listings with the recommended action `reject` are not included.',
  query: DuplicatesQuery,
  response: { status: 200, schema: DuplicatesPage },
  example: { call: 'listings.duplicates', query: { status: 'active' } },
  async handle({ services, principal, query }) {
    const { limit = DEFAULT_GROUPS, cursor, status, project_id } = query
    const owner = ownerOf(principal)
    const paging = keyPaging(services, principal, 'listing duplicates', { status, project_id })
    const position = paging.after(cursor)
    const after = position === undefined ? undefined : (JSON.parse(position) as GroupPosition)
    const { groups, hasMore } = await services.listings.duplicates(owner, {
      ...{ limit, after, status },
      projectId: project_id,
    })
    const projects = services.catalog.snapshot(owner.dataset).projects
    const data = groups.map((group) => {
      const project = projects.get(group.project_id)
      const building = project?.buildings.find(({ id }) => id === group.building_id)
      return toGroupJson(group, project?.name ?? null, building?.name ?? null)
    })
    const last = groups.at(-1)
    return { body: { data, meta: paging.meta(data.length, last && positionText(last), hasMore) } }
  },
})

function positionText({ project_id, building_id, unit, address_key }: DuplicateGroup): string {
  return JSON.stringify({ project_id, building_id, unit, address_key } satisfies GroupPosition)
}

function toGroupJson(group: DuplicateGroup, project_name: string | null, building_name: string | null) {
  const { project_id, building_id, unit, address_key, confidence, count, members } = group
  return {
    reason: unit === null ? 'same_address_no_unit' : address_key === null ? 'same_unit' : 'same_address',
    project_id,
    project_name,
    building_id,
    building_name,
    unit,
    confidence: Math.round(confidence * 1e6) / 1e6,
    count,
    listings: members.map(({ key, feed_id, address, status, candidates, updated_at }) => ({
      ...{ key, feed: feed_id, address, status, updated_at },
      match_confidence: candidates[0]?.confidence ?? null,
    })),
  }
}

export const inProject = accountOperation({
  id: 'listProjectListings',
  ...READ,
  summary: 'List your listings in a project, by building and unit',
  description:
    'Everything for a building page in one call. Listings with the recommended action `reject` are not included.',
  params: z.object({ id: textParam(120, 'The project’s id or slug') }),
  query: ProjectListingsQuery,
  response: { status: 200, schema: ProjectListingsResponse },
  example: { call: 'listings.inProject', params: { id: 1 } },
  async handle({ services, principal, params, query }) {
    const owner = ownerOf(principal)
    const project = requireProject(services.catalog.snapshot(owner.dataset), params.id)
    const { listings, hasMore } = await services.listings.inProject(owner, project.id, query.status)
    const buildings = [...groupBy(listings, ({ listing }) => listing.candidates[0]?.building_id ?? null)].map(
      ([id, members]) => {
        const name = project.buildings.find((building) => building.id === id)?.name ?? null
        return `{"building_id":${id},"building_name":${JSON.stringify(name)},"units":[${unitTexts(members).join(',')}]}`
      },
    )
    const head = JSON.stringify({ project_id: project.id, project_name: project.name }).slice(0, -1)
    const meta = JSON.stringify({ count: listings.length, has_more: hasMore })
    return { type: JSON_TYPE, body: `{"data":${head},"buildings":[${buildings.join(',')}]},"meta":${meta}}` }
  },
})

/** Units in the order that people count: 2 before 10, and none last. */
const byUnit = new Intl.Collator('en', { numeric: true })

function unitTexts(listings: readonly PresentedListing[]): string[] {
  return [...groupBy(listings, ({ listing }) => listing.candidates[0]?.unit ?? null)]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : byUnit.compare(a, b)))
    .map(
      ([unit, members]) =>
        `{"unit":${JSON.stringify(unit)},"listings":[${members.map((one) => listingText(one)).join(',')}]}`,
    )
}
