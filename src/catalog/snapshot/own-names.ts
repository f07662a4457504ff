// The names of a project that are not only an address of it. Pure.
import type { ProjectRecord } from '../records/record-types.ts'
import { foldText } from './fold-name.ts'

type Named = Pick<ProjectRecord, 'name' | 'name_fr' | 'aliases' | 'buildings'>

/** The name first, then the French one and the aliases. A marketing address can be a name. */
export function ownNames({ name, name_fr, aliases, buildings }: Named): string[] {
  const lines = new Set<string>()
  for (const { addresses } of buildings)
    for (const { line, kind } of addresses) if (kind !== 'marketing') lines.add(foldText(line))
  const names = [name, ...(name_fr === null ? [] : [name_fr]), ...aliases]
  return [...new Set(names)].filter((text) => text !== '' && !lines.has(foldText(text)))
}
