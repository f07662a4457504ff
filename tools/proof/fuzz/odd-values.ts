// Tables of values that break careless programs (data/odd-values.json).
import { readFileSync } from 'node:fs'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
export const WORD = `${LETTERS}${LETTERS.toUpperCase()}0123456789`

/** A text, or one that repeats a part. */
type Written = string | { before?: string; repeat: string; times: number; after?: string }

/** Read, not imported: halves of surrogate pairs are no valid module. */
const odd: {
  readonly [list in 'ODD_TEXTS' | 'URLS']: readonly Written[]
} & {
  readonly [list in 'ODD_NUMBER_TEXTS' | 'FILES' | 'ADDRESSES' | 'CONTENT_TYPES']: readonly string[]
} & {
  readonly ODD_NUMBERS: readonly number[]
  readonly ODD_HEADERS: readonly (readonly Written[])[]
  readonly GARBAGE_CREDENTIALS: readonly (readonly Written[])[]
} = JSON.parse(readFileSync(new URL('data/odd-values.json', import.meta.url), 'utf8'))

const textOf = (written: Written): string =>
  typeof written === 'string'
    ? written
    : (written.before ?? '') + written.repeat.repeat(written.times) + (written.after ?? '')

/** No file paths that exist, no SQL and no stack frames: a response may quote its request. */
export const ODD_TEXTS: readonly string[] = odd.ODD_TEXTS.map(textOf)
export const ODD_NUMBERS: readonly number[] = odd.ODD_NUMBERS
/** Numbers as JSON text that JSON.stringify cannot write. */
export const ODD_NUMBER_TEXTS: readonly string[] = odd.ODD_NUMBER_TEXTS
/** Only this machine: the server may call them. `{port}` is a listener of the run. */
export const URLS: readonly string[] = odd.URLS.map(textOf)
/** Files the operator names. `{folder}` is a folder of the run. */
export const FILES: readonly string[] = odd.FILES
export const ADDRESSES: readonly string[] = odd.ADDRESSES
const pairsOf = (list: readonly (readonly Written[])[]) =>
  list.map((pair) => pair.map(textOf) as [name: string, value: string])
export const ODD_HEADERS = pairsOf(odd.ODD_HEADERS)
export const GARBAGE_CREDENTIALS = pairsOf(odd.GARBAGE_CREDENTIALS)
export const CONTENT_TYPES: readonly string[] = odd.CONTENT_TYPES
