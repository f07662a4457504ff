// The corrections and merges in force while a publish runs.
import type { Transaction } from 'kysely'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import { sameValue } from '../record/same-value.ts'
import type { CorrectionInForce } from './corrections.ts'
import { applyCorrections, markCorrected, removeCorrections } from './corrections.ts'
import type { MergeInForce } from './merge-additions.ts'
import { addNamesAndAddresses, addTowers, removeAdditions } from './merge-additions.ts'
import './override-tables.ts'

type Tx = Transaction<Tables>

export class Overrides {
  readonly #corrections: ReadonlyMap<number, readonly CorrectionInForce[]>
  readonly #merges: ReadonlyMap<number, readonly MergeInForce[]>
  readonly #merged: ReadonlySet<number>
  readonly #lapsed = new Set<string>()
  readonly #unsaved: string[] = []

  private constructor(
    corrections: ReadonlyMap<number, readonly CorrectionInForce[]>,
    merges: ReadonlyMap<number, readonly MergeInForce[]>,
  ) {
    this.#corrections = corrections
    this.#merges = merges
    this.#merged = new Set([...merges.values()].flatMap((list) => list.map(({ from_id }) => from_id)))
  }

  static async load(tx: Tx, dataset: Dataset): Promise<Overrides> {
    const corrections = await tx
      .selectFrom('corrections')
      .select(['id', 'project_id', 'field', 'value', 'source_value', 'version'])
      .where('dataset', '=', dataset)
      .where('state', '=', 'in_force')
      .orderBy('version')
      .orderBy('id')
      .execute()
    const merges = await tx
      .selectFrom('merges')
      .select(['id', 'from_id', 'into_id', 'from_address', 'additions', 'version'])
      .where('dataset', '=', dataset)
      .where('state', '=', 'in_force')
      .orderBy('version')
      .execute()
    return new Overrides(
      groupBy(corrections, (row) => row.project_id),
      groupBy(merges as MergeInForce[], (row) => row.into_id),
    )
  }

  correctionsOf(projectId: number): readonly CorrectionInForce[] {
    return (this.#corrections.get(projectId) ?? []).filter(({ id }) => !this.#lapsed.has(id))
  }

  /** True for a project that a person merged into another. */
  isMerged(projectId: number): boolean {
    return this.#merged.has(projectId)
  }

  mergesInto(projectId: number): readonly MergeInForce[] {
    return this.#merges.get(projectId) ?? []
  }

  /** Addresses of merged projects, each with the final survivor: a row with such an address is about the survivor. */
  formerAddresses(): { readonly address: string; readonly projectId: number }[] {
    const merges = [...this.#merges.values()].flat()
    const next = new Map(merges.map(({ from_id, into_id }) => [from_id, into_id]))
    return merges.map(({ into_id, from_address }) => {
      let survivor = into_id
      for (let step = 0; next.has(survivor) && step < merges.length; step++) survivor = next.get(survivor)!
      return { address: from_address, projectId: survivor }
    })
  }

  /** All addresses that people corrected, with their projects. */
  correctedAddresses(): { readonly address: string; readonly projectId: number }[] {
    return [...this.#corrections.keys()].flatMap((projectId) =>
      this.correctedAddressesOf(projectId).map((address) => ({ address, projectId })),
    )
  }

  correctedAddressesOf(projectId: number): string[] {
    return (this.#corrections.get(projectId) ?? []).flatMap(({ field, value }) =>
      field === 'address' ? [value as string] : [],
    )
  }

  /** The corrected address of a project whose source reports `reported`. */
  addressOf(projectId: number | undefined, reported: string): string {
    if (projectId === undefined) return reported
    const found = this.correctionsOf(projectId).find(({ field }) => field === 'address')
    return found && sameValue(found.source_value, reported) ? (found.value as string) : reported
  }

  /** Applies all overrides. A correction lapses here when its source reports a new value. */
  apply(reported: ProjectRecord, merges = this.mergesInto(reported.id)): ProjectRecord {
    const corrections = this.correctionsOf(reported.id)
    if (corrections.length === 0 && merges.length === 0) return reported
    const { project, lapsed } = applyCorrections(addTowers(reported, merges), corrections)
    for (const { id } of lapsed) {
      this.#lapsed.add(id)
      this.#unsaved.push(id)
    }
    const inForce = this.correctionsOf(reported.id)
    return addNamesAndAddresses(markCorrected(project, inForce), merges, inForce)
  }

  /** Returns the project as the sources report it. */
  remove(project: ProjectRecord): ProjectRecord {
    const merges = this.mergesInto(project.id)
    // Corrections go first: a building that a merge added can be corrected.
    return removeAdditions(removeCorrections(project, this.correctionsOf(project.id)), merges)
  }

  /** The values that corrections are compared with: as reported, with the buildings that merges added. */
  asReported(project: ProjectRecord): ProjectRecord {
    return addTowers(this.remove(project), this.mergesInto(project.id))
  }

  /** Returns the project as it is when one correction ends. */
  without(project: ProjectRecord, correctionId: string): ProjectRecord {
    const merges = this.mergesInto(project.id)
    const corrections = this.correctionsOf(project.id).filter(({ id }) => id !== correctionId)
    const { project: corrected } = applyCorrections(this.asReported(project), corrections)
    return addNamesAndAddresses(markCorrected(corrected, corrections), merges, corrections)
  }

  /** Saves the corrections that lapsed since the last call. */
  async saveLapsed(tx: Tx, source: string, version: number, at: string): Promise<void> {
    const ids = this.#unsaved.splice(0)
    if (ids.length === 0) return
    const end = {
      ended_at: at,
      ended_by: source,
      end_reason: 'the source reported a new value',
      ended_version: version,
    }
    await tx
      .updateTable('corrections')
      .set({ state: 'lapsed', ...end })
      .where('id', 'in', ids)
      .execute()
  }
}
