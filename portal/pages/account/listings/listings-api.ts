// API requests of the listings pages, and what they share about links.
import type { BuildingLink, Listing, ListingDecisionRequest, ListingLink } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../language/choose-language.ts'
import type { Target } from '../../../review/find-building.tsx'
import type { FoundProject } from '../../../review/find-projects.ts'
import { findProjectsBy } from '../../../review/find-projects.ts'
import { ADDRESS_KINDS, suggestFrom } from '../../../suggest/suggestions.ts'
import { text } from './text.ts'

export const LISTINGS = '/api/v1/listings'

export const listingHref = (key: string) => `/account/listings/${encodeURIComponent(key)}`

/** With the evidence of its candidates. */
export async function explainListing(key: string, signal: AbortSignal): Promise<Listing> {
  const path = `${LISTINGS}/${encodeURIComponent(key)}`
  return (await plinth.request<{ data: Listing }>('GET', path, { query: { include: 'evidence' }, signal })).data
}

const MAX_FOUND = 12

async function projectsBy(
  query: { q?: string; ids?: readonly number[] },
  signal: AbortSignal,
): Promise<FoundProject[]> {
  const fields = ['name', 'address', 'city_name']
  const { data } = await plinth.projects.list(
    { ...query, limit: MAX_FOUND, include: ['buildings'], fields },
    { signal },
  )
  return data.map(({ buildings = [], ...project }) => ({ ...project, buildings }))
}

/** Searches the projects that the plan includes. */
export const findProjects = findProjectsBy({
  suggest: suggestFrom({ kinds: ADDRESS_KINDS }),
  search: (q, signal) => projectsBy({ q }, signal),
  byIds: (ids, signal) => projectsBy({ ids }, signal),
})

/** The match and the other candidates, most likely first. */
export function candidatesOf({ match, other_candidates: others }: ListingLink): readonly BuildingLink[] {
  return match ? [match, ...others] : others
}

/** Confirming the match keeps it; confirming another candidate corrects the link. */
export function decisionFor(listing: Listing, candidate: BuildingLink): ListingDecisionRequest {
  return candidate === listing.link.match ? { verdict: 'confirm' } : correctionTo(candidate)
}

/** A null building means that only the project is certain. */
export function correctionTo({ project_id, building_id }: Target): ListingDecisionRequest {
  return { verdict: 'correct', project_id, ...(building_id === null ? {} : { building_id }) }
}

/** The building, or all of them if they are about equally likely. Null without a candidate. */
export function linkTitle(link: ListingLink): string | null {
  const candidates = link.outcome === 'ambiguous' ? candidatesOf(link) : candidatesOf(link).slice(0, 1)
  return candidates.length === 0 ? null : candidates.map(buildingName).join(text.or)
}

interface Named {
  readonly project_id: number
  readonly project_name: string | null
  readonly building_name: string | null
}

export function buildingName({ project_id, project_name, building_name }: Named): string {
  if (project_name === null) return fill(text.unknownProject, { id: project_id })
  return building_name ? `${project_name}, ${building_name}` : project_name
}
