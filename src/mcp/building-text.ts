// Describes buildings and suggestions for a model.
import type { z } from 'zod'
import type { BuildingDetail, BuildingListSchema } from '../http/buildings/building-schemas.ts'
import type { SuggestionSchema, SuggestResponseSchema } from '../http/suggest/suggest-schemas.ts'
import { INVENTED, oneLine, quoted } from './clean-text.ts'

/** The fields a model needs to choose a building. */
export const BUILDING_SUMMARY = [
  'id',
  'project_id',
  'name',
  'address',
  'city_name',
  'province',
  'neighbourhood_name',
  'postal_code',
  'latitude',
  'longitude',
  'storeys',
  'units',
  'year_built',
  'building_type',
  'tenure',
  'status',
  'condo_corp',
  'developer',
  'invented',
  'distance_m',
] as const

type Summary = Pick<BuildingDetail, (typeof BUILDING_SUMMARY)[number]>

function describeBuilding(building: Summary): string {
  const { id, project_id, name, address, storeys, units, year_built, distance_m, condo_corp, invented } = building
  return [
    `building ${id}${name === null ? '' : ` ${quoted(name)}`}, ${oneLine(address)}`,
    `project ${project_id}`,
    invented ? INVENTED : '',
    storeys === null ? '' : `${storeys} storeys`,
    units === null ? '' : `${units} units`,
    year_built === null ? '' : `built ${year_built}`,
    condo_corp === null ? '' : `${condo_corp.registry} ${condo_corp.number}`,
    distance_m === undefined ? '' : `${distance_m} m away`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}

export function buildingText({ data }: { data: BuildingDetail }): string {
  const addresses = data.addresses.slice(0, 20).map(({ line, kind, valid_from, valid_to }) => {
    const dates = [valid_from && `from ${valid_from}`, valid_to && `until ${valid_to}`].filter(Boolean)
    return `- ${oneLine(line, 80)} (${[kind, ...dates].join(', ')})`
  })
  const others = data.site_buildings
    .slice(0, 20)
    .map(({ id, address }) => `- building ${id} of the same project: ${oneLine(address)}`)
  return [`${describeBuilding(data)}.`, 'Addresses:', ...addresses, ...others].join('\n')
}

type Listed = Pick<z.output<typeof BuildingListSchema>, 'meta'> & { readonly data: readonly Summary[] }

export function buildingsText({ data, meta }: Listed): string {
  const warnings = meta.warnings.map(({ message }) => oneLine(message, 200))
  if (data.length === 0) return [meta.reason_detail ?? 'No buildings found.', ...warnings].join('\n')
  const more = meta.has_more
    ? ['There are more results. Call again with the same arguments and cursor = meta.next_cursor.']
    : []
  const rows = data.map((building) => `- ${describeBuilding(building)}`)
  return [`${data.length} of ${meta.total} buildings:`, ...rows, ...more].join('\n')
}

type Suggestions = Pick<z.output<typeof SuggestResponseSchema>, 'meta'> & {
  readonly data: readonly Omit<z.output<typeof SuggestionSchema>, 'highlights'>[]
}

export function suggestionsText({ data, meta }: Suggestions): string {
  if (data.length === 0)
    return meta.reason === 'too_short'
      ? 'The text is too short for suggestions. Send at least two letters or digits.'
      : 'No suggestions. Check the spelling, or send the whole address to resolve_building.'
  const rows = data.map(({ kind, label, detail, building_id, project_id, invented }) => {
    const ids = [
      invented && INVENTED,
      building_id && `building ${building_id}`,
      project_id && `project ${project_id}`,
    ].filter(Boolean)
    const place = detail === null ? '' : `, ${oneLine(detail, 80)}`
    return `- ${kind.replaceAll('_', ' ')} ${quoted(label)}${place}${ids.length > 0 ? ` (${ids.join(', ')})` : ''}`
  })
  return [`${data.length} suggestions, the best first:`, ...rows].join('\n')
}
