// Plans a merge: which buildings are the same, and what moves to the survivor. Pure.
import { distanceKm } from '../../catalog/query/list-projects.ts'
import type { Building } from '../../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { asAlias, withAddresses } from '../join/alias-addresses.ts'
import type { Additions } from '../overrides/merge-additions.ts'
import { withAliases } from '../overrides/merge-additions.ts'
import { BuildingMoves, buildingEvents } from '../publish/building-events.ts'
import { eventMaker } from '../publish/change-events.ts'

type Tower = Readonly<Building>

export interface TowerFate {
  readonly tower: Tower
  /** The same building in the survivor; null when the building moves over. */
  readonly counterpart: Tower | null
  /** Addresses that the counterpart gets. */
  readonly added: Tower['addresses']
}

export interface MergePlan {
  readonly towers: readonly TowerFate[]
  readonly additions: Additions
  /** Building id in the merged project → building id in the survivor. */
  readonly towerIds: ReadonlyMap<number, number>
  /** Number of events about buildings, by type. */
  readonly buildingEvents: Readonly<Record<string, number>>
  /** Signs that the merge may be a mistake. */
  readonly warnings: readonly string[]
}

export function planMerge(from: ProjectRecord, into: ProjectRecord): MergePlan {
  const towers: TowerFate[] = []
  for (const tower of from.buildings) {
    const taken = new Set(towers.map(({ counterpart }) => counterpart?.id))
    const counterpart = counterpartOf(tower, from, into, taken)
    const added = counterpart ? withAddresses(counterpart, tower.addresses.map(asAlias)) : null
    towers.push({ tower, counterpart, added: added ? added.addresses.slice(counterpart!.addresses.length) : [] })
  }
  const names = [from.name, ...(from.name_fr === null ? [] : [from.name_fr]), ...from.aliases]
  const moving = towers.filter(({ counterpart }) => counterpart === null)
  const additions: Additions = {
    aliases: withAliases(into, names).slice(into.aliases.length),
    towers: moving.map(({ tower }) => ({ ...tower, project_id: into.id, name: tower.name ?? from.name })),
    addresses: towers
      .filter(({ counterpart, added }) => counterpart !== null && added.length > 0)
      .map(({ counterpart, added }) => ({ building_id: counterpart!.id, addresses: added })),
  }
  const towerIds = new Map(towers.map(({ tower, counterpart }) => [tower.id, counterpart?.id ?? tower.id]))
  const buildingEvents = countEvents(from, into, additions)
  return { towers, additions, towerIds, buildingEvents, warnings: warningsOf(from, into) }
}

function countEvents(from: ProjectRecord, into: ProjectRecord, { aliases, towers, addresses }: Additions) {
  const added = new Map(addresses.map((entry) => [entry.building_id, entry.addresses]))
  const buildings = into.buildings.map((tower) => withAddresses(tower, added.get(tower.id) ?? []))
  const merged = { ...into, aliases: [...into.aliases, ...aliases], buildings: [...buildings, ...towers] }
  const changes = [
    { before: into, after: merged },
    { before: from, after: null },
  ]
  const moves = new BuildingMoves()
  for (const change of changes) moves.add(change)
  const events = moves.applyTo(changes.flatMap((change) => buildingEvents(eventMaker(change.before), change)))
  const counts: Record<string, number> = {}
  for (const type of ['building.updated', 'building.address_changed', 'building.removed'])
    counts[type] = events.filter((event) => event.type === type).length
  return counts
}

/** Same address, else same name, else the only building on each side. */
function counterpartOf(
  tower: Tower,
  from: ProjectRecord,
  into: ProjectRecord,
  taken: ReadonlySet<number | undefined>,
): Tower | null {
  const free = into.buildings.filter(({ id }) => !taken.has(id))
  const lines = new Set(tower.addresses.map(({ line }) => foldText(line)))
  const byAddress = free.find(({ addresses }) => addresses.some(({ line }) => lines.has(foldText(line))))
  if (byAddress) return byAddress
  const name = tower.name === null ? '' : foldText(tower.name)
  const byName = name === '' ? undefined : free.find((other) => other.name !== null && foldText(other.name) === name)
  if (byName) return byName
  return from.buildings.length === 1 && into.buildings.length === 1 ? (free[0] ?? null) : null
}

const FAR_KM = 1

function warningsOf(from: ProjectRecord, into: ProjectRecord): string[] {
  const warnings: string[] = []
  if (foldText(from.city_name) !== foldText(into.city_name))
    warnings.push(`The projects are in different cities: ${from.city_name} and ${into.city_name}.`)
  if (from.developer !== null && into.developer !== null && foldText(from.developer) !== foldText(into.developer))
    warnings.push(`The projects have different developers: ${from.developer} and ${into.developer}.`)
  const { latitude, longitude } = into
  const km = latitude === null || longitude === null ? null : distanceKm(from, { latitude, longitude })
  if (km !== null && km > FAR_KM) warnings.push(`The projects are ${km.toFixed(1)} km apart.`)
  return warnings
}
