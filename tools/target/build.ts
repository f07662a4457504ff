// The build of Plinth that is attacked.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export class Build {
  readonly folder: string
  readonly version: string
  /** Arguments of node that start its command. */
  readonly program: readonly string[]
  readonly #operations: ReadonlySet<string>

  constructor(folder: string) {
    this.folder = resolve(folder)
    const command = join(this.folder, 'bin/plinth.mjs')
    if (!existsSync(command))
      throw new Error(
        `${this.folder} is not a build of Plinth: it has no bin/plinth.mjs. Name a folder of the source code.`,
      )
    const { version, scripts } = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8'))
    // As `npm start` does.
    this.program = [...(/ (--\S+)/.exec(scripts.start)?.slice(1) ?? []), command]
    this.version = version
    this.#operations = new Set(operationsOf(this.openapi()))
  }

  // biome-ignore lint/suspicious/noExplicitAny: a document of any version
  openapi(): any {
    return JSON.parse(readFileSync(join(this.folder, 'docs/openapi.json'), 'utf8'))
  }

  /** `POST /api/v1/listings`: older builds lack some operations. */
  has(operation: string): boolean {
    return this.#operations.has(operation)
  }

  get operations(): readonly string[] {
    return [...this.#operations]
  }
}

function operationsOf(document: { paths: Record<string, Record<string, unknown>> }): string[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|put|post|patch|delete|head|options)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
}
