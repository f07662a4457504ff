// Finds buildings that are one project although no group says so.

import { KeyTableBuilder } from './key-table.ts'
import type { StringTable } from './string-table.ts'
import { TypedColumn } from './typed-column.ts'

/** The group of each building; buildings without one that share a name in a city get a common number; -1 for none. */
export function projectsOf(group: Int32Array, groups: number, names: StringTable, city: Uint32Array): Int32Array {
  const project = group.slice()
  const named = new KeyTableBuilder()
  const first = new TypedColumn()
  let next = groups
  for (let b = 0; b < group.length; b++) {
    if ((group[b] as number) >= 0) continue
    const name = names.get(b)
    if (name === '') continue
    const row = named.add(`${city[b]} ${name.toLowerCase()}`)
    if (row === first.length) {
      first.push(b)
      continue
    }
    const one = first.at(row)
    if ((project[one] as number) < 0) project[one] = next++
    project[b] = project[one] as number
  }
  return project
}
