// Decides which rows describe one building. The order of imports has no influence. Pure.
import type { MatchStrategy } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { at } from '../../kernel/at.ts'
import type { Decision, RowRef } from './decisions.ts'
import { DecidedRows, refKey } from './decisions.ts'
import type { GrowingProject } from './growing-project.ts'
import { addRow, emptyProject, ProjectsByText } from './growing-project.ts'
import type { JoinKeys } from './join-keys.ts'
import { shareName } from './join-keys.ts'
import type { RowFacts } from './row-facts.ts'
import { addressKeys, corporationKey, matchBuildingsOf, pointsOf } from './row-facts.ts'
import { RowsByKey } from './rows-by-key.ts'
import { contradiction, corporationContradiction, distanceMetres } from './same-building.ts'
import type { TrustOrder } from './trust-order.ts'

export interface JoinRow extends RowRef, JoinKeys {
  readonly facts: RowFacts
  /** The address that a person corrected it to. */
  readonly correctedAddress: string | null
}

/** Rows are named by their number in the list. */
export interface JoinResult {
  /** The rows of each project, by trust. The project is made from the first, its anchor. */
  readonly projects: readonly (readonly number[])[]
  /** Rows without a project. `holder` is the anchor of the project that has the address. */
  readonly waiting: ReadonlyMap<number, { readonly holder: number | null }>
  /** For a person to decide. Until then the rows stay apart. */
  readonly doubts: readonly Doubt[]
  /** Why rows joined a project of a more trusted source. Rows that people put together are not among them. */
  readonly reasons: ReadonlyMap<number, JoinReason>
}

/** `shared_address`: another civic address of the building. `similar_address`: it is written differently. */
export type JoinRule = 'corporation' | 'address' | 'shared_address' | 'similar_address'

export interface JoinReason {
  readonly rule: JoinRule
  /** What both have: the corporation, or the address. */
  readonly value: string
  /** To the nearest point of the project. */
  readonly distanceM: number | null
}

export interface Doubt {
  readonly row: number
  /** The anchor of the other project. */
  readonly other: number
  readonly confidence: number
  readonly distanceM: number | null
  readonly reason: string
}

/** `rule` is how the project was found. */
type Found = {
  readonly project: GrowingProject
  readonly rule: JoinRule
  readonly doubt: Doubt | null
} | null

/** Strategies that need the same civic number and street spelling: a misspelt street may be another street. */
const SAME_ADDRESS: readonly MatchStrategy[] = ['exact_address', 'alias_address', 'range_address', 'partial_address']
/** Matching takes up to a millisecond a row. */
const ROWS_PER_STEP = 32
const ROWS_PER_REPORT = 1024
/** Below this, a match is not even worth a person's time. */
const MIN_DOUBT = 0.5

export function* joinRowsInSteps(
  rows: readonly JoinRow[],
  order: TrustOrder,
  decisions: readonly Decision[],
  isKnownStreet: (street: number) => boolean = knownStreets(rows),
  onProgress: (done: number) => void = () => {},
): Generator<void, JoinResult> {
  const joiner = new Joiner(rows, order, decisions, isKnownStreet)
  yield* joiner.run(onProgress)
  const { waiting, doubts, reasons } = joiner
  return { projects: joiner.projects(), waiting, doubts, reasons }
}

/** From this many rows on, the name of a street is right. */
export const MIN_ROWS_OF_STREET = 3

/** Of all rows that exist. */
export function knownStreets(rows: readonly JoinRow[]): (street: number) => boolean {
  const counts = new Map<number, number>()
  for (const { streets } of rows) for (const street of streets) counts.set(street, (counts.get(street) ?? 0) + 1)
  return (street) => (counts.get(street) ?? 0) >= MIN_ROWS_OF_STREET
}

class Joiner {
  readonly waiting = new Map<number, { holder: number | null }>()
  readonly doubts: Doubt[] = []
  readonly reasons = new Map<number, JoinReason>()
  readonly #rows: readonly JoinRow[]
  readonly #order: TrustOrder
  readonly #decided: DecidedRows
  readonly #isKnownStreet: (street: number) => boolean
  readonly #projects: GrowingProject[] = []
  readonly #byAddress = new Map<string, GrowingProject>()
  readonly #byLine = new ProjectsByText()
  readonly #byCorporation = new ProjectsByText()
  readonly #done = new Set<number>()
  readonly #projectOf = new Map<number, GrowingProject>()
  /** Made when a row first needs it. */
  #rowsByKey: RowsByKey | null = null

  constructor(
    rows: readonly JoinRow[],
    order: TrustOrder,
    decisions: readonly Decision[],
    isKnownStreet: (street: number) => boolean,
  ) {
    this.#isKnownStreet = isKnownStreet
    this.#rows = rows
    this.#order = order
    const numbers = decisions.length === 0 ? new Map() : new Map(rows.map((row, at) => [refKey(row), at]))
    this.#decided = new DecidedRows(decisions, numbers)
  }

  projects(): readonly (readonly number[])[] {
    return this.#projects.map(({ anchor, rows }) => [
      anchor,
      ...rows.filter((row) => row !== anchor).sort((a, b) => this.#order.compare(at(this.#rows, a), at(this.#rows, b))),
    ])
  }

  *run(onProgress: (done: number) => void): Generator<void> {
    const ordered = Array.from(this.#rows.keys()).sort(this.#compare)
    for (const [at, row] of ordered.entries()) {
      if (at % ROWS_PER_REPORT === 0) onProgress(at)
      if (at % ROWS_PER_STEP === 0) yield
      if (this.#done.has(row)) continue
      const together = [...this.#decided.togetherWith(row)].sort(this.#compare)
      for (const one of together) this.#done.add(one)
      this.#place(together)
    }
  }

  /** Within a source, corrected addresses come first: otherwise another row could take the address. */
  readonly #compare = (a: number, b: number): number => {
    const [rowA, rowB] = [at(this.#rows, a), at(this.#rows, b)]
    if (rowA.source !== rowB.source) return this.#rank(a) - this.#rank(b)
    const corrected = Number(rowB.correctedAddress !== null) - Number(rowA.correctedAddress !== null)
    return corrected || this.#order.compare(rowA, rowB)
  }

  /** `rows` belong together by a person's decision; usually it is one row. */
  #place(rows: readonly number[]): void {
    let doubt: Doubt | null = null
    for (const row of rows) {
      const found = this.#find(row, rows)
      if (found === null) continue
      if (found.doubt === null) {
        const { project, rule } = found
        const { address, corporation } = at(this.#rows, row).facts
        const value = rule === 'corporation' ? `${corporation!.registry} ${corporation!.number}` : address
        this.reasons.set(row, { rule, value, distanceM: this.#distance(row, project) })
        this.#add(project, rows)
        return
      }
      doubt ??= found.doubt
    }
    if (doubt && !this.doubts.some(({ row, other }) => row === doubt.row && other === doubt.other))
      this.doubts.push(doubt)
    const creating = rows.filter((row) => this.#order.createsProjects(at(this.#rows, row).source))
    const anchor = creating.find((row) => !this.#decided.isSubordinate(row)) ?? creating[0]
    const key = anchor === undefined ? '' : this.#addressKey(anchor)
    const holder = anchor === undefined ? null : (this.#byAddress.get(key)?.anchor ?? null)
    if (anchor === undefined || holder !== null) {
      for (const row of rows) this.waiting.set(row, { holder })
      return
    }
    const rank = Math.min(...rows.map((row) => this.#rank(row)))
    const project = emptyProject(this.#projects.length, rank, anchor)
    this.#projects.push(project)
    this.#byAddress.set(key, project)
    this.#add(project, rows)
  }

  #add(project: GrowingProject, rows: readonly number[]): void {
    for (const row of rows) {
      const joining = at(this.#rows, row)
      addRow(project, row, joining)
      this.#projectOf.set(row, project)
      for (const line of addressKeys(joining.facts)) this.#byLine.add(line, project)
      const corporation = corporationKey(joining.facts)
      if (corporation !== null) this.#byCorporation.add(corporation, project)
    }
  }

  #rank(row: number): number {
    return this.#order.joinRank(at(this.#rows, row).source)
  }

  #addressKey(row: number): string {
    const { correctedAddress, facts } = at(this.#rows, row)
    return foldText(correctedAddress ?? facts.address)
  }

  /** Finds a project with a row of a more trusted source. Two rows of one source are two projects. */
  #find(row: number, together: readonly number[]): Found {
    const { facts } = at(this.#rows, row)
    const rank = this.#rank(row)
    if (rank === 0) return null
    const isOpen = (project: GrowingProject | undefined): project is GrowingProject =>
      project !== undefined && project.rank < rank && !this.#decided.areApart(together, project.rows)
    const registered = this.#byCorporation.with(corporationKey(facts)).filter(isOpen)
    const credible = registered.filter((project) => this.#wrongNumber(row, project) === null)
    if (credible.length === 1) return { project: at(credible, 0), rule: 'corporation', doubt: null }
    // Even if the row joins by its address, a person must look at the number.
    if (registered[0] && credible.length === 0) {
      const { doubt } = this.#doubt(row, registered[0], 0.5, this.#wrongNumber(row, registered[0])!)
      this.doubts.push(doubt)
    }
    const atAddress = this.#byAddress.get(this.#addressKey(row))
    if (isOpen(atAddress)) return this.#check(row, atAddress, 1, 'address')
    const atLines = new Set(addressKeys(facts).flatMap((line) => this.#byLine.with(line).filter(isOpen)))
    const [first, second] = atLines
    if (first && second) return this.#doubt(row, first, 0.5, 'Two buildings have this address.')
    if (first) return this.#check(row, first, 1, 'shared_address')
    return this.#match(row, rank, isOpen)
  }

  #wrongNumber(row: number, project: GrowingProject): string | null {
    return corporationContradiction(at(this.#rows, row), project, this.#distance(row, project))
  }

  /**
   * Among the projects of more trusted sources that share a key with the row, and no others: so a row depends only on
   * rows that it is connected to by keys, and those can be joined without the rest.
   */
  #match(row: number, rank: number, isOpen: (project: GrowingProject | undefined) => boolean): Found {
    const projects = this.#nearby(row).filter((project) => project.rank < rank)
    if (projects.length === 0) return null
    const { facts } = at(this.#rows, row)
    const matcher = createMatcher(this.#buildingsOf(projects))
    const { address, city, province, postal, name } = facts
    const [lat, lng] = pointsOf(facts)[0] ?? [null, null]
    const query = { address, city, province, postal, lat, lng, building_name: name }
    const { candidates, action, outcome } = matcher.match(query)
    const best = candidates.find(({ group }) => isOpen(this.#projects[Number(group)]))
    if (!best || action === 'reject') return null
    const project = at(this.#projects, Number(best.group))
    const { confidence } = best
    if (outcome === 'ambiguous') return this.#doubt(row, project, confidence, 'Several buildings fit this address.')
    if (confidence < MIN_DOUBT) return null
    if (best !== candidates[0] || action !== 'accept')
      return this.#doubt(row, project, confidence, 'The address is not certain enough.')
    if (!SAME_ADDRESS.includes(best.strategy))
      return this.#doubt(row, project, confidence, 'The street or the civic number is written differently.')
    return this.#check(row, project, confidence, 'similar_address')
  }

  #distance(row: number, project: GrowingProject): number | null {
    return distanceMetres(pointsOf(at(this.#rows, row).facts), project.points)
  }

  #check(row: number, project: GrowingProject, confidence: number, rule: JoinRule): Found {
    const reason = contradiction(at(this.#rows, row), project, this.#distance(row, project))
    return reason === null ? { project, rule, doubt: null } : this.#doubt(row, project, confidence, reason)
  }

  #doubt(row: number, project: GrowingProject, confidence: number, reason: string) {
    const doubt: Doubt = {
      row,
      other: project.anchor,
      confidence,
      distanceM: this.#distance(row, project),
      reason,
    }
    return { project, rule: 'similar_address' as const, doubt }
  }

  /** A row on a street that exists in its city is compared only with that street, and with buildings of its name. */
  #nearby(row: number): GrowingProject[] {
    this.#rowsByKey ??= new RowsByKey(this.#rows.map(({ keys }) => keys))
    const { facts, keys, streets } = at(this.#rows, row)
    const sharing = this.#rowsByKey.sharing(keys)
    const isSure = streets.some(this.#isKnownStreet)
    const isNear = (one: JoinRow) =>
      !isSure || one.streets.some((street) => streets.includes(street)) || shareName(facts, one.facts)
    const near = sharing.filter((one) => this.#projectOf.has(one) && isNear(at(this.#rows, one)))
    const projects = new Set(near.map((one) => this.#projectOf.get(one)!))
    return [...projects].sort((a, b) => a.number - b.number)
  }

  *#buildingsOf(projects: readonly GrowingProject[]) {
    for (const { number, rows } of projects)
      for (const row of rows) yield* matchBuildingsOf(at(this.#rows, row).facts, String(row), String(number))
  }
}
