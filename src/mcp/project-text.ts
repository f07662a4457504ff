// Describes projects, floor plans, prices, media and filter values for a model.
import type { z } from 'zod'
import type { Project } from '../catalog/records/record-schemas.ts'
import type {
  FloorPlanSchema,
  MediaSchema,
  PricePeriodSchema,
  ProjectSchema,
} from '../http/projects/catalog-schemas.ts'
import type { ListMeta } from '../http/rest/envelope.ts'
import { INVENTED, oneLine, quoted } from './clean-text.ts'

type Meta = z.output<typeof ListMeta>
interface Listed<T> {
  readonly data: readonly T[]
  readonly meta: Meta
}
type Summary = Pick<
  Project,
  | 'id'
  | 'name'
  | 'address'
  | 'status'
  | 'price_from'
  | 'price_to'
  | 'bedrooms_min'
  | 'bedrooms_max'
  | 'developer'
  | 'invented'
  | 'occupancy_date'
>

export function projectsText({ data, meta }: Listed<Summary>): string {
  return list(data, meta, 'projects', describeProject)
}

function list<T>(data: readonly T[], meta: Meta, what: string, format: (item: T) => string): string {
  const warnings = meta.warnings.map(
    ({ message }) => `${oneLine(message, 200)} Call lookup_values for the available values.`,
  )
  if (data.length === 0) return [`No ${what} found.`, ...warnings].join('\n')
  const head = `${data.length} of ${meta.total} ${what}:`
  const more = meta.has_more
    ? ['There are more results. Call again with the same arguments and cursor = meta.next_cursor.']
    : []
  return [head, ...data.map((item) => `- ${format(item)}`), ...more, ...warnings].join('\n')
}

function describeProject(project: Summary): string {
  const { id, name, address, status, developer, invented, occupancy_date } = project
  return [
    `${id} ${quoted(name)}, ${oneLine(address)}`,
    invented ? INVENTED : '',
    status === 'unknown' ? 'status not known' : status.replaceAll('_', ' '),
    rangeText(project.price_from, project.price_to, dollars),
    rangeText(project.bedrooms_min, project.bedrooms_max, String, ' bed'),
    developer === null ? '' : `by ${oneLine(developer, 60)}`,
    occupancy_date ? `occupancy ${occupancy_date.date}${occupancy_date.is_estimate ? ' (estimate)' : ''}` : '',
  ]
    .filter((part) => part !== '')
    .join('; ')
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-CA')}`

function rangeText(from: number | null, to: number | null, format: (value: number) => string, unit = ''): string {
  if (from === null && to === null) return ''
  if (from === null || to === null || from === to) return `${format((from ?? to)!)}${unit}`
  return `${format(from)} to ${format(to)}${unit}`
}

export function projectText({ data }: { data: z.output<typeof ProjectSchema> }): string {
  const towers = (data.buildings ?? []).map(({ id, name, addresses }) => {
    const lines = addresses.map(({ line }) => oneLine(line, 60)).slice(0, 3)
    return `- building ${id}${name ? ` ${quoted(name)}` : ''}: ${lines.join(', ')}`
  })
  const counts = `${data.floor_plans_count} floor plans (${data.available_floor_plans_count} available), ${data.media_count} media.`
  const names = [...new Set(data.sources.map(({ kind }) => oneLine(kind, 40)))]
  const required = (data.field_sources?.sources ?? []).flatMap(({ attribution }) => attribution ?? [])
  const attributions = required.map((statement) => `Attribution: ${oneLine(statement, 500)}`)
  return [`${describeProject(data)}.`, ...towers, counts, `Sources: ${names.join(', ')}.`, ...attributions].join('\n')
}

export function floorPlansText({ data, meta }: Listed<z.output<typeof FloorPlanSchema>>): string {
  return list(data, meta, 'floor plans', (plan) => {
    const size = `${plan.bedrooms_label} bed, ${plan.bathrooms_full} bath, ${plan.interior_sqft} sq ft`
    const price = plan.price === null ? 'no price' : dollars(plan.price)
    return `${plan.id} ${quoted(plan.name)}: ${size}, ${price}, ${plan.availability.replaceAll('_', ' ')}`
  })
}

export function pricesText({ data }: { data: readonly z.output<typeof PricePeriodSchema>[] }): string {
  const periods = data.map(({ price, from, to }) => {
    const when = [from && `from ${from.slice(0, 10)}`, to ? `to ${to.slice(0, 10)}` : 'until now'].filter(Boolean)
    return `- ${price === null ? 'no price' : dollars(price)} ${when.join(' ')}`
  })
  return [`${data.length} prices, oldest first:`, ...periods.slice(-30)].join('\n')
}

export function mediaText({ data, meta }: Listed<z.output<typeof MediaSchema>>): string {
  return list(data, meta, 'media', ({ id, kind, title, alt, url }) => {
    return `${id} ${kind.replaceAll('_', ' ')} ${quoted(title ?? alt)}: ${oneLine(url, 500)}`
  })
}

export interface FilterValues {
  readonly field: string
  readonly values: readonly { readonly value: string; readonly count: number | null }[]
  readonly total: number
  readonly has_more: boolean
}

export function filterValuesText({ field, values, total, has_more }: FilterValues): string {
  if (values.length === 0)
    return `No matching values of ${field}. Call again without starts_with to see the available values.`
  const items = values.map(({ value, count }) => oneLine(value, 80) + (count === null ? '' : ` (${count})`))
  const more = has_more ? ' There are more values. Narrow the list with starts_with, city or province.' : ''
  return `${values.length} of ${total} values of ${field}: ${items.join('; ')}.${more}`
}
