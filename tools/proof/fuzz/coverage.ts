// Which branches of the attacked server the inputs have reached.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { WatchedModules } from './watched-modules.ts'

const AGENT = fileURLToPath(new URL('coverage-agent.mjs', import.meta.url))

export interface Reached {
  /** The branches that ran since the last look. */
  readonly ran: ReadonlySet<string>
  /** Those of them that never ran before. */
  readonly found: readonly string[]
}

export class Coverage {
  readonly modules: WatchedModules
  readonly #socket: string

  constructor(build: string, folder: string, socket: string) {
    this.modules = new WatchedModules(build, [folder])
    this.#socket = socket
  }

  /** How the server is started. */
  get options() {
    return {
      nodeArguments: ['--import', AGENT],
      env: { COVERAGE_SOCKET: this.#socket, COVERAGE_FOLDERS: this.modules.folderUrls.join(',') },
    }
  }

  async take(): Promise<Reached> {
    return this.#add(await text(connect(this.#socket)))
  }

  /** What ran until the server ended by itself. */
  takeLast(): void {
    const file = `${this.#socket}.last`
    if (!existsSync(file)) return
    this.#add(readFileSync(file, 'utf8'))
    rmSync(file)
  }

  #add(marks: string): Reached {
    const ran = new Set<string>()
    const found: string[] = []
    for (const [url, branches] of JSON.parse(marks) as [string, number[]][])
      for (const branch of branches) {
        const name = `${url} ${branch}`
        ran.add(name)
        if (this.modules.add(url, branch)) found.push(name)
      }
    return { ran, found }
  }
}
