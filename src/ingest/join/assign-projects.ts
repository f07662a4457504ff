// Gives each group of rows its project id, and finds the projects that must be composed again. Pure.

export interface StoredRow {
  readonly source: string
  readonly key: string
  /** The project that the row belonged to before. */
  readonly project_id: number | null
  readonly is_anchor: boolean
  /** The last project that was made from this row. */
  readonly own_project_id: number | null
  /** Position among the rows that this import brought or brought back; null for a row that was there before. */
  readonly arrival: number | null
  /** True when its content is new. */
  readonly isChanged: boolean
}

export interface AssignedProject {
  readonly id: number
  /** Numbers of its rows; the first is the anchor. */
  readonly rows: readonly number[]
  readonly isAffected: boolean
}

export interface Assignment {
  readonly projects: readonly AssignedProject[]
  /** Projects without rows → the project that has their rows now, if any. */
  readonly removed: ReadonlyMap<number, number | null>
}

export interface AssignInput {
  readonly rows: readonly StoredRow[]
  readonly groups: readonly (readonly number[])[]
  /** All projects that exist. */
  readonly existing: Iterable<number>
  /** Projects whose rows left or moved. */
  readonly touched: ReadonlySet<number>
  /** True for a former project that ended. */
  readonly isFree: (id: number) => boolean
  readonly nextId: () => number
}

export function assignProjects(input: AssignInput): Assignment {
  const { rows, groups, existing, touched } = input
  const ids = claimIds(input)
  const projectOf = new Map<number, number>()
  for (const [at, group] of groups.entries()) for (const row of group) projectOf.set(row, ids[at]!)
  const anchors = new Set(groups.map((group) => group[0]!))
  const affected = new Set(touched)
  for (const [at, row] of rows.entries()) {
    const id = projectOf.get(at)
    if (row.project_id !== null && row.project_id !== id) affected.add(row.project_id)
    if (id === undefined) continue
    if (row.isChanged || row.project_id !== id || row.is_anchor !== anchors.has(at)) affected.add(id)
  }
  const projects = groups.map((group, at) => ({ id: ids[at]!, rows: group, isAffected: affected.has(ids[at]!) }))
  return { projects, removed: removedProjects(rows, projectOf, existing, new Set(ids)) }
}

/**
 * A project keeps the id of its anchor, else of another of its rows. When two groups want one id, a row that was the
 * anchor all along goes first: a row that returns must not take the project of those who stayed. A row that is taken
 * out of its project gets the project back that was made from it before.
 */
function claimIds({ rows, groups, isFree, nextId }: AssignInput): number[] {
  const ids = new Map<number, number>()
  const taken = new Set<number>()
  const claim = (
    mayClaim: (row: StoredRow, isAnchor: boolean) => boolean,
    wantedBy: (row: StoredRow) => number | null = ({ project_id }) => project_id,
  ) => {
    for (const [at, group] of groups.entries()) {
      if (ids.has(at)) continue
      const claimant = group.find((number) => {
        const row = rows[number]!
        const wanted = wantedBy(row)
        return wanted !== null && !taken.has(wanted) && mayClaim(row, number === group[0])
      })
      if (claimant === undefined) continue
      const id = wantedBy(rows[claimant]!)!
      ids.set(at, id)
      taken.add(id)
    }
  }
  claim((row, isAnchor) => isAnchor && row.is_anchor && row.arrival === null)
  claim((row) => row.is_anchor && row.arrival === null)
  claim((_, isAnchor) => isAnchor)
  claim(() => true)
  claim(
    ({ own_project_id }) => isFree(own_project_id!),
    ({ own_project_id }) => own_project_id,
  )
  // New projects get ids in the order of the file, as people expect.
  const arrivalOf = (at: number) => rows[groups[at]![0]!]!.arrival ?? -1
  const unnumbered = [...groups.keys()].filter((at) => !ids.has(at)).sort((a, b) => arrivalOf(a) - arrivalOf(b))
  for (const at of unnumbered) ids.set(at, nextId())
  return groups.map((_, at) => ids.get(at)!)
}

function removedProjects(
  rows: readonly StoredRow[],
  projectOf: ReadonlyMap<number, number>,
  existing: Iterable<number>,
  remaining: ReadonlySet<number>,
): Map<number, number | null> {
  const removed = new Map<number, number | null>()
  for (const id of existing) if (!remaining.has(id)) removed.set(id, null)
  for (const [at, { project_id }] of rows.entries()) {
    if (project_id === null || removed.get(project_id) !== null) continue
    removed.set(project_id, projectOf.get(at) ?? null)
  }
  return removed
}
