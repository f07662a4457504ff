// Finds the input files that files, folders, patterns and s3:// locations name, and what each will be called in the output.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Stop } from '../../kernel/fault.ts'
import type { Format, InputFormat } from '../match/formats/match-plan.ts'
import { formatOf } from '../match/formats/match-plan.ts'
import type { BucketOptions, Place, StoredFile } from './places.ts'
import { isUrl, openPlace } from './places.ts'

/** A table in a folder is one input. */
export type InputKind = InputFormat | 'delta' | 'iceberg'

export interface InputFile extends StoredFile {
  readonly place: Place
  readonly kind: InputKind
  /** Name in the output without its ending. */
  readonly stem: string
}

interface FindOptions extends BucketOptions {
  readonly format?: InputFormat | undefined
  /** Files of this location are no inputs. */
  readonly output: string
}

const KNOWN = /\.(?:parquet|csv|ndjson|jsonl|xlsx)(?:\.gz|\.zst)?$/i
const ENDING = /(?:\.(?:parquet|csv|ndjson|jsonl|json|xlsx))?(?:\.gz|\.zst)?$/i
const WILDCARD = /[*?[{]/
/** Spark and others write such names beside their data: _SUCCESS, .crc. */
const HIDDEN = /(?:^|\/)[._]/

export const isPattern = (location: string): boolean => WILDCARD.test(location) && !existsSync(location)

export const isFolder = (location: string): boolean =>
  location.endsWith('/') ||
  /^s3:\/\/[^/]+$/.test(location) ||
  (existsSync(location) && statSync(location).isDirectory())

/** Every input once, in the order of the arguments. */
export async function findInputs(locations: readonly string[], options: FindOptions): Promise<InputFile[]> {
  const inputs = new Map<string, InputFile>()
  for (const location of locations) {
    const found = tableAt(location, options) ?? (await filesAt(location, options))
    if (found.length === 0) throw new Stop('usage', `no files match ${location}, or they are empty`)
    for (const input of found) inputs.set(input.place.location + input.name, input)
  }
  return [...inputs.values()]
}

async function filesAt(location: string, options: FindOptions): Promise<InputFile[]> {
  const { root, accepts, depth } = selectionOf(location)
  const place = openPlace(root, options)
  const all = await place.list(depth)
  if (all.some(({ name }) => name.startsWith('_delta_log/')))
    throw new Stop('usage', `${location} is a Delta table`, 'Tables of Delta and Iceberg are read from a local folder.')
  return all
    .filter(({ name, bytes }) => bytes > 0 && accepts(name) && !`${place.location}${name}`.startsWith(options.output))
    .map((file) => {
      const stem = file.name.replace(ENDING, '')
      return { ...file, place, stem, kind: options.format ?? kindOf(file.name) }
    })
}

function kindOf(name: string): InputFormat {
  const plain = name.replace(/\.(?:gz|zst)$/i, '')
  return plain.toLowerCase().endsWith('.xlsx') ? 'xlsx' : (formatOf(plain) satisfies Format)
}

function selectionOf(location: string): { root: string; accepts: (name: string) => boolean; depth?: number } {
  const inFolder = (name: string) => KNOWN.test(name) && !HIDDEN.test(name)
  if (isFolder(location)) return { root: location, accepts: inFolder }
  const first = isPattern(location) ? location.search(WILDCARD) : location.length
  const slash = location.lastIndexOf('/', first - 1)
  const [root, rest] = [slash < 0 ? '.' : location.slice(0, slash + 1), location.slice(slash + 1)]
  if (first === location.length)
    return { root, depth: 0, accepts: (name) => name === rest || (name.startsWith(`${rest}/`) && inFolder(name)) }
  const pattern = patternOf(rest)
  const depth = rest.includes('**') ? Number.POSITIVE_INFINITY : rest.split('/').length - 1
  return { root, depth, accepts: (name) => pattern.test(name) && !HIDDEN.test(name) }
}

const PATTERN_PARTS: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
  '{': '(?:',
  '}': ')',
  ',': '|',
  '[': '[',
  ']': ']',
}

/** `*` and `?` stay in a folder, `**` does not; `{a,b}` and `[0-9]` are as in a shell. */
export function patternOf(glob: string): RegExp {
  const hasChoices = glob.includes('{')
  const source = glob.replace(/\*\*\/|\*\*|[*?{},[\]]|[.+^$()|\\]/g, (part) =>
    part === ',' && !hasChoices ? ',' : (PATTERN_PARTS[part] ?? `\\${part}`),
  )
  return new RegExp(`^${source}$`)
}

/** A local folder that is a table of Delta or Iceberg. */
function tableAt(location: string, options: FindOptions): InputFile[] | null {
  if (isUrl(location) || !isFolder(location)) return null
  const folder = resolve(location)
  const logs = { delta: join(folder, '_delta_log'), iceberg: join(folder, 'metadata') } as const
  for (const kind of ['delta', 'iceberg'] as const) {
    const log = existsSync(logs[kind]) ? readdirSync(logs[kind]).sort() : []
    if (!log.some((name) => /^\d+\.json$|\.metadata\.json$/.test(name))) continue
    const bytes = log.reduce((sum, name) => sum + statSync(join(logs[kind], name)).size, 0)
    const place = openPlace(dirname(folder), options)
    return [{ place, kind, name: basename(folder), stem: basename(folder), bytes, version: log.join() }]
  }
  return null
}
