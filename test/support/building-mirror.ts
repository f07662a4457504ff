// A copy of all buildings that is kept up to date by events alone.
import { factsOfBuilding, namesOfBuilding } from '../../src/catalog/records/building-facts.ts'
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'
import type { EventDraft } from '../../src/events/event-types.ts'

type Copy = Record<string, unknown>

/** Every building of the projects, by id, with the values that its events are about. */
export function buildingsOf(projects: Iterable<ProjectRecord>): Map<number, Copy> {
  const copies = new Map<number, Copy>()
  for (const project of projects)
    for (const building of project.buildings) {
      const row = { project, building }
      const { addresses } = building
      copies.set(building.id, {
        ...factsOfBuilding(row),
        project_id: project.id,
        names: namesOfBuilding(row),
        addresses,
      })
    }
  return copies
}

export class BuildingMirror {
  readonly copies: Map<number, Copy>

  constructor(projects: Iterable<ProjectRecord>) {
    this.copies = buildingsOf(projects)
  }

  /** A new building is read from the current data; a changed one gets the values of its event. */
  apply(events: readonly EventDraft[], now: Iterable<ProjectRecord>): void {
    const current = buildingsOf(now)
    for (const { type, resource_type, resource_id, body } of events) {
      if (resource_type !== 'building') continue
      const id = Number(resource_id)
      if (type === 'building.created') {
        if (this.copies.has(id)) throw new Error(`building ${id} was created twice`)
        this.copies.set(id, current.get(id)!)
      } else if (!this.copies.has(id)) throw new Error(`${type} about an unknown building ${id}`)
      else if (type === 'building.removed') this.copies.delete(id)
      else
        this.copies.set(id, {
          ...this.copies.get(id),
          ...Object.fromEntries(body.changes.map(({ field, to }) => [field, to])),
        })
    }
  }
}
