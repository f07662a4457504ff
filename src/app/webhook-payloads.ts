// Builds webhook bodies: the record of an event as the endpoint's plan may see it.
import type { Plan } from '../access/rights/plans.ts'
import { planHas } from '../access/rights/plans.ts'
import { hasPart } from '../access/rights/policies.ts'
import { CurrentRecords } from '../catalog/query/current-records.ts'
import type { MediaKind } from '../catalog/records/record-schemas.ts'
import type { RecordKind } from '../catalog/records/record-types.ts'
import { isFreeMedia } from '../catalog/records/record-types.ts'
import type { Dataset, StoredEvent } from '../events/event-types.ts'
import { toBuildingJson } from '../http/buildings/building-schemas.ts'
import type { SignMedia } from '../http/projects/catalog-schemas.ts'
import { toMediaJson, toPlanJson, toProjectJson, toUnitJson } from '../http/projects/catalog-schemas.ts'
import { payloadText, pingText, planReceives } from '../http/webhooks/webhook-payload.ts'
import type { Payloads } from '../webhooks/payload-source.ts'

export function createPayloads(sign: SignMedia): Payloads {
  return {
    // An account that went back to the sandbox plan keeps its endpoints, but hears no more production data.
    isEntitled: (plan, dataset) =>
      planHas(plan as Plan, 'webhooks') && (plan === 'sandbox') === (dataset === 'sandbox'),
    planIncludes: (plan, event) => mayHear(plan as Plan, event),
    async write(tx, wanted) {
      if (wanted.length === 0) return []
      const records = new Map<Dataset, CurrentRecords>()
      for (const dataset of new Set(wanted.map(({ event }) => event.dataset))) {
        const events = wanted.map(({ event }) => event).filter((event) => event.dataset === dataset)
        const buildings = events.filter(({ resource_type }) => resource_type === 'building')
        const projects = buildings.flatMap(({ project_id }) => project_id ?? [])
        records.set(dataset, await CurrentRecords.read(tx, dataset, idsOf(events), projects))
      }
      return wanted.map(({ event, plan }) =>
        payloadText(event, objectOf(event, plan as Plan, records.get(event.dataset)!, sign)),
      )
    },
    ping: pingText,
  }
}

function mayHear(plan: Plan, { type, body }: StoredEvent): boolean {
  if (!planReceives(plan, type)) return false
  return body.media_kind === undefined || hasPart(plan, 'plan_media') || isFreeMedia(body.media_kind as MediaKind)
}

/** A building is part of its project's record. */
function recordOf({
  resource_type,
  resource_id,
  project_id,
}: StoredEvent): { kind: RecordKind; id: number } | undefined {
  if (resource_type === 'building') return project_id === null ? undefined : { kind: 'project', id: project_id }
  if (
    resource_type === 'project' ||
    resource_type === 'floor_plan' ||
    resource_type === 'unit' ||
    resource_type === 'media'
  )
    return { kind: resource_type, id: Number(resource_id) }
  return undefined
}

function idsOf(events: readonly StoredEvent[]): Record<RecordKind, number[]> {
  const ids: Record<RecordKind, number[]> = { project: [], floor_plan: [], unit: [], media: [] }
  for (const event of events) {
    const record = recordOf(event)
    if (record) ids[record.kind].push(record.id)
  }
  return ids
}

/** The current record, or null if it was deleted. Events about datasets and endpoints carry their own details. */
function objectOf(event: StoredEvent, plan: Plan, records: CurrentRecords, sign: SignMedia): object | null {
  const record = recordOf(event)
  if (!record) return event.body.details ?? null
  // The sample of a removal is about a record that still exists.
  if (event.body.sample && event.type.endsWith('.removed')) return null
  if (event.resource_type === 'building') {
    const seen = { paidMedia: hasPart(plan, 'plan_media'), unitRows: planHas(plan, 'units') }
    const view = records.buildingView(record.id, Number(event.resource_id), seen)
    return view ? toBuildingJson(view) : null
  }
  if (record.kind === 'project') {
    const view = records.projectView(record.id, { paidMedia: hasPart(plan, 'plan_media') })
    return view ? toProjectJson(view, sign) : null
  }
  if (record.kind === 'floor_plan') return mapDefined(records.get('floor_plan', record.id), toPlanJson)
  if (record.kind === 'unit') return mapDefined(records.get('unit', record.id), toUnitJson)
  return mapDefined(records.get('media', record.id), (media) => toMediaJson(media, sign))
}

function mapDefined<T>(record: T | undefined, toJson: (record: T) => object): object | null {
  return record === undefined ? null : toJson(record)
}
