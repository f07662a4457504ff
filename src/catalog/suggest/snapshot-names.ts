// The names of a snapshot's projects and buildings, from columns, without decoding records.
import type { StreetIndex } from '@plinth/matcher'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { IndexedName } from './suggest-index.ts'
import { BUILDING_NAME, PROJECT_NAME } from './suggest-index.ts'

export function* namesOf({ projects }: Snapshot, addresses: StreetIndex): Generator<IndexedName> {
  const { group, groups, buildingNames } = addresses
  const firstBuilding = new Int32Array(groups.length).fill(-1)
  const mainName = new Int32Array(groups.length).fill(-1)
  for (let building = group.length - 1; building >= 0; building--)
    if (group[building]! >= 0) firstBuilding[group[building]!] = building
  const { starts, codes, dictionary } = projects.lists('own_names')
  for (let row = 0; row < projects.size; row++) {
    const own = groups.find(String(projects.ids[row]))
    const building = own < 0 ? -1 : firstBuilding[own]!
    if (building < 0) continue
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      if (mainName[own]! < 0) mainName[own] = codes[i]!
      yield { kind: PROJECT_NAME, building, text: dictionary.at(codes[i]!) }
    }
  }
  for (let building = 0; building < buildingNames.length; building++) {
    const name = buildingNames.get(building)
    if (name === '') continue
    const code = group[building]! < 0 ? -1 : mainName[group[building]!]!
    // `Tower B` says little without its project
    yield { kind: BUILDING_NAME, building, text: code < 0 ? name : `${dictionary.at(code)} ${name}` }
  }
}
