// Which events a change is told by: each changed field is in exactly one of them. Pure.

import type { ProjectRecord } from '../../catalog/records.ts'
import { placeNames } from '../../catalog/snapshot/city-names.ts'
import type { EventDraft, EventType, FieldChange, ResourceType } from '../../events/event-types.ts'
import { sameValue } from './field-changes.ts'

/** First row that names the field; the last takes the rest. */
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

/** Fields that go by another name in public. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = { cover_media_id: 'cover_media' }

/** Where the bytes of a picture come from is ours to know. */
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
    const told = changes
      .filter(({ field }) => !PRIVATE_FIELDS.includes(field))
      .map((change) => ({ ...change, field: PUBLIC_NAMES[change.field] ?? change.field }))
    return {
      type,
      resource_type: resource,
      resource_id: String(id),
      project_id: project.id,
      changed_fields: told.map(({ field }) => field),
      body: {
        changes: told,
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
    const mine = changes.filter(({ field }) => !taken.has(field) && (fields === null || fields.includes(field)))
    for (const { field } of mine) taken.add(field)
    return mine.length === 0 ? [] : [[type, mine]]
  })
}

export function planEvents(announce: MakeEvent, planId: number, changes: readonly FieldChange[]): EventDraft[] {
  return split(PLAN_EVENTS, changes).map(([type, mine]) => announce(type, 'floor_plan', planId, mine))
}

export function projectEvents(
  announce: MakeEvent,
  was: ProjectRecord,
  is: ProjectRecord,
  changes: readonly FieldChange[],
): EventDraft[] {
  const events: EventDraft[] = []
  let rest = changes
  if (changes.some(({ field }) => field === 'buildings')) {
    const old = new Map(was.buildings.map((building) => [building.id, building]))
    for (const building of is.buildings) {
      const before = old.get(building.id)
      if (!before || sameValue(before.addresses, building.addresses)) continue
      const change = { field: 'addresses', from: before.addresses, to: building.addresses }
      events.push(announce('building.address_changed', 'building', building.id, [change]))
    }
    const withoutAddresses = (project: ProjectRecord) =>
      project.buildings.map(({ addresses: _, ...building }) => building)
    if (sameValue(withoutAddresses(was), withoutAddresses(is)))
      rest = changes.filter(({ field }) => field !== 'buildings')
  }
  return [...split(PROJECT_EVENTS, rest).map(([type, mine]) => announce(type, 'project', is.id, mine)), ...events]
}
