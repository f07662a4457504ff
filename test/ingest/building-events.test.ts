// Events about buildings: a copy that follows them equals the data, for any change.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Building } from '../../src/catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'
import { BuildingMoves, buildingEvents } from '../../src/ingest/publish/building-events.ts'
import { eventMaker } from '../../src/ingest/publish/change-events.ts'
import { dataset } from '../demo/dataset.ts'
import { BuildingMirror, buildingsOf } from '../support/building-mirror.ts'
import { snapshotOf } from '../support/snapshots.ts'

type Projects = ReadonlyMap<number, ProjectRecord>
type Edit = (projects: Map<number, ProjectRecord>, at: number, value: number) => void

const START: Projects = new Map(
  snapshotOf(dataset(8))
    .projects.toArray()
    .map((project) => [project.id, project]),
)

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]
const towerOf = ({ id, buildings }: ProjectRecord, value: number): Building => ({
  ...buildings[0]!,
  id: id * 1000 + value,
  project_id: id,
  name: value % 2 ? `Tower ${value}` : null,
  storeys: value % 3 ? value : null,
})

const change =
  (edit: (project: ProjectRecord, value: number) => Partial<ProjectRecord>): Edit =>
  (projects, at, value) => {
    const project = pick([...projects.values()], at)
    if (project) projects.set(project.id, { ...project, ...edit(project, value) })
  }
const changeTower = (edit: (tower: Building, value: number) => Partial<Building>): Edit =>
  change(({ buildings }, value) => ({
    buildings: buildings.map((tower, i) =>
      i === value % buildings.length ? { ...tower, ...edit(tower, value) } : tower,
    ),
  }))

const EDITS: Readonly<Record<string, Edit>> = {
  rename: change((_, value) => ({ name: `House ${value}` })),
  alias: change((_, value) => ({ aliases: [`Alias ${value}`] })),
  point: change((_, value) => ({ latitude: 43 + value / 100, longitude: -79 })),
  storeys: change((_, value) => ({ storeys: value % 3 ? value : null })),
  units: change((_, value) => ({ units_total: value })),
  postal: change((_, value) => ({ postal_code: value % 2 ? 'M5V 1A1' : null })),
  price: change((_, value) => ({ price_from: value })),
  city: change((_, value) => ({ city_name: value % 2 ? 'Toronto' : 'North York' })),
  tower: changeTower((_, value) => ({ storeys: value % 2 ? value : null, year_built: 1900 + value })),
  towerPoint: changeTower((_, value) => ({ latitude: value % 2 ? 44 : null, longitude: value % 2 ? -79 : null })),
  address: changeTower(({ addresses }, value) => ({
    addresses: [...addresses, { line: `${value} New St`, kind: 'marketing', valid_from: null, valid_to: null }],
  })),
  addTower: change((project, value) => {
    const tower = towerOf(project, value)
    return project.buildings.some(({ id }) => id === tower.id) ? {} : { buildings: [...project.buildings, tower] }
  }),
  removeTower: change(({ buildings }, value) =>
    buildings.length > 1 ? { buildings: buildings.filter((_, i) => i !== value % buildings.length) } : {},
  ),
  removeProject: (projects, at) => {
    const project = pick([...projects.values()], at)
    if (project && projects.size > 1) projects.delete(project.id)
  },
  restoreProject: (projects, at) => {
    const project = pick([...START.values()], at)!
    const taken = new Set([...projects.values()].flatMap(({ buildings }) => buildings.map(({ id }) => id)))
    if (!projects.has(project.id) && !project.buildings.some(({ id }) => taken.has(id)))
      projects.set(project.id, project)
  },
  // As a merge does: the survivor gets the buildings under their ids.
  merge: (projects, at, value) => {
    const list = [...projects.values()]
    const [from, into] = [pick(list, at)!, pick(list, value)!]
    if (from.id === into.id) return
    projects.delete(from.id)
    const moved = from.buildings.map((tower) => ({ ...tower, project_id: into.id, name: tower.name ?? from.name }))
    projects.set(into.id, { ...into, buildings: [...into.buildings, ...moved] })
  },
}

/** The events of one version; its projects are written in any order. */
function eventsBetween(was: Projects, is: Projects, reversed: boolean) {
  const ids = [...new Set([...was.keys(), ...is.keys()])]
  const moves = new BuildingMoves()
  const events = (reversed ? ids.reverse() : ids).flatMap((id) => {
    const states = { before: was.get(id) ?? null, after: is.get(id) ?? null }
    moves.add(states)
    return buildingEvents(eventMaker((states.after ?? states.before)!), states)
  })
  return moves.applyTo(events)
}

const version = fc.record({
  edits: fc.array(fc.tuple(fc.constantFrom(...Object.keys(EDITS)), fc.nat(50), fc.nat(50)), {
    minLength: 1,
    maxLength: 4,
  }),
  reversed: fc.boolean(),
})

it('keep a copy of all buildings exact through any edits, merges, removals and returns', () => {
  fc.assert(
    fc.property(fc.array(version, { minLength: 1, maxLength: 6 }), (versions) => {
      let projects: Projects = START
      const mirror = new BuildingMirror(projects.values())
      for (const { edits, reversed } of versions) {
        const next = new Map(projects)
        for (const [name, at, value] of edits) EDITS[name]!(next, at, value)
        mirror.apply(eventsBetween(projects, next, reversed), next.values())
        projects = next
        expect(mirror.copies).toEqual(buildingsOf(projects.values()))
      }
    }),
    { numRuns: 300 },
  )
})

it('do not repeat changes of the project that are not about the building', () => {
  const [project] = START.values()
  const states = { before: project!, after: { ...project!, price_from: 1, sales_status: 'sold_out' as const } }
  expect(buildingEvents(eventMaker(project!), states)).toEqual([])
})

it('change a moved building instead of removing and creating it', () => {
  const [from, into] = [...START.values()].filter(({ buildings }) => buildings.length === 1)
  const next = new Map(START)
  next.delete(from!.id)
  const tower = { ...from!.buildings[0]!, project_id: into!.id, name: from!.name }
  next.set(into!.id, { ...into!, buildings: [...into!.buildings, tower] })
  for (const reversed of [false, true]) {
    const moved = eventsBetween(START, next, reversed).filter(({ resource_id }) => resource_id === String(tower.id))
    expect(moved.some(({ type }) => type === 'building.removed' || type === 'building.created')).toBe(false)
    expect(moved.find(({ type }) => type === 'building.updated')).toMatchObject({
      project_id: into!.id,
      body: { changes: expect.arrayContaining([{ field: 'project_id', from: from!.id, to: into!.id }]) },
    })
  }
})
