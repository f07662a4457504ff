// Every write of a build, from its own tables, and which of them the writers send.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Build } from '../../target/build.ts'
import noWriter from './data/no-writer.json' with { type: 'json' }

/** What of the tables of routes, mounts and MCP tools is needed here. */
export interface Tables {
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  readonly mounts: readonly { readonly methods: readonly string[]; readonly path: string }[]
  readonly tools: readonly { readonly name: string; readonly writes?: boolean }[]
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** `PUT /api/v1/listings/{key}`, `tool report_building_link` */
export function writesOf({ routes, mounts, tools }: Tables): string[] {
  const paths = [
    ...routes.map(({ method, path }) => ({ method, path })),
    ...mounts.flatMap(({ methods, path }) => methods.map((method) => ({ method, path }))),
  ]
  return [
    ...paths.filter(({ method }) => !READS.has(method)).map(({ method, path }) => `${method} ${path}`),
    ...tools.filter(({ writes }) => writes).map(({ name }) => `tool ${name}`),
  ]
}

/** Older builds have only their OpenAPI document. */
export async function writesOfBuild(build: Build): Promise<string[]> {
  const module = (path: string) => join(build.folder, 'dist', path)
  const load = (path: string) => import(pathToFileURL(module(path)).href)
  if (!existsSync(module('http/routes.js')) || !existsSync(module('mcp/tools.js')))
    return build.operations.filter((operation) => !READS.has(operation.split(' ')[0]!))
  const [{ routes, mounts }, { TOOLS }] = [await load('http/routes.js'), await load('mcp/tools.js')]
  return writesOf({ routes, mounts, tools: TOOLS })
}

/** Operations without a writer, and why. */
export const NO_WRITER: Readonly<Record<string, string>> = noWriter

/** What is wrong with the list of writers; empty if each write has either a writer or a reason. */
export function coverageProblems(
  writes: readonly string[],
  written: readonly string[],
  noWriter: Readonly<Record<string, string>> = NO_WRITER,
): string[] {
  const [all, sent] = [new Set(writes), new Set(written)]
  const [named, excused] = [[...sent], Object.keys(noWriter)]
  return [
    ...writes
      .filter((one) => !sent.has(one) && !noWriter[one])
      .map((one) => `${one} has neither a writer nor a reason`),
    ...excused.filter((one) => sent.has(one)).map((one) => `${one} has a writer and a reason to have none`),
    ...[...named, ...excused].filter((one) => !all.has(one)).map((one) => `${one} does not exist`),
  ]
}

/** Finds the operation of a request. */
export class OperationNames {
  readonly #patterns: readonly { readonly operation: string; readonly pattern: RegExp }[]

  constructor(writes: readonly string[]) {
    // Fixed paths first: `/people/verify` is not a person.
    this.#patterns = writes
      .toSorted((a, b) => a.split('{').length - b.split('{').length)
      .map((operation) => ({ operation, pattern: new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  }

  of(method: string, path: string): string {
    const request = `${method} ${path.replace(/\?.*/, '')}`
    return this.#patterns.find(({ pattern }) => pattern.test(request))?.operation ?? request
  }
}
