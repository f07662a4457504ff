// What plinth match of many files has to do: a part per input file, without those that are finished.
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { VERSION } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import type { Format, InputFormat, Shard } from '../match/formats/match-plan.ts'
import { formatOf } from '../match/formats/match-plan.ts'
import type { InputFile, InputKind } from './find-inputs.ts'
import { findInputs, isFolder } from './find-inputs.ts'
import type { PartOptions } from './match-part.ts'
import type { BucketOptions, Place } from './places.ts'
import { isUrl, openPlace } from './places.ts'

export interface PlanOptions extends BucketOptions, Pick<PartOptions, 'columns' | 'hints' | 'details' | 'isBeside'> {
  readonly inputs: readonly string[]
  /** A folder or an s3:// location; for one input also a file. */
  readonly output: string
  /** File of buildings, or an index of it. */
  readonly buildings: string
  readonly model?: string | undefined
  readonly streets?: string | undefined
  readonly format?: InputFormat | undefined
  readonly outputFormat?: Format | undefined
  /** Every n-th input file. */
  readonly shard?: Shard | undefined
}

/** Of Plinth in the output: marks of what is finished, and unfinished files. Readers of tables skip such names. */
export const OWN_FOLDER = '_plinth'

export interface Part {
  readonly input: InputFile
  readonly format: Format
  /** Name in the output. */
  readonly name: string
  /** Its existence says that the output is complete, and made of this input with these options. Null for a single file. */
  readonly mark: string | null
}

export interface BulkPlan {
  readonly place: Place
  readonly parts: readonly Part[]
  /** Marks of the same outputs with other inputs or options. */
  readonly stale: readonly string[]
  /** Number of parts that an earlier run finished. */
  readonly finished: number
}

const OUTPUT_OF: Readonly<Record<InputKind, Format>> = {
  ndjson: 'ndjson',
  csv: 'csv',
  xlsx: 'csv',
  parquet: 'parquet',
  delta: 'parquet',
  iceberg: 'parquet',
}

export async function planParts(options: PlanOptions): Promise<BulkPlan> {
  const { output, outputFormat } = options
  const file = isUrl(output) || isFolder(output) || options.inputs.length > 1 ? null : basename(output)
  if (file !== null && options.shard)
    throw new Stop(
      'usage',
      '--shard divides a file only into answers',
      'Leave out --columns all, or name a folder as output.',
    )
  const place = openPlace(file === null ? output : dirname(output), options)
  const found = await findInputs(options.inputs, { ...options, output: place.location + (file ?? '') })
  if (file !== null && found.length > 1)
    throw new Stop('usage', `${found.length} files cannot be written as one`, `Use -o ${output}/ for a folder.`)
  const { index, count } = options.shard ?? { index: 1, count: 1 }
  const about = await fingerprint(options)
  const all = found
    .filter((_, i) => i % count === index - 1)
    .map((input): Part => {
      const format = outputFormat ?? (file === null ? OUTPUT_OF[input.kind] : formatOf(file))
      const name = file ?? `${input.stem}.${format}`
      const state = sha256(JSON.stringify([about, input.name, input.bytes, input.version, format]))
      return { input, format, name, mark: file === null ? `${OWN_FOLDER}/done/${name}/${state}` : null }
    })
  const names = new Set<string>()
  const twice = all.find(({ name }) => names.size === names.add(name).size)
  if (twice) throw new Stop('usage', `two inputs would be written as ${twice.name}`, 'Match them one after the other.')
  if (file !== null) return { place, parts: all, stale: [], finished: 0 }
  const present = new Set((await place.list()).map(({ name }) => name))
  const parts = all.filter(({ name, mark }) => !present.has(mark ?? '') || !present.has(name))
  const folders = new Set(parts.map(({ mark }) => dirname(mark ?? '')))
  const stale = [...present].filter((name) => folders.has(dirname(name)))
  return { place, parts, stale, finished: all.length - parts.length }
}

/** Whatever changes answers besides the input. */
async function fingerprint(options: PlanOptions): Promise<unknown> {
  const { columns, hints, details, isBeside, buildings, model, streets } = options
  const files = [buildings, ...(model === undefined ? [] : [model])]
  const contents = await Promise.all(files.map(contentOf))
  const changed = streets === undefined ? null : [streets, statSync(streets).mtimeMs]
  return [VERSION, columns, hints, details, isBeside, contents, changed]
}

async function contentOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** For unfinished files: on the disk of a local output, so that they can be moved there. */
export const workBase = (place: Place, temporary: string): string =>
  isUrl(place.location) ? join(temporary, OWN_FOLDER) : join(place.location, OWN_FOLDER)
