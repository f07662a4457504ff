// Makes the inputs of the readers: a valid sample, or one that is broken a few times.
import { readFileSync } from 'node:fs'
import { zipOf } from '../../../../test/support/zip-files.ts'
import type { Random as Dice } from '../../../shared/random.ts'
import { Random } from '../../../shared/random.ts'
import { mutateInput } from './mutate-input.ts'

export interface ReaderFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface ReaderInput {
  /** Of files: an import of the operator, or a feed. A feed of the kind `reso` has pages and no files. */
  readonly kind: 'import' | 'feed'
  readonly sample: string
  /** JSON that the caller of the reader names: format and mapping; fields, pages and history of a feed. */
  readonly options: Readonly<Record<string, unknown>>
  readonly files: readonly ReaderFile[]
  /** Bytes in a chunk, where the reader gets chunks. */
  readonly chunk: number
}

/** The numbers that repeat an input: below the count of samples, the sample itself; then a number per further mutation. */
export type Recipe = readonly number[]

interface Sample extends Omit<ReaderInput, 'files' | 'chunk'> {
  /** `lines`: texts, or values written as JSON. `latin1`: bytes. */
  readonly files?: readonly { name: string; lines?: readonly unknown[]; latin1?: string }[]
  /** Too slow to be the start of many inputs. */
  readonly isSlow?: boolean
}

const data: { samples: readonly Sample[]; bases: Readonly<Record<string, object>> } = JSON.parse(
  readFileSync(new URL('../data/reader-samples.json', import.meta.url), 'utf8'),
)
const samples = data.samples.map((sample) => expanded(sample) as Sample)

/** What is too long to be written: `$repeat` a text, `$times` a value, `$join` texts, and `$like` another object. */
function expanded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expanded)
  if (value === null || typeof value !== 'object') return value
  const { $repeat, $times, $join, $like, ...rest } = value as Record<string, unknown>
  if ($repeat !== undefined) return String(expanded($repeat)).repeat(Number(rest.times))
  if ($times !== undefined) return Array.from({ length: Number($times) }, () => expanded(rest.of))
  if ($join !== undefined) return (expanded($join) as string[]).join('')
  const own = Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, expanded(item)]))
  return $like === undefined ? own : { ...data.bases[String($like)], ...own }
}

export const SAMPLE_COUNT = samples.length
const QUICK = samples.filter(({ isSlow }) => !isSlow)
const MAX_MUTATIONS = 4
const CHUNKS = [1, 2, 7, 64, 1000]

function inputOfSample({ kind, sample, options, files = [] }: Sample, chunk: number): ReaderInput {
  const textOf = (line: unknown) => (typeof line === 'string' ? line : JSON.stringify(line))
  const bytesOf = (lines: readonly unknown[]) => Buffer.from(lines.map((line) => `${textOf(line)}\n`).join(''))
  const read = files.map(({ name, lines = [], latin1 }) => ({
    name,
    bytes: latin1 === undefined ? bytesOf(lines) : Buffer.from(latin1, 'latin1'),
  }))
  // An archive is one file.
  const zip = () => [{ name: 'files.zip', bytes: zipOf(read.map(({ name, bytes }) => ({ name, content: bytes }))) }]
  return { kind, sample, options, files: options.isArchive === true ? zip() : read, chunk }
}

function freshInput(dice: Dice): ReaderInput {
  let input = inputOfSample(dice.pick(QUICK), dice.pick(CHUNKS))
  for (let left = dice.below(MAX_MUTATIONS + 1); left > 0; left--) input = mutateInput(input, dice)
  return input
}

export function inputOf([first = 0, ...mutations]: Recipe): ReaderInput {
  const start = samples[first] ? inputOfSample(samples[first], 1000) : freshInput(Random.mixed(first))
  return mutations.reduce((input, seed) => mutateInput(input, Random.mixed(seed)), start)
}

/** Recipes from a seed: first every sample, then by turns fresh ones and mutations of those that reached something new. */
export class Recipes {
  readonly #dice: Dice
  readonly #corpus: Recipe[] = []
  #made: number

  /** After so many inputs. */
  constructor(seed: number, made = 0) {
    this.#dice = Random.mixed(seed)
    this.#made = made
  }

  next(): Recipe {
    if (this.#made < SAMPLE_COUNT) return [this.#made++]
    const dice = this.#dice
    const number = SAMPLE_COUNT + dice.below(2 ** 31)
    if (this.#corpus.length === 0 || dice.chance(0.5)) return [number]
    // The larger of two draws: new entries more often.
    const at = Math.max(dice.below(this.#corpus.length), dice.below(this.#corpus.length))
    return [...this.#corpus[at]!, number]
  }

  /** The input of the recipe reached something new. */
  keep(recipe: Recipe): void {
    if (!samples[recipe[0]!]?.isSlow) this.#corpus.push(recipe)
  }
}
