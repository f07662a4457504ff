// Describes an account's listings and their duplicates for a model.
import { z } from 'zod'
import { ListingSchema } from '../http/listings/listing-schemas.ts'
import type { DuplicatesPage } from '../http/listings/listing-view-schemas.ts'
import { PageMeta } from '../http/rest/paging-params.ts'
import { oneLine, quoted } from './clean-text.ts'

/** The fields a model needs to choose a listing. */
const ListingSummary = ListingSchema.pick({ key: true, feed: true, address: true, status: true, updated_at: true })
  .extend({
    outcome: z.string(),
    recommended_action: z.string(),
    project_id: z.int().nullable(),
    project_name: z.string().nullable(),
    building_id: z.int().nullable(),
    building_name: z.string().nullable(),
    unit: z.string().nullable(),
    match_confidence: z.number().nullable(),
  })
  .meta({ id: 'ListingSummary' })

export const ListingSummaries = z.object({ data: z.array(ListingSummary), meta: PageMeta })
type Summaries = z.output<typeof ListingSummaries>

export function toListingSummaries(body: unknown): Summaries {
  const { data, meta } = body as { data: z.output<typeof ListingSchema>[]; meta: Summaries['meta'] }
  const rows = data.map(({ key, feed, address, status, updated_at, link }) => ({
    ...{ key, feed, address, status, updated_at },
    ...{ outcome: link.outcome, recommended_action: link.recommended_action },
    project_id: link.match?.project_id ?? null,
    project_name: link.match?.project_name ?? null,
    building_id: link.match?.building_id ?? null,
    building_name: link.match?.building_name ?? null,
    unit: link.match?.unit ?? null,
    match_confidence: link.match?.match_confidence ?? null,
  }))
  return { data: rows, meta }
}

const MORE = 'There are more results. Call again with the same arguments and cursor = meta.next_cursor.'

export function listingsText({ data, meta }: Summaries): string {
  if (data.length === 0) return 'No listings found.'
  const lines = data.map((row) => {
    const target =
      row.project_id === null
        ? 'no building'
        : `${quoted(row.project_name ?? '')} (${placeText(row)}), confidence ${row.match_confidence}`
    const status = row.status === null ? '' : `, ${oneLine(row.status, 60)}`
    return `- ${oneLine(row.key, 128)}: ${oneLine(row.address)}${status} → ${target}; recommended: ${row.recommended_action}`
  })
  return [`${data.length} listings:`, ...lines, ...(meta.has_more ? [MORE] : [])].join('\n')
}

const WHY = {
  same_unit: '; same building and unit, probably the same home',
  same_address: '; same address and unit, but the building is not certain',
  same_address_no_unit: '; same address, no unit is given: do not call them the same home',
} as const

export function duplicatesText({ data, meta }: z.output<typeof DuplicatesPage>): string {
  if (data.length === 0) return 'No duplicates found.'
  const lines = data.map((group) => {
    const keys = group.listings.map(({ key }) => oneLine(key, 128)).join(', ')
    const left = group.count > group.listings.length ? ` and ${group.count - group.listings.length} more` : ''
    const why = WHY[group.reason]
    const where = `${quoted(group.project_name ?? '')} (${placeText(group)})`
    return `- ${where}: ${keys}${left}; confidence ${group.confidence}${why}`
  })
  return [`${data.length} groups of listings:`, ...lines, ...(meta.has_more ? [MORE] : [])].join('\n')
}

interface Place {
  readonly project_id: number | null
  readonly building_id: number | null
  readonly unit: string | null
}

function placeText({ project_id, building_id, unit }: Place): string {
  const parts = [
    `project ${project_id}`,
    ...(building_id === null ? [] : [`building ${building_id}`]),
    ...(unit === null ? [] : [`unit ${oneLine(unit, 20)}`]),
  ]
  return parts.join(', ')
}
