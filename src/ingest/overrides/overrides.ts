// What people did by hand, while a publish runs: the corrections and merges in force, laid over what the sources say.
import type { Transaction } from 'kysely'
import type { ProjectRecord } from '../../catalog/records.ts'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import { sameValue } from '../publish/field-changes.ts'
import type { Registry } from '../publish/registry.ts'
import type { CorrectionInForce } from './corrections.ts'
import { applyCorrections, removeCorrections } from './corrections.ts'
import type { MergeInForce } from './merge-additions.ts'
import { addNamesAndAddresses, addTowers, removeAdditions } from './merge-additions.ts'
import './override-tables.ts'

type Tx = Transaction<Tables>

export class Overrides {
  readonly #corrections: ReadonlyMap<number, readonly CorrectionInForce[]>
  readonly #merges: ReadonlyMap<number, readonly MergeInForce[]>
  readonly #lapsed = new Set<string>()
  readonly #unsaved: string[] = []

  private constructor(
    corrections: ReadonlyMap<number, readonly CorrectionInForce[]>,
    merges: ReadonlyMap<number, readonly MergeInForce[]>,
  ) {
    this.#corrections = corrections
    this.#merges = merges
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

  mergesInto(projectId: number): readonly MergeInForce[] {
    return this.#merges.get(projectId) ?? []
  }

  /** A row that names the address of a merged project is about its successor. */
  nameAddresses(registry: Registry): void {
    const merges = [...this.#merges.values()].flat()
    const next = new Map(merges.map(({ from_id, into_id }) => [from_id, into_id]))
    for (const { into_id, from_address } of merges) {
      let successor = into_id
      for (let step = 0; next.has(successor) && step < merges.length; step++) successor = next.get(successor)!
      registry.addFormerAddress(from_address, successor)
    }
  }

  /** Where a project stands of which its source says that it is here. */
  addressOf(projectId: number | undefined, asReported: string): string {
    if (projectId === undefined) return asReported
    const found = this.correctionsOf(projectId).find(({ field }) => field === 'address')
    return found && sameValue(found.source_value, asReported) ? (found.value as string) : asReported
  }

  /** The project with everything that holds. A correction lapses here, when the source says something new. */
  apply(told: ProjectRecord, merges = this.mergesInto(told.id)): ProjectRecord {
    const corrections = this.correctionsOf(told.id)
    if (corrections.length === 0 && merges.length === 0) return told
    const { project, lapsed } = applyCorrections(addTowers(told, merges), corrections)
    for (const { id } of lapsed) {
      this.#lapsed.add(id)
      this.#unsaved.push(id)
    }
    return addNamesAndAddresses(project, merges, this.correctionsOf(told.id))
  }

  /** The project as the sources tell it. */
  remove(project: ProjectRecord): ProjectRecord {
    const merges = this.mergesInto(project.id)
    // The towers that moved over may be corrected: lifted first, they are taken away as a whole.
    return removeAdditions(removeCorrections(project, this.correctionsOf(project.id)), merges)
  }

  /** What a correction is held against: the sources' word, and the towers that a merge brought. */
  asReported(project: ProjectRecord): ProjectRecord {
    return addTowers(this.remove(project), this.mergesInto(project.id))
  }

  /** The project as it is when one correction ends. */
  without(project: ProjectRecord, correctionId: string): ProjectRecord {
    const merges = this.mergesInto(project.id)
    const corrections = this.correctionsOf(project.id).filter(({ id }) => id !== correctionId)
    return addNamesAndAddresses(applyCorrections(this.asReported(project), corrections).project, merges, corrections)
  }

  /** Writes down what lapsed since it was last called. */
  async saveLapsed(tx: Tx, source: string, version: number, at: string): Promise<void> {
    const ids = this.#unsaved.splice(0)
    if (ids.length === 0) return
    const end = { ended_at: at, ended_by: source, end_reason: 'the source says something new', ended_version: version }
    await tx
      .updateTable('corrections')
      .set({ state: 'lapsed', ...end })
      .where('id', 'in', ids)
      .execute()
  }
}
