// Which branches of the attacked server the inputs have reached.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Build } from '../../target/build.ts'
import { markBranches } from './branches.mjs'

const AGENT = fileURLToPath(new URL('coverage-agent.mjs', import.meta.url))

interface Module {
  readonly name: string
  readonly code: string
  /** Where its branches begin. */
  readonly starts: readonly number[]
  /** The number of its first branch among those of all modules. */
  readonly first: number
}

export class Coverage {
  readonly #modules = new Map<string, Module>()
  readonly #reached = new Set<number>()
  readonly #socket: string
  readonly #folder: string
  #total = 0

  /** `folder`: of the build, such as `dist/http/`. An older build may not have it. */
  constructor(build: Build, folder: string, socket: string) {
    this.#socket = socket
    this.#folder = pathToFileURL(join(build.folder, folder)).href
    if (!existsSync(join(build.folder, folder))) return
    for (const name of readdirSync(join(build.folder, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.js')) continue
      const path = join(build.folder, folder, name)
      const code = readFileSync(path, 'utf8')
      const { starts } = markBranches(code)
      this.#modules.set(pathToFileURL(path).href, { name: join(folder, name), code, starts, first: this.#total })
      this.#total += starts.length
    }
  }

  /** How the server is started. */
  get options() {
    return {
      nodeArguments: ['--import', AGENT],
      env: { COVERAGE_SOCKET: this.#socket, COVERAGE_FOLDERS: this.#folder },
    }
  }

  /** The branches that ran since the last call, and those of them that never ran before. */
  async take(): Promise<{ readonly ran: ReadonlySet<number>; readonly found: readonly number[] }> {
    const modules = JSON.parse(await text(connect(this.#socket))) as [url: string, places: number[]][]
    const ran = new Set(
      modules.flatMap(([url, places]) => places.map((place) => this.#modules.get(url)!.first + place)),
    )
    const found = [...ran].filter((branch) => !this.#reached.has(branch))
    for (const branch of found) this.#reached.add(branch)
    return { ran, found }
  }

  /** `87.2 % of 3,750` */
  figure(): string {
    return `${((100 * this.#reached.size) / this.#total).toFixed(1)} % of ${this.#total.toLocaleString('en')}`
  }

  /** The lines with a branch that no input has reached, by module. */
  missed(): Readonly<Record<string, string[]>> {
    const lines = [...this.#modules.values()].map(({ name, code, starts, first }) => {
      const places = starts.filter((_, place) => !this.#reached.has(first + place))
      return [name, places.map((at) => `${code.slice(0, at).split('\n').length}: ${lineAt(code, at)}`)] as const
    })
    return Object.fromEntries(lines.filter(([, missed]) => missed.length > 0))
  }
}

const lineAt = (code: string, at: number): string => code.slice(at).split('\n', 1)[0]!.trim()
