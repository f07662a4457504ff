// What a merge gives the survivor that no source's row says: names, towers and addresses of the project that went. Pure.

import type { Building } from '../../catalog/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import type { CorrectionInForce } from './corrections.ts'
import { addressesField } from './corrections.ts'

type Tower = Readonly<Building>
type Addresses = Tower['addresses']

export interface Additions {
  readonly aliases: readonly string[]
  /** Towers without a counterpart; they keep their ids. */
  readonly towers: readonly Tower[]
  /** By the tower of the survivor that they are now addresses of. */
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

/** Before the corrections, for a tower that moved over may have one. */
export function addTowers(project: ProjectRecord, merges: readonly MergeInForce[]): ProjectRecord {
  if (merges.length === 0) return project
  const there = new Set(project.buildings.map(({ id }) => id))
  const towers = merges.flatMap(({ additions }) => additions.towers).filter(({ id }) => !there.has(id))
  return withTowers(project, [...project.buildings, ...towers])
}

/** After the corrections: one that is newer than the merge was made by somebody who saw what it had added. */
export function addNamesAndAddresses(
  project: ProjectRecord,
  merges: readonly MergeInForce[],
  corrections: readonly CorrectionInForce[],
): ProjectRecord {
  const isSettled = (field: string, merge: MergeInForce) =>
    corrections.some((one) => one.field === field && one.version > merge.version)
  let laid = project
  for (const merge of merges) {
    if (!isSettled('aliases', merge)) laid = { ...laid, aliases: withAliases(laid, merge.additions.aliases) }
    for (const { building_id, addresses } of merge.additions.addresses) {
      // The tower may have gone from its source; its addresses must not go with it.
      const id = laid.buildings.some((tower) => tower.id === building_id) ? building_id : laid.buildings[0]!.id
      if (isSettled(addressesField(id), merge)) continue
      const more = (tower: Tower) => (tower.id === id ? withAddresses(tower, addresses) : tower)
      laid = withTowers(laid, laid.buildings.map(more))
    }
  }
  return laid
}

/** The survivor without them. */
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

/** Names that the project does not have yet. */
export function withAliases(project: Pick<ProjectRecord, 'name' | 'aliases'>, more: readonly string[]): string[] {
  const known = new Set([project.name, ...project.aliases].map(foldText))
  return [...project.aliases, ...more.filter((name) => !known.has(foldText(name)))]
}

/** Lines that the tower does not have yet. */
export function withAddresses(tower: Tower, more: Addresses): Tower {
  const known = new Set(tower.addresses.map(({ line }) => foldText(line)))
  return { ...tower, addresses: [...tower.addresses, ...more.filter(({ line }) => !known.has(foldText(line)))] }
}
