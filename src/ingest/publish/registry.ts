// Assigns ids, slugs, canonical addresses and developers while the dataset is locked.
import type { Transaction } from 'kysely'
import { foldText, slugify } from '../../catalog/snapshot/fold-name.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { IdKind } from '../record/identity.ts'
import type { ProjectRow } from '../record/row.ts'
import { readCounters } from './read-state.ts'
import type { DeveloperWrite, NameWrite } from './write-state.ts'
import { writeCounters, writeDevelopers, writeNames } from './write-state.ts'

export class Registry {
  readonly #slugs = new Map<number, string>()
  readonly #takenSlugs = new Set<string>()
  readonly #addresses = new Map<number, string>()
  readonly #projectAt = new Map<string, number>()
  readonly #formerAddresses = new Set<string>()
  readonly #developers = new Map<string, number>()
  readonly #changedNames = new Set<number>()
  readonly #newDevelopers: DeveloperWrite[] = []
  readonly #counters: Record<IdKind, number>

  private constructor(counters: Record<IdKind, number>) {
    this.#counters = counters
  }

  static async load(tx: Transaction<Tables>, dataset: Dataset): Promise<Registry> {
    const registry = new Registry(await readCounters(tx, dataset))
    const names = await tx.selectFrom('project_names').selectAll().where('dataset', '=', dataset).execute()
    for (const { project_id, slug, address_key } of names) {
      registry.#slugs.set(project_id, slug)
      registry.#takenSlugs.add(slug)
      if (address_key !== null) registry.#occupy(project_id, address_key)
    }
    const developers = await tx.selectFrom('developers').selectAll().where('dataset', '=', dataset).execute()
    for (const { id, name_key } of developers) registry.#developers.set(name_key, id)
    return registry
  }

  readonly nextId = (kind: IdKind): number => ++this.#counters[kind]

  /** A fixed id moves the counter past it, so that no other project gets it. */
  assignProjectId(fixed: number | undefined): number {
    if (fixed === undefined) return this.nextId('project')
    this.#counters.project = Math.max(this.#counters.project, fixed)
    return fixed
  }

  isIdTaken(projectId: number): boolean {
    return this.#slugs.has(projectId)
  }

  /** A renamed project keeps its slug, because people have linked to it. */
  assignSlug(projectId: number, row: Pick<ProjectRow, 'name' | 'city_name'>): string {
    const known = this.#slugs.get(projectId)
    if (known !== undefined) return known
    const slug = this.#freeSlug(row, projectId)
    this.#slugs.set(projectId, slug)
    this.#takenSlugs.add(slug)
    this.#changedNames.add(projectId)
    return slug
  }

  #freeSlug(row: Pick<ProjectRow, 'name' | 'city_name'>, projectId: number): string {
    const name = slugify(row.name) || 'project'
    // Digits alone would look like an id.
    const base = /^\d+$/.test(name) ? `project-${name}` : name
    const city = slugify(row.city_name)
    for (const slug of [base, `${base}-${city}`, `${base}-${city}-${projectId}`]) {
      if (!this.#takenSlugs.has(slug)) return slug
    }
    return `${base}-${projectId}-${this.#takenSlugs.size}`
  }

  projectAt(address: string): number | undefined {
    return this.#projectAt.get(foldText(address))
  }

  /** Maps the address of a merged project to its survivor, unless another project has the address. */
  addFormerAddress(address: string, projectId: number): void {
    const key = foldText(address)
    if (this.#projectAt.has(key) || !this.isPresent(projectId)) return
    this.#projectAt.set(key, projectId)
    this.#formerAddresses.add(key)
  }

  /** True when the address belonged to a project that was merged into this one. */
  isFormerAddress(address: string): boolean {
    return this.#formerAddresses.has(foldText(address))
  }

  isPresent(projectId: number): boolean {
    return this.#addresses.has(projectId)
  }

  /** All projects that exist. */
  presentIds(): IterableIterator<number> {
    return this.#addresses.keys()
  }

  /** Null removes the project's address. */
  setAddress(projectId: number, address: string | null): void {
    const before = this.#addresses.get(projectId)
    const after = address === null ? undefined : foldText(address)
    if (before === after) return
    if (before !== undefined) {
      this.#addresses.delete(projectId)
      if (this.#projectAt.get(before) === projectId) this.#projectAt.delete(before)
    }
    if (after !== undefined) this.#occupy(projectId, after)
    this.#changedNames.add(projectId)
  }

  #occupy(projectId: number, addressKey: string): void {
    this.#addresses.set(projectId, addressKey)
    this.#projectAt.set(addressKey, projectId)
    this.#formerAddresses.delete(addressKey)
  }

  developerId(name: string): number {
    const key = foldText(name) || name
    const known = this.#developers.get(key)
    if (known !== undefined) return known
    const id = this.nextId('developer')
    this.#developers.set(key, id)
    this.#newDevelopers.push({ id, name, name_key: key })
    return id
  }

  async save(tx: Transaction<Tables>, dataset: Dataset): Promise<void> {
    const names: NameWrite[] = [...this.#changedNames].map((project_id) => ({
      project_id,
      slug: this.#slugs.get(project_id)!,
      address_key: this.#addresses.get(project_id) ?? null,
    }))
    await writeNames(tx, dataset, names)
    await writeDevelopers(tx, dataset, this.#newDevelopers)
    await writeCounters(tx, dataset, this.#counters)
  }
}
