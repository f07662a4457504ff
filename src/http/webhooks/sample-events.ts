// Drafts of sample events about sandbox records, one for each project that fits. Pure.
import { addressOfBuilding } from '../../catalog/records/building-facts.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { isFreeMedia } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { EventDraft, EventType, FieldChange } from '../../events/event-types.ts'
import type { MakeEvent } from '../../ingest/publish/change-events.ts'
import { eventMaker } from '../../ingest/publish/change-events.ts'
import type { EndpointRow } from '../../webhooks/endpoint-states.ts'
import { EVENT_EXAMPLES } from './event-examples.ts'

export type SampleType = Exclude<EventType, 'ping'>

const DECISION = 'dec_sample00000000000000'
const LISTING = 'SAMPLE-1'

const changed = (field: string, from: unknown, to: unknown): FieldChange => ({ field, from, to })
/** A price 2.5 % lower, in whole hundreds. */
const earlierPrice = (price: number) => Math.round((price * 0.975) / 100) * 100

/** A draft about the project, or undefined if it has no such record. */
type Maker = (make: MakeEvent, project: ProjectRecord, snapshot: Snapshot) => EventDraft | undefined

const ofPlan =
  (type: SampleType, change?: (plan: ReturnType<Snapshot['floorPlans']['ofProject']>[number]) => FieldChange): Maker =>
  (make, project, snapshot) => {
    const plan = snapshot.floorPlans.ofProject(project.id).find(({ price }) => price !== null)
    return plan && make(type, 'floor_plan', plan.id, change ? [change(plan)] : [])
  }

const ofMedia =
  (type: SampleType): Maker =>
  (make, project, snapshot) => {
    const item = snapshot.media.ofProject(project.id).find(({ kind }) => isFreeMedia(kind))
    return item && make(type, 'media', item.id, [], item.kind)
  }

const ofLink =
  (type: SampleType): Maker =>
  (make, project) => {
    const building = project.buildings[0]
    const building_id = building?.id ?? null
    const ids = { project_id: project.id, building_id }
    const isVerified = type === 'building_link.verified'
    const changes = Object.entries(ids).map(([field, id]) =>
      isVerified ? changed(field, null, id) : changed(field, id, null),
    )
    const draft = make(type, 'project', project.id, changes)
    const canonical_mls_address = building ? addressOfBuilding({ project, building }) : project.address
    const details = { building_id, canonical_mls_address, project_address: project.address }
    return { ...draft, resource_type: 'building_link', resource_id: DECISION, body: { ...draft.body, details } }
  }

const ABOUT_PROJECTS: Readonly<Partial<Record<SampleType, Maker>>> = {
  'project.created': (make, { id }) => make('project.created', 'project', id),
  'project.updated': (make, { id, units_total }) =>
    units_total === null
      ? undefined
      : make('project.updated', 'project', id, [changed('units_total', units_total - 1, units_total)]),
  'project.status_changed': (make, { id, sales_status }) =>
    sales_status === 'selling'
      ? make('project.status_changed', 'project', id, [changed('sales_status', 'pre_launch', sales_status)])
      : undefined,
  'project.price_changed': (make, { id, price_from }) =>
    price_from === null
      ? undefined
      : make('project.price_changed', 'project', id, [changed('price_from', earlierPrice(price_from), price_from)]),
  'project.removed': (make, { id }) => make('project.removed', 'project', id),
  'floor_plan.created': ofPlan('floor_plan.created'),
  'floor_plan.updated': ofPlan('floor_plan.updated', ({ exterior_sqft }) =>
    changed('exterior_sqft', null, exterior_sqft),
  ),
  'floor_plan.price_changed': ofPlan('floor_plan.price_changed', ({ price }) =>
    changed('price', earlierPrice(price!), price),
  ),
  'floor_plan.availability_changed': ofPlan('floor_plan.availability_changed', ({ availability }) =>
    changed('availability', availability === 'coming_soon' ? 'on_hold' : 'coming_soon', availability),
  ),
  'floor_plan.removed': ofPlan('floor_plan.removed'),
  'unit.status_changed': (make, project, snapshot) => {
    const unit = snapshot.units.ofProject(project.id)[0]
    const from = unit?.status === 'reserved' ? 'available' : 'reserved'
    return unit && make('unit.status_changed', 'unit', unit.id, [changed('status', from, unit.status)])
  },
  'media.added': ofMedia('media.added'),
  'media.removed': ofMedia('media.removed'),
  'building.created': (make, { buildings: [building] }) =>
    building && make('building.created', 'building', building.id),
  'building.updated': (make, { buildings: [building] }) =>
    building?.storeys
      ? make('building.updated', 'building', building.id, [changed('storeys', building.storeys - 1, building.storeys)])
      : undefined,
  'building.removed': (make, { buildings: [building] }) =>
    building && make('building.removed', 'building', building.id),
  'building.address_changed': (make, { buildings: [building] }) =>
    building &&
    make('building.address_changed', 'building', building.id, [
      changed('addresses', building.addresses.slice(0, -1), building.addresses),
    ]),
  'building_link.verified': ofLink('building_link.verified'),
  'building_link.revoked': ofLink('building_link.revoked'),
}

/** Possible events of the type. The caller's endpoints decide which one is sent. */
export function sampleEvents(type: SampleType, snapshot: Snapshot, endpoint: EndpointRow | undefined): EventDraft[] {
  const maker = ABOUT_PROJECTS[type]
  if (!maker) return [withoutProject(type, snapshot, endpoint)]
  return snapshot.projects.toArray().flatMap((project) => maker(eventMaker(project), project, snapshot) ?? [])
}

/** Events about the dataset and the account have no place. */
function withoutProject(type: SampleType, snapshot: Snapshot, endpoint: EndpointRow | undefined): EventDraft {
  const draft = (id: string, changes: readonly FieldChange[], details: object): EventDraft => ({
    type,
    resource_type: type.slice(0, type.indexOf('.')) as EventDraft['resource_type'],
    resource_id: id,
    project_id: null,
    changed_fields: changes.map(({ field }) => field),
    body: { changes, details: details as Readonly<Record<string, unknown>> },
  })
  if (type === 'dataset.published') return draft(...publishedVersion(snapshot))
  if (type === 'webhook_endpoint.disabled' && endpoint) {
    const { id, url, description } = endpoint
    const details = { id, url, description, status: 'disabled', disabled_reason: 'paused' }
    return draft(id, [changed('status', 'enabled', 'disabled')], details)
  }
  const { resource, changes, object } = (EVENT_EXAMPLES[type] as Example).data
  return type === 'listing.link_changed'
    ? draft(LISTING, changes, linkChange(object, snapshot))
    : draft(resource.id, changes, object)
}

interface Example {
  readonly data: {
    readonly resource: { readonly id: string }
    readonly changes: readonly FieldChange[]
    readonly object: object
  }
}

function publishedVersion(snapshot: Snapshot): [string, [], object] {
  const { version, number, source, kind } = snapshot.version!
  const counts = {
    projects: snapshot.projects.size,
    buildings: snapshot.buildings.size,
    floor_plans: snapshot.floorPlans.all.size,
    units: snapshot.units.all.size,
    media: snapshot.media.all.size,
  }
  return [version, [], { version, number, source, kind, counts, retired: [], summary: null }]
}

/** The example, about a building of the sandbox. */
function linkChange(example: object, snapshot: Snapshot): object {
  const { before, after, ...rest } = example as { readonly before: object; readonly after: object }
  const project = snapshot.projects.toArray()[0]
  const target = project && { project_id: project.id, building_id: project.buildings[0]?.id ?? null }
  return { ...rest, key: LISTING, before: { ...before, ...target }, after: { ...after, ...target } }
}
