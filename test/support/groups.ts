// Sorts test files into groups by what they need, which is what they import.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Each group has what the groups before it have. */
export const GROUPS = ['pure', 'database', 'server', 'processes', 'browser'] as const
export type Group = (typeof GROUPS)[number]

/** A test that imports one of these, itself or through other files of test/, is in the group or in a later one. */
const NEEDS: Readonly<Record<string, Group>> = {
  'test/support/databases.ts': 'database',
  'test/support/postgres.ts': 'database',
  'src/db/database.ts': 'database',
  'test/support/server.ts': 'server',
  'src/app/app.ts': 'server',
  'test/support/built.ts': 'processes',
  'test/support/child.ts': 'processes',
  'node:child_process': 'processes',
  'test/support/browser.ts': 'browser',
  'playwright-core': 'browser',
}

/** Imports and exports of values, and `import('…')`. Types need nothing. */
const IMPORT = /^(?:import|export) (?!type )(?:[^';]*? from )?'([^']+)'|^[^'"`\n]*\bimport\('([^']+)'\)/gm

export function importedBy(file: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, name, late]) => {
    const imported = (name ?? late)!
    return imported.startsWith('.') ? normalize(join(dirname(file), imported)) : imported
  })
}

/** `read` returns the source of a file. */
export function groupOf(file: string, read: (file: string) => string): Group {
  let group: Group = 'pure'
  const seen = new Set([file])
  for (const each of seen) {
    const needed = NEEDS[each]
    if (needed) group = GROUPS.indexOf(needed) > GROUPS.indexOf(group) ? needed : group
    else if (each.startsWith('test/')) for (const imported of importedBy(each, read(each))) seen.add(imported)
  }
  return group
}

/** The files of each group whose names end with `ending`. */
export function groupFiles(ending: string): Record<Group, string[]> {
  const groups: Record<Group, string[]> = { pure: [], database: [], server: [], processes: [], browser: [] }
  const sources = new Map<string, string>()
  const read = (file: string) => {
    const source = sources.get(file) ?? readFileSync(file, 'utf8')
    sources.set(file, source)
    return source
  }
  for (const name of readdirSync('test', { recursive: true, encoding: 'utf8' }))
    if (name.endsWith(ending)) groups[groupOf(join('test', name), read)].push(join('test', name))
  return groups
}
