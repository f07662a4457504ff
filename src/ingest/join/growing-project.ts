// What the rows of a project say together, while rows join it. Pure.
import { municipalityOf } from './municipality.ts'
import type { Point, RowFacts } from './row-facts.ts'
import { pointsOf } from './row-facts.ts'
import type { ComparedRow, ProjectFacts } from './same-building.ts'
import { cityKey, postalArea } from './same-building.ts'

export interface GrowingProject extends ProjectFacts {
  readonly number: number
  /** The rank of the first of its sources to join. */
  readonly rank: number
  readonly anchor: number
  readonly rows: number[]
  readonly points: Point[]
  readonly corporations: NonNullable<RowFacts['corporation']>[]
  readonly postalAreas: Set<string>
  readonly cities: Set<string>
  readonly municipalities: Map<string, string>
  readonly streets: Set<number>
}

export function emptyProject(number: number, rank: number, anchor: number): GrowingProject {
  const sets = { postalAreas: new Set<string>(), cities: new Set<string>(), streets: new Set<number>() }
  return { number, rank, anchor, rows: [], points: [], corporations: [], municipalities: new Map(), ...sets }
}

export function addRow(project: GrowingProject, row: number, { facts, streets }: ComparedRow): void {
  project.rows.push(row)
  project.points.push(...pointsOf(facts))
  if (facts.corporation) project.corporations.push(facts.corporation)
  const area = postalArea(facts)
  if (area !== null) project.postalAreas.add(area)
  project.cities.add(cityKey(facts))
  const { key, name } = municipalityOf(facts)
  if (key !== null) project.municipalities.set(key, name)
  for (const street of streets) project.streets.add(street)
}

/** The projects of a text, each once, in the order in which they got it. */
export class ProjectsByText {
  readonly #projects = new Map<string, GrowingProject[]>()

  add(text: string, project: GrowingProject): void {
    const list = this.#projects.get(text)
    if (list === undefined) this.#projects.set(text, [project])
    else if (!list.includes(project)) list.push(project)
  }

  with(text: string | null): readonly GrowingProject[] {
    return (text === null ? undefined : this.#projects.get(text)) ?? []
  }
}
