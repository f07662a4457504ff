// Turns field changes into events: each changed field is in exactly one event. Pure.
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { placeNames } from '../../catalog/snapshot/city-names.ts'
import type { EventDraft, EventType, FieldChange, ResourceType } from '../../events/event-types.ts'
import { sameValue } from '../record/same-value.ts'

/** The first row that lists a field gets it. The last row gets all others. */
const PROJECT_EVENTS: readonly (readonly [EventType, readonly string[] | null])[] = [
  ['project.status_changed', ['sales_status', 'construction_status', 'status']],
  ['project.price_changed', ['price_from', 'price_to', 'psf_from', 'psf_to']],
  ['project.updated', null],
]

const PLAN_EVENTS: readonly (readonly [EventType, readonly string[] | null])[] = [
  ['floor_plan.price_changed', ['price', 'psf']],
  ['floor_plan.availability_changed', ['availability']],
  ['floor_plan.updated', null],
]

/** Internal field name → public name. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = { cover_media_id: 'cover_media' }

/** Where media bytes come from is internal. */
const PRIVATE_FIELDS = ['origin']

export type MakeEvent = (
  type: EventType,
  resource: ResourceType,
  id: number,
  changes?: readonly FieldChange[],
  mediaKind?: string,
) => EventDraft

export function eventMaker(project: ProjectRecord): MakeEvent {
  const places = placeNames(project)
  return (type, resource, id, changes = [], mediaKind) => {
    const published = changes
      .filter(({ field }) => !PRIVATE_FIELDS.includes(field))
      .map((change) => ({ ...change, field: PUBLIC_NAMES[change.field] ?? change.field }))
    return {
      type,
      resource_type: resource,
      resource_id: String(id),
      project_id: project.id,
      changed_fields: published.map(({ field }) => field),
      body: {
        changes: published,
        province: project.province,
        city: project.city_name,
        places,
        ...(mediaKind === undefined ? {} : { media_kind: mediaKind }),
      },
    }
  }
}

function split(table: typeof PROJECT_EVENTS, changes: readonly FieldChange[]): [EventType, FieldChange[]][] {
  const taken = new Set<string>()
  return table.flatMap(([type, fields]): [EventType, FieldChange[]][] => {
    const matching = changes.filter(({ field }) => !taken.has(field) && (fields === null || fields.includes(field)))
    for (const { field } of matching) taken.add(field)
    return matching.length === 0 ? [] : [[type, matching]]
  })
}

export function planEvents(makeEvent: MakeEvent, planId: number, changes: readonly FieldChange[]): EventDraft[] {
  return split(PLAN_EVENTS, changes).map(([type, matching]) => makeEvent(type, 'floor_plan', planId, matching))
}

export function projectEvents(
  makeEvent: MakeEvent,
  before: ProjectRecord,
  after: ProjectRecord,
  changes: readonly FieldChange[],
): EventDraft[] {
  const withoutAddresses = (project: ProjectRecord) =>
    project.buildings.map(({ addresses: _, ...building }) => building)
  // New addresses alone are events of the building.
  const rest = sameValue(withoutAddresses(before), withoutAddresses(after))
    ? changes.filter(({ field }) => field !== 'buildings')
    : changes
  return split(PROJECT_EVENTS, rest).map(([type, matching]) => makeEvent(type, 'project', after.id, matching))
}
