// Events about buildings: added, changed, removed, or moved to another project. Pure.
import type { BuildingFacts } from '../../catalog/records/building-facts.ts'
import { factsOfBuilding, namesOfBuilding } from '../../catalog/records/building-facts.ts'
import type { ParcelId } from '../../catalog/records/parcel-ids.ts'
import type { Building } from '../../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { EventDraft } from '../../events/event-types.ts'
import type { MakeEvent } from './change-events.ts'
import { eventMaker } from './change-events.ts'
import { changesBetween } from './field-changes.ts'

/** The project before and after a change; null when it does not exist. */
interface ProjectStates {
  readonly before: ProjectRecord | null
  readonly after: ProjectRecord | null
}

/** What can change about a building itself. */
interface BuildingValues extends BuildingFacts {
  readonly project_id: number
  readonly names: readonly string[]
  readonly addresses: Building['addresses']
  readonly parcels: readonly ParcelId[]
}

function valuesOf(project: ProjectRecord | null): Map<number, BuildingValues> {
  const values = (building: Readonly<Building>): BuildingValues => {
    const row = { project: project!, building }
    const { addresses, parcels } = building
    const own = { names: namesOfBuilding(row), addresses, parcels: parcels ?? [] }
    return { project_id: project!.id, ...factsOfBuilding(row), ...own }
  }
  return new Map((project?.buildings ?? []).map((building) => [building.id, values(building)]))
}

export function buildingEvents(makeEvent: MakeEvent, { before, after }: ProjectStates): EventDraft[] {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  return [
    ...[...was.keys()]
      .filter((id) => !is.has(id))
      .map((id): EventDraft => makeEvent('building.removed', 'building', id)),
    ...[...is].flatMap(([id, values]) => {
      const previous = was.get(id)
      return previous ? changeEvents(makeEvent, id, previous, values) : [makeEvent('building.created', 'building', id)]
    }),
  ]
}

const ADDRESS_FIELDS = ['address', 'addresses']

/** Addresses have an event of their own, as prices of a project have. */
function changeEvents(makeEvent: MakeEvent, id: number, was: BuildingValues, is: BuildingValues): EventDraft[] {
  const changes = changesBetween({ ...was }, { ...is }, new Set())
  const addresses = changes.filter(({ field }) => ADDRESS_FIELDS.includes(field))
  const others = changes.filter(({ field }) => !ADDRESS_FIELDS.includes(field))
  return [
    ...(addresses.length > 0 ? [makeEvent('building.address_changed', 'building', id, addresses)] : []),
    ...(others.length > 0 ? [makeEvent('building.updated', 'building', id, others)] : []),
  ]
}

/**
 * A merge moves a building to the survivor under the same id: one project loses it, another gets it, in any order. The
 * building still exists, so that a copy that follows the events must not delete it.
 */
export class BuildingMoves {
  readonly #left = new Map<number, BuildingValues>()
  readonly #arrived = new Map<number, { readonly project: ProjectRecord; readonly values: BuildingValues }>()

  add({ before, after }: ProjectStates): void {
    const [was, is] = [valuesOf(before), valuesOf(after)]
    for (const [id, values] of was) if (!is.has(id)) this.#left.set(id, values)
    for (const [id, values] of is) if (!was.has(id)) this.#arrived.set(id, { project: after!, values })
  }

  /** Replaces the events that remove and create a moved building by those that change it. */
  applyTo(events: readonly EventDraft[]): EventDraft[] {
    return events.flatMap((event) => {
      const id = Number(event.resource_id)
      const was = event.resource_type === 'building' ? this.#left.get(id) : undefined
      const is = was && this.#arrived.get(id)
      if (!was || !is) return [event]
      if (event.type === 'building.removed') return []
      if (event.type !== 'building.created') return [event]
      return changeEvents(eventMaker(is.project), id, was, is.values)
    })
  }
}
