// The branches of the modules that are watched, and which of them ran.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { markBranches } from './branches.mjs'

interface Module {
  readonly name: string
  readonly code: string
  /** Where its branches begin. */
  readonly starts: readonly number[]
  readonly ran: Uint8Array
}

export class WatchedModules {
  /** With those that no input loads. */
  readonly #modules = new Map<string, Module>()
  readonly folderUrls: readonly string[]

  /** `folders`: of the build, such as `dist/http`. An older build may not have them. */
  constructor(build: string, folders: readonly string[]) {
    this.folderUrls = folders.map((folder) => `${pathToFileURL(join(build, folder)).href}/`)
    for (const folder of folders.filter((name) => existsSync(join(build, name))))
      for (const file of readdirSync(join(build, folder), { recursive: true, encoding: 'utf8' })) {
        if (!file.endsWith('.js')) continue
        const path = join(build, folder, file)
        const code = readFileSync(path, 'utf8')
        const { starts } = markBranches(code)
        const ran = new Uint8Array(starts.length)
        this.#modules.set(pathToFileURL(path).href, { name: join(folder, file), code, starts, ran })
      }
  }

  /** True if the branch never ran before. */
  add(url: string, branch: number): boolean {
    const { ran } = this.#modules.get(url)!
    const isNew = ran[branch] === 0
    ran[branch] = 1
    return isNew
  }

  /** `87.2 % of 3,750` */
  figure(): string {
    const all = [...this.#modules.values()].flatMap(({ ran }) => [...ran])
    const reached = all.filter(Boolean).length
    return `${((100 * reached) / all.length).toFixed(1)} % of ${all.length.toLocaleString('en')}`
  }

  /** The branches that did not run, by module: `12: the line, with ▸ where the branch begins`. */
  missed(): Readonly<Record<string, readonly string[]>> {
    const rows = [...this.#modules.values()].map(({ name, code, starts, ran }) => {
      const lines = starts.flatMap((start, branch) => (ran[branch] ? [] : [lineAt(code, start)]))
      return [name, lines] as const
    })
    return Object.fromEntries(rows.filter(([, lines]) => lines.length > 0))
  }
}

function lineAt(code: string, at: number): string {
  const before = code.slice(0, at).split('\n')
  return `${before.length}: ${before.at(-1)!.trimStart()}▸${code.slice(at).split('\n', 1)[0]}`
}
