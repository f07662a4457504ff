// Adds the names, buildings and addresses of a merged project to the survivor. Pure.
import type { Building } from '../../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { at } from '../../kernel/at.ts'
import { withAddresses } from '../join/alias-addresses.ts'
import type { CorrectionInForce } from './corrections.ts'
import { addressesField } from './corrections.ts'

type Tower = Readonly<Building>
type Addresses = Tower['addresses']

export interface Additions {
  readonly aliases: readonly string[]
  /** Buildings without a counterpart. They keep their ids. */
  readonly towers: readonly Tower[]
  /** `building_id` is the survivor's building that gets the addresses. */
  readonly addresses: readonly { readonly building_id: number; readonly addresses: Addresses }[]
}

export interface MergeInForce {
  readonly id: string
  readonly from_id: number
  readonly into_id: number
  readonly from_address: string
  readonly additions: Additions
  readonly version: number
}

/** Runs before corrections: a building that moved over can have a correction. */
export function addTowers(project: ProjectRecord, merges: readonly MergeInForce[]): ProjectRecord {
  if (merges.length === 0) return project
  const existing = new Set(project.buildings.map(({ id }) => id))
  const towers = merges.flatMap(({ additions }) => additions.towers).filter(({ id }) => !existing.has(id))
  return withTowers(project, [...project.buildings, ...towers])
}

/** Runs after corrections. A correction newer than the merge wins: its author saw the merged values. */
export function addNamesAndAddresses(
  project: ProjectRecord,
  merges: readonly MergeInForce[],
  corrections: readonly CorrectionInForce[],
): ProjectRecord {
  const isCorrectedLater = (field: string, merge: MergeInForce) =>
    corrections.some((one) => one.field === field && one.version > merge.version)
  let merged = project
  for (const merge of merges) {
    if (!isCorrectedLater('aliases', merge))
      merged = { ...merged, aliases: withAliases(merged, merge.additions.aliases) }
    for (const { building_id, addresses } of merge.additions.addresses) {
      // The source may no longer list the building, but its addresses must stay.
      const id = merged.buildings.some((tower) => tower.id === building_id) ? building_id : at(merged.buildings, 0).id
      if (isCorrectedLater(addressesField(id), merge)) continue
      const more = (tower: Tower) => (tower.id === id ? withAddresses(tower, addresses) : tower)
      merged = withTowers(merged, merged.buildings.map(more))
    }
  }
  return merged
}

/** Returns the survivor without the additions. */
export function removeAdditions(project: ProjectRecord, merges: readonly MergeInForce[]): ProjectRecord {
  if (merges.length === 0) return project
  const all = merges.map(({ additions }) => additions)
  const moved = new Set(all.flatMap(({ towers }) => towers.map(({ id }) => id)))
  const aliases = new Set(all.flatMap((one) => one.aliases))
  const lines = new Set(all.flatMap(({ addresses }) => addresses.flatMap((entry) => entry.addresses.map(addressKey))))
  const buildings = project.buildings
    .filter(({ id }) => !moved.has(id))
    .map((tower) => ({ ...tower, addresses: tower.addresses.filter((address) => !lines.has(addressKey(address))) }))
  return withTowers({ ...project, aliases: project.aliases.filter((alias) => !aliases.has(alias)) }, buildings)
}

const addressKey = (address: Addresses[number]): string => JSON.stringify([address.line, address.kind])

function withTowers(project: ProjectRecord, buildings: readonly Tower[]): ProjectRecord {
  return { ...project, buildings, buildings_count: buildings.length }
}

/** Adds only names that the project does not have yet. */
export function withAliases(project: Pick<ProjectRecord, 'name' | 'aliases'>, more: readonly string[]): string[] {
  const known = new Set([project.name, ...project.aliases].map(foldText))
  return [...project.aliases, ...more.filter((name) => !known.has(foldText(name)))]
}
