// Opens the files of an import: files, folders of files, and the members of ZIP archives.
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { at } from '../../kernel/at.ts'
import { Fault } from '../../kernel/fault.ts'
import { cleanText, FileRefused } from '../record/draft.ts'
import type { FileLimits } from './file-limits.ts'
import { FILE_LIMITS } from './file-limits.ts'
import type { SourceFile } from './source-file.ts'
import { hashFile, isZip, memberFile, openSourceFile, readHead } from './source-file.ts'
import { listMembers } from './zip-archive.ts'

export interface OpenedFile {
  readonly file: SourceFile
  /** True for a member of an archive that was not named: it is left out when it is of another format. */
  readonly isOptional: boolean
}

/** A folder stands for the files in it with these endings. */
const DATA_FILE = /\.(csv|dbf|json|ndjson|jsonl|geojson|geojsonl|xml)(\.gz)?$|\.zip$/i
/** Québec's assessment rolls are 1,140 files. */
const MAX_FILES = 2000

interface Location {
  readonly path: string
  /** The member of an archive; null for a whole file. */
  readonly member: string | null
}

/** `name` is for display, when one file has another name on disk. */
export async function openFiles(
  paths: readonly string[],
  name?: string,
  limits: FileLimits = FILE_LIMITS,
): Promise<OpenedFile[]> {
  const opened: OpenedFile[] = []
  for (const { path, member } of await locate(paths)) {
    const shown = name !== undefined && paths.length === 1 ? name : basename(path)
    const { head } = await readHead(path)
    if (member === null && !isZip(head))
      opened.push({ file: await openSourceFile(path, shown, limits), isOptional: false })
    else opened.push(...(await openArchive(path, member, shown, limits)))
  }
  return opened
}

async function openArchive(
  path: string,
  member: string | null,
  name: string,
  limits: FileLimits,
): Promise<OpenedFile[]> {
  const members = await listMembers(path, name, limits)
  const chosen = member === null ? members : members.filter((one) => one.name === member)
  if (chosen.length === 0) {
    const names = members.slice(0, 10).map((one) => cleanText(one.name))
    throw new FileRefused(
      member === null
        ? `${cleanText(name)} contains no files`
        : `${cleanText(name)} has no file ${cleanText(member)}; it has ${names.join(', ')}`,
    )
  }
  const sha256 = await hashFile(path)
  return chosen.map((one) => ({ file: memberFile(path, name, one, sha256 ?? ''), isOptional: member === null }))
}

/** Replaces folders by their files, and splits `archive.zip/member.csv`. */
async function locate(paths: readonly string[]): Promise<Location[]> {
  const found: Location[] = []
  for (const path of paths) {
    // Nothing there: it may be a member of an archive, or is refused when it is opened.
    const facts = await stat(path).catch(() => undefined)
    if (facts?.isDirectory()) found.push(...(await filesIn(path)))
    else found.push(facts ? { path, member: null } : ((await memberOf(path)) ?? { path, member: null }))
    if (found.length > MAX_FILES)
      throw new Fault('invalid_parameter', { detail: `An import can read at most ${MAX_FILES} files.` })
  }
  return found
}

async function filesIn(folder: string): Promise<Location[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && DATA_FILE.test(entry.name)).map(({ name }) => name)
  if (names.length === 0)
    throw new Fault('invalid_parameter', { detail: `${cleanText(folder)} has no CSV, JSON, XML or ZIP files.` })
  return names.sort().map((name) => ({ path: join(folder, name), member: null }))
}

async function memberOf(path: string): Promise<Location | null> {
  for (let archive = dirname(path); archive !== dirname(archive); archive = dirname(archive)) {
    // Nothing there: its folder may be an archive.
    const facts = await stat(archive).catch(() => undefined)
    if (facts?.isFile()) return { path: archive, member: path.slice(archive.length + 1) }
    if (facts) return null
  }
  return null
}

/** One file: its hash. Several: the hash of their hashes, in order. Null until all are read to the end. */
export function combinedHash(files: readonly SourceFile[]): string | null {
  const hashes = new Map(files.map((file) => [file.path, file.sha256()]))
  return combine([...hashes.values()])
}

/** The hash that an import of these files gets; null when one cannot be read. */
export async function hashFiles(paths: readonly string[]): Promise<string | null> {
  try {
    const onDisk = new Set((await locate(paths)).map(({ path }) => path))
    return combine(await Promise.all([...onDisk].map(hashFile)))
  } catch {
    return null
  }
}

function combine(hashes: readonly (string | null)[]): string | null {
  if (hashes.length === 0 || hashes.some((hash) => hash === null)) return null
  return hashes.length === 1 ? at(hashes, 0) : createHash('sha256').update(hashes.join('\n')).digest('hex')
}
