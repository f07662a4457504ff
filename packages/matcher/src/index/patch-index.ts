// Makes a new index from another one: removes buildings and adds others, without reading the rest again.

import type { MatchBuilding } from '../types/match-query.ts'
import { finish } from './build-index.ts'
import { BuildingCopier } from './copy-buildings.ts'
import { IndexBuilder } from './index-builder.ts'
import type { StreetIndex } from './street-index.ts'
import type { StreetLexicon } from './street-lexicon.ts'
import { hashOf } from './string-table.ts'

const COPIED_PER_STEP = 8192

/**
 * The buildings of a new index in order. An added building takes the place of the removed one with its key. If its
 * group lost all its buildings, it takes the place of the group's first. Otherwise it follows the last building of
 * its group, or comes at the end. A dataset that is read again in order of its projects gives the same order.
 */
interface Plan {
  /** Per row of the old index: 1 when it is removed. */
  readonly isRemoved: Uint8Array
  /** The buildings that come before each old row; the last list is the end. */
  readonly addedBefore: ReadonlyMap<number, readonly MatchBuilding[]>
}

interface GroupRows {
  first: number
  last: number
  kept: number
}

/** The rows of the groups that have added buildings, by the name of the group. */
function rowsOfGroups(index: StreetIndex, names: ReadonlySet<string>, isRemoved: Uint8Array): Map<string, GroupRows> {
  const rows = new Map<string, GroupRows>()
  const wanted = new Map<number, GroupRows>()
  for (const name of names) {
    const group = index.groups.find(name)
    if (group >= 0) wanted.set(group, { first: -1, last: -1, kept: 0 })
  }
  if (wanted.size === 0) return rows
  for (let b = 0; b < isRemoved.length; b++) {
    const found = wanted.get(index.group[b] as number)
    if (!found) continue
    if (found.first < 0) found.first = b
    found.last = b
    if (!isRemoved[b]) found.kept++
  }
  // a group without buildings stays in the table after a patch
  for (const [group, found] of wanted) if (found.first >= 0) rows.set(index.groups.get(group), found)
  return rows
}

function planOf(index: StreetIndex, removedKeys: ReadonlySet<string>, added: readonly MatchBuilding[]): Plan {
  const end = index.keys.length
  const isRemoved = new Uint8Array(end)
  const rowOfKey = new Map<string, number>()
  const hashes = new Set([...removedKeys].map(hashOf))
  for (let b = 0; b < end && hashes.size > 0; b++) {
    if (!hashes.has(index.keys.hashAt(b))) continue
    const key = index.keys.get(b)
    if (!removedKeys.has(key)) continue
    isRemoved[b] = 1
    if (!rowOfKey.has(key)) rowOfKey.set(key, b)
  }
  const groups = rowsOfGroups(index, new Set(added.flatMap((b) => b.group ?? [])), isRemoved)
  const addedBefore = new Map<number, MatchBuilding[]>()
  for (const building of added) {
    const group = building.group === undefined ? undefined : groups.get(building.group)
    const row =
      group?.kept === 0 ? group.first : (rowOfKey.get(building.key) ?? (group === undefined ? end : group.last + 1))
    const list = addedBefore.get(row)
    if (list) list.push(building)
    else addedBefore.set(row, [building])
  }
  return { isRemoved, addedBefore }
}

/** The row in the new index of each old row; -1 for a removed one. */
function newRows({ isRemoved, addedBefore }: Plan): Int32Array {
  const out = new Int32Array(isRemoved.length)
  let next = 0
  for (let b = 0; b < isRemoved.length; b++) {
    next += addedBefore.get(b)?.length ?? 0
    out[b] = isRemoved[b] ? -1 : next++
  }
  return out
}

/** Gives the same verdicts as an index that is built from all the buildings in their new order. */
export function patchIndex(
  index: StreetIndex,
  removedKeys: Iterable<string>,
  added: Iterable<MatchBuilding>,
  streets: StreetLexicon = [],
): StreetIndex {
  return finish(patchIndexInSteps(index, removedKeys, added, streets))
}

/** Yields between steps, so that the thread can do other work. */
export function* patchIndexInSteps(
  index: StreetIndex,
  removedKeys: Iterable<string>,
  added: Iterable<MatchBuilding>,
  streets: StreetLexicon,
): Generator<void, StreetIndex> {
  const plan = planOf(index, new Set(removedKeys), [...added])
  yield
  const builder = new IndexBuilder(index, newRows(plan))
  yield
  const copier = new BuildingCopier(index, builder)
  yield
  let copied = 0
  for (let row = 0; row <= plan.isRemoved.length; row++) {
    const added = plan.addedBefore.get(row)
    const isRemoved = plan.isRemoved[row] === 1
    const isEnd = row === plan.isRemoved.length
    if (!added && !isRemoved && !isEnd && row - copied < COPIED_PER_STEP) continue
    copier.copy(copied, row)
    for (const building of added ?? []) builder.add(building)
    copied = isRemoved ? row + 1 : row
    yield
  }
  return yield* builder.freeze(streets)
}
