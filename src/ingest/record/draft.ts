// What file readers return: draft rows, rejected rows, and remarks about the file.

/** A row with our field names and unchecked values. */
export interface Draft {
  readonly line: number
  /** The file of the line, when an import has several. */
  readonly file?: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Our field name → the file's column name, when they differ. */
  readonly columns?: Readonly<Record<string, string>>
  /** The values were published before: they are checked but not converted again. */
  readonly published?: boolean
}

export interface RejectedRow {
  readonly line: number
  /** The file of the line, when the import has several. */
  readonly file?: string
  readonly column: string | null
  /** The row's key, if readable. Its project stays as it is. */
  readonly key: string | null
  readonly reason: string
}

export type ReadItem =
  | { readonly kind: 'draft'; readonly draft: Draft }
  | { readonly kind: 'rejected'; readonly rejected: RejectedRow }

export const rejectedItem = (
  line: number,
  reason: string,
  column: string | null = null,
  key: string | null = null,
): ReadItem => ({ kind: 'rejected', rejected: { line, column, key, reason } })

/** The whole file is refused. */
export class FileRefused extends Error {}

const MAX_NAMES = 100

/** Counts remarks that are not errors. */
export class Notes {
  /** Why the file is refused if it has tags of OpenStreetMap. Null: they are allowed. */
  osmProblem: string | null = null
  readonly unknownColumns = new Map<string, number>()
  readonly remarks = new Map<string, number>()
  /** Lines read, when a row is made of several lines; otherwise 0. */
  lines = 0

  unknownColumn(name: string): void {
    count(this.unknownColumns, cleanText(name))
  }

  remark(text: string, times = 1): void {
    count(this.remarks, text, times)
  }
}

function count(counts: Map<string, number>, name: string, times = 1): void {
  // Names come from the file. A hostile file must not fill the memory.
  if (counts.size >= MAX_NAMES && !counts.has(name)) return
  counts.set(name, (counts.get(name) ?? 0) + times)
}

const MAX_QUOTE_LENGTH = 60
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not reach a terminal
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Makes text from a file safe for a message: no control or direction characters, no lone surrogates, short. */
export function cleanText(text: string): string {
  const cut = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text
  return cut.toWellFormed().replace(UNSAFE, '\ufffd')
}

export function quoted(value: unknown): string {
  if (typeof value === 'string') return `"${cleanText(value)}"`
  if (value === null || typeof value !== 'object') return cleanText(String(value))
  return Array.isArray(value) ? 'a list' : 'an object'
}
