// Assigns ids, slugs, canonical addresses and developers while the dataset is locked.
import type { Transaction } from 'kysely'
import { foldText, slugify } from '../../catalog/snapshot/fold-name.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { IdKind } from '../record/identity.ts'
import type { ProjectRow } from '../record/row.ts'
import { holdersOf, readDevelopers, readNames, readPresentIds, takenSlugs } from './read-names.ts'
import { readCounters } from './read-state.ts'
import type { DeveloperWrite, NameWrite } from './write-state.ts'
import { writeCounters, writeDevelopers, writeNames } from './write-state.ts'

type Tx = Transaction<Tables>
type SlugSource = Pick<ProjectRow, 'name' | 'city_name'>

/** Reads only what is asked for, and asks for a batch at a time: `know…` before the methods that need it. */
export class Registry {
  readonly #dataset: Dataset
  readonly #slugs = new Map<number, string>()
  readonly #takenSlugs = new Set<string>()
  /** Of known projects; null for one that does not exist any more. */
  readonly #addresses = new Map<number, string | null>()
  /** Address → project, or null when nobody has it. */
  readonly #projectAt = new Map<string, number | null>()
  /** Address of a merged project → survivors. */
  readonly #formerAddresses = new Map<string, number[]>()
  readonly #developers = new Map<string, number>()
  readonly #changedNames = new Set<number>()
  readonly #newDevelopers: DeveloperWrite[] = []
  readonly #counters: Record<IdKind, number>
  /** Higher ids are new. */
  readonly #lastProject: number

  private constructor(dataset: Dataset, counters: Record<IdKind, number>) {
    this.#dataset = dataset
    this.#counters = counters
    this.#lastProject = counters.project
  }

  static async load(tx: Tx, dataset: Dataset): Promise<Registry> {
    return new Registry(dataset, await readCounters(tx, dataset))
  }

  readonly nextId = (kind: IdKind): number => ++this.#counters[kind]

  /** A fixed id moves the counter past it, so that no other project gets it. */
  assignProjectId(fixed: number | undefined): number {
    if (fixed === undefined) return this.nextId('project')
    this.#counters.project = Math.max(this.#counters.project, fixed)
    return fixed
  }

  async knowProjects(tx: Tx, ids: Iterable<number>): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => id <= this.#lastProject && !this.#addresses.has(id))
    for (const { project_id, slug, address_key } of await readNames(tx, this.#dataset, unknown)) {
      this.#slugs.set(project_id, slug)
      this.#takenSlugs.add(slug)
      this.#addresses.set(project_id, address_key)
    }
  }

  /** So that `projectAt` can tell who has them. */
  async knowAddresses(tx: Tx, addresses: Iterable<string>): Promise<void> {
    const keys = new Set([...addresses].map(foldText))
    const unknown = [...keys].filter((key) => !this.#projectAt.has(key))
    const holders = await holdersOf(tx, this.#dataset, unknown)
    const survivors = unknown.flatMap((key) => this.#formerAddresses.get(key) ?? [])
    await this.knowProjects(tx, [...holders.values(), ...survivors])
    for (const key of unknown) {
      const holder = holders.get(key)
      // In this publish, it may have left the address.
      const isThere = holder !== undefined && this.#addresses.get(holder) === key
      this.#projectAt.set(key, isThere ? holder : null)
    }
  }

  /** For `assignSlug` of projects that have none. */
  async knowSlugs(tx: Tx, projects: readonly (readonly [id: number, row: SlugSource])[]): Promise<void> {
    const wanted = projects.flatMap(([id, row]) => (this.#slugs.has(id) ? [] : slugsOf(row, id)))
    for (const slug of await takenSlugs(tx, this.#dataset, wanted)) this.#takenSlugs.add(slug)
  }

  async knowDevelopers(tx: Tx, names: Iterable<string>): Promise<void> {
    const unknown = [...new Set([...names].map(developerKey))].filter((key) => !this.#developers.has(key))
    for (const { id, name_key } of await readDevelopers(tx, this.#dataset, unknown)) this.#developers.set(name_key, id)
  }

  isIdTaken(projectId: number): boolean {
    return this.#slugs.has(projectId)
  }

  /** A renamed project keeps its slug, because people have linked to it. */
  assignSlug(projectId: number, row: SlugSource): string {
    const known = this.#slugs.get(projectId)
    if (known !== undefined) return known
    const candidates = slugsOf(row, projectId)
    const slug = candidates.find((one) => !this.#takenSlugs.has(one)) ?? `${candidates.at(-1)}-${projectId}`
    this.#slugs.set(projectId, slug)
    this.#takenSlugs.add(slug)
    this.#changedNames.add(projectId)
    return slug
  }

  projectAt(address: string): number | undefined {
    const key = foldText(address)
    const holder = this.#projectAt.get(key)
    if (holder === undefined) throw new Error(`The address ${address} was not looked up.`)
    return holder ?? this.#formerAddresses.get(key)?.find((survivor) => this.isPresent(survivor))
  }

  /** Maps the address of a merged project to its survivor, unless another project has the address. */
  addFormerAddress(address: string, projectId: number): void {
    const key = foldText(address)
    this.#formerAddresses.set(key, [...(this.#formerAddresses.get(key) ?? []), projectId])
  }

  isPresent(projectId: number): boolean {
    return this.addressKeyOf(projectId) !== null
  }

  /** Null when the project does not exist or was not looked up. */
  addressKeyOf(projectId: number): string | null {
    return this.#addresses.get(projectId) ?? null
  }

  /** All projects that exist. */
  async presentIds(tx: Tx): Promise<Set<number>> {
    const ids = new Set(await readPresentIds(tx, this.#dataset))
    for (const [id, address] of this.#addresses) address === null ? ids.delete(id) : ids.add(id)
    return ids
  }

  /** Null removes the project's address. */
  setAddress(projectId: number, address: string | null): void {
    const before = this.#addresses.get(projectId) ?? null
    const after = address === null ? null : foldText(address)
    if (before === after) return
    if (!this.#slugs.has(projectId)) throw new Error(`Project ${projectId} was not looked up.`)
    if (before !== null && this.#projectAt.get(before) === projectId) this.#projectAt.set(before, null)
    this.#addresses.set(projectId, after)
    if (after !== null) this.#projectAt.set(after, projectId)
    this.#changedNames.add(projectId)
  }

  developerId(name: string): number {
    const key = developerKey(name)
    const known = this.#developers.get(key)
    if (known !== undefined) return known
    const id = this.nextId('developer')
    this.#developers.set(key, id)
    this.#newDevelopers.push({ id, name, name_key: key })
    return id
  }

  async save(tx: Tx, dataset: Dataset): Promise<void> {
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

const developerKey = (name: string): string => foldText(name) || name

/** The best first. */
function slugsOf(row: SlugSource, projectId: number): string[] {
  const name = slugify(row.name) || 'project'
  // Digits alone would look like an id.
  const base = /^\d+$/.test(name) ? `project-${name}` : name
  const city = slugify(row.city_name)
  return [base, `${base}-${city}`, `${base}-${city}-${projectId}`]
}
