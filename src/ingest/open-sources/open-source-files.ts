// The files of an open source: downloaded into the data folder, or from a folder of the operator.
import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../../kernel/fault.ts'
import { hashFile } from '../files/source-file.ts'
import type { ImportProgress } from '../read/row-stream.ts'
import { DownloadProblem } from './download-answer.ts'
import type { DownloadOptions, FileState } from './download-file.ts'
import { downloadFile, readFileState } from './download-file.ts'
import type { OpenSource } from './open-source-table.ts'

export interface SourceFiles {
  readonly paths: readonly string[]
  /** Identifies the files and how they are read. */
  readonly hash: string
}

export interface FetchOptions extends DownloadOptions {
  /** The folder of this source. */
  readonly folder: string
  /** Replaces the publishers' addresses: `mirror/name/file`. */
  readonly mirror: string | undefined
  readonly onProgress: ((progress: ImportProgress) => void) | undefined
}

const MAX_TIMES_USUAL = 8
const MIN_LIMIT_BYTES = 64 * 1024 * 1024

/**
 * `imported` is the hash of the files that were imported last. While nothing changed since, they need not be on disk: the
 * paths then lead to nothing.
 */
export async function fetchFiles(
  source: OpenSource,
  imported: string | null,
  options: FetchOptions,
): Promise<SourceFiles> {
  const names = Object.keys(source.files)
  const paths = names.map((name) => join(options.folder, name))
  const known = await Promise.all(paths.map(readFileState))
  const isImported = imported !== null && hashOf(source, known) === imported
  const progress = new DownloadProgress(source.bytes, options.onProgress)
  const load = async (i: number, onlyIfChanged: boolean): Promise<FileState> => {
    const [name, path] = [names[i]!, paths[i]!]
    const maxBytes = Math.max(MIN_LIMIT_BYTES, source.bytes * MAX_TIMES_USUAL)
    const file = { address: addressOf(source, name, options.mirror), path, maxBytes, sha256: source.sha256?.[name] }
    const onBytes = (done: number, total: number) => progress.show(i, done, total)
    return downloadFile({ ...file, onlyIfChanged }, { ...options, onBytes })
  }
  const states: FileState[] = []
  for (const [i, path] of paths.entries()) states.push(await load(i, isImported || (await isFile(path))))
  const hash = hashOf(source, states)!
  // One of several files changed: the import needs all of them.
  if (hash !== imported)
    for (const [i, path] of paths.entries()) if (!(await isFile(path))) states[i] = await load(i, false)
  return { paths, hash: hashOf(source, states)! }
}

/** `folder/name.csv`, `folder/name.zip` …, or all files of `folder/name`. */
export async function findFiles(source: OpenSource, folder: string): Promise<SourceFiles> {
  const { name } = source
  const inside = await filesOf(join(folder, name))
  const beside = (await filesOf(folder)).filter((path) => path.startsWith(join(folder, `${name}.`)))
  const paths = inside.length > 0 ? inside : beside
  if (paths.length === 0)
    throw new Fault('invalid_parameter', { detail: `${folder} has neither files in ${name}/ nor a file ${name}.*.` })
  const hashes = await Promise.all(paths.map(hashFile))
  return {
    paths,
    hash: hashOf(
      source,
      hashes.map((sha256) => ({ sha256 })),
    )!,
  }
}

/** What the next import does not need again. The state of each file stays. */
export async function deleteFiles(source: OpenSource, folder: string): Promise<void> {
  for (const name of Object.keys(source.files)) await rm(join(folder, name), { force: true })
}

function addressOf({ name, files, page }: OpenSource, file: string, mirror: string | undefined): string {
  if (mirror !== undefined) return `${mirror}/${name}/${encodeURIComponent(file)}`
  const address = files[file]
  if (address) return address
  throw new DownloadProblem(`The publisher has no single address for ${name}. Download it from ${page} and use --from.`)
}

function hashOf({ format, mapping }: OpenSource, files: readonly ({ sha256: string | null } | null)[]): string | null {
  if (files.some((file) => !file?.sha256)) return null
  const parts = [format, JSON.stringify(mapping ?? null), ...files.map((file) => file!.sha256!)]
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
  return names.sort().map((name) => join(folder, name))
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  )

const INTERVAL_MS = 250

/** Bytes of all files of a source. Their usual size stands in for sizes that no server states. */
class DownloadProgress {
  readonly #usual: number
  readonly #report: ((progress: ImportProgress) => void) | undefined
  readonly #files = new Map<number, readonly [done: number, total: number]>()
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(usual: number, report: ((progress: ImportProgress) => void) | undefined) {
    this.#usual = usual
    this.#report = report
  }

  show(file: number, done: number, total: number): void {
    this.#files.set(file, [done, total])
    const now = performance.now()
    if (now - this.#reportedAt < INTERVAL_MS && (total === 0 || done < total)) return
    this.#reportedAt = now
    const all = [...this.#files.values()]
    const sum = all.reduce((bytes, [one]) => bytes + one, 0)
    const stated = all.every(([, size]) => size > 0) ? all.reduce((bytes, [, size]) => bytes + size, 0) : 0
    const expected = Math.max(sum, stated, this.#files.size > 1 || stated === 0 ? this.#usual : 0)
    this.#report?.({
      phase: 'downloading',
      done: sum,
      total: expected,
      rows: 0,
      rejected: 0,
      bytes: sum,
      bytes_total: expected,
    })
  }
}
