// Gives each group of rows its project id, and finds the projects that must be composed again. Pure.

export interface StoredRow {
  readonly source: string
  readonly key: string
  /** The project that the row belonged to before. */
  readonly project_id: number | null
  /** The project that it was last the anchor of. */
  readonly home_id: number | null
  readonly is_anchor: boolean
  /** Position among the rows that this import brought or brought back; null for a row that was there before. */
  readonly arrival: number | null
  /** True when its content is new. */
  readonly isChanged: boolean
  /** True when it still has the address of its project. */
  readonly keepsAddress: boolean
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
  /** Former projects of rows that moved or wait → the project that has these rows now. Some were removed long ago. */
  readonly successors: ReadonlyMap<number, number>
}

export interface AssignInput {
  readonly rows: readonly StoredRow[]
  readonly groups: readonly (readonly number[])[]
  /** Rows without a project, and the anchor of the project that has their address. */
  readonly waiting: ReadonlyMap<number, { readonly holder: number | null }>
  /** All projects that exist. */
  readonly existing: Iterable<number>
  /** Projects whose rows left or moved. */
  readonly touched: ReadonlySet<number>
  /** Whether rows may return to a project that they left. */
  readonly canReturnTo: (id: number) => boolean
  readonly nextId: () => number
}

export function assignProjects(input: AssignInput): Assignment {
  const { rows, groups, existing, touched } = input
  const ids = claimIds(input)
  const remaining = new Set(ids)
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
  const successors = findSuccessors(input, projectOf, remaining)
  const removed = new Map<number, number | null>()
  for (const id of existing) if (!remaining.has(id)) removed.set(id, successors.get(id) ?? null)
  return { projects, removed, successors }
}

interface Claim {
  readonly group: number
  readonly id: number
  /** The lowest goes first. */
  readonly strength: number
  readonly isAnchor: boolean
}

/**
 * An id stays with its address, then with the anchor, then with any row that stayed: callers know a building by it. A row
 * that returns must not take the project of those who stayed. Of several projects that become one, the oldest remains.
 */
function claimIds({ rows, groups, canReturnTo, nextId }: AssignInput): number[] {
  const claims = groups.flatMap((group, at) => group.flatMap((row) => claimsOf(rows[row]!, at, canReturnTo)))
  claims.sort(
    (a, b) => a.strength - b.strength || a.id - b.id || Number(b.isAnchor) - Number(a.isAnchor) || a.group - b.group,
  )
  const ids = new Map<number, number>()
  const taken = new Set<number>()
  for (const { group, id } of claims) {
    if (ids.has(group) || taken.has(id)) continue
    ids.set(group, id)
    taken.add(id)
  }
  // New projects get ids in the order of the file, as people expect.
  const arrivalOf = (at: number) => rows[groups[at]![0]!]!.arrival ?? -1
  const unnumbered = [...groups.keys()].filter((at) => !ids.has(at)).sort((a, b) => arrivalOf(a) - arrivalOf(b))
  for (const at of unnumbered) ids.set(at, nextId())
  return groups.map((_, at) => ids.get(at)!)
}

function claimsOf(row: StoredRow, group: number, canReturnTo: (id: number) => boolean): Claim[] {
  const { project_id, home_id, is_anchor: isAnchor, arrival, keepsAddress } = row
  const strength = arrival !== null ? 3 : keepsAddress ? 0 : isAnchor ? 1 : 2
  const current = project_id === null ? [] : [{ group, id: project_id, strength, isAnchor }]
  if (home_id === null || home_id === project_id || !canReturnTo(home_id)) return current
  return [...current, { group, id: home_id, strength: 4, isAnchor }]
}

function findSuccessors(
  { rows, groups, waiting }: AssignInput,
  projectOf: ReadonlyMap<number, number>,
  remaining: ReadonlySet<number>,
): Map<number, number> {
  const successors = new Map<number, number>()
  const lead = (row: StoredRow, into: number | undefined) => {
    if (into === undefined) return
    for (const id of [row.project_id, row.home_id])
      if (id !== null && !remaining.has(id) && !successors.has(id)) successors.set(id, into)
  }
  const moved = groups.flat().filter((at) => rows[at]!.project_id !== projectOf.get(at))
  moved.sort((a, b) => Number(rows[b]!.is_anchor) - Number(rows[a]!.is_anchor))
  for (const at of moved) lead(rows[at]!, projectOf.get(at))
  for (const [at, { holder }] of waiting) lead(rows[at]!, holder === null ? undefined : projectOf.get(holder))
  return successors
}
