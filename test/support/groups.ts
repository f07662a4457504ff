// Sorts test files into groups by what they need, which is what they import.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, parse } from 'node:path'

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

/** Which test imports what. `read` returns the source of a file. */
export class TestImports {
  readonly #read: (file: string) => string
  /** file → what it imports itself, from the root of the repository. */
  readonly #known = new Map<string, readonly string[]>()

  constructor(read = (file: string) => readFileSync(file, 'utf8')) {
    this.#read = read
  }

  #importedBy(file: string): readonly string[] {
    let imported = this.#known.get(file)
    if (!imported) {
      const names = [...this.#read(file).matchAll(IMPORT)].map(([, name, late]) => (name ?? late)!)
      imported = names.map((name) => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name))
      this.#known.set(file, imported)
    }
    return imported
  }

  /** Through other files of test/, but not through those of NEEDS. */
  #allOf(test: string): ReadonlySet<string> {
    const all = new Set([test])
    for (const file of all)
      if (file.startsWith('test/') && !NEEDS[file]) for (const each of this.#importedBy(file)) all.add(each)
    return all
  }

  groupOf(test: string): Group {
    const needed = [...this.#allOf(test)].map((file) => GROUPS.indexOf(NEEDS[file] ?? 'pure'))
    return GROUPS[Math.max(...needed)]!
  }

  /** Whether a test imports a file, itself or through other files of test/. */
  has(test: string, file: string): boolean {
    return this.#allOf(test).has(file)
  }

  /**
   * Whether a test is about a changed file: it imports it, or has its name, as `test/http/keys.test.ts` and
   * `src/http/account/keys.ts`. What a server loads does not count: it is most of the source.
   */
  isAbout(test: string, changed: readonly string[]): boolean {
    const all = this.#allOf(test)
    const [, folder = '', name = ''] = /^test\/([^/]+)\/(?:.*\/)?([^/]+)\.test\.ts$/.exec(test) ?? []
    const hasName = (file: string) => file.split('/').includes(folder) && parse(file).name === name
    return changed.some((file) => (all.has(file) && !NEEDS[file]) || hasName(file))
  }
}

/** The files of each group whose names end with `ending`. */
export function groupFiles(ending: string, imports = new TestImports()): Record<Group, string[]> {
  const groups: Record<Group, string[]> = { pure: [], database: [], server: [], processes: [], browser: [] }
  for (const name of readdirSync('test', { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith(ending)) groups[imports.groupOf(join('test', name))].push(join('test', name))
  return groups
}
