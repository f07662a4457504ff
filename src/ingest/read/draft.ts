// What a reader hands over: drafts of rows, rows that cannot be read, and what people should know about the file.

/** A row as its file tells it: our field names, values still to be checked. */
export interface Draft {
  readonly line: number
  readonly fields: Readonly<Record<string, unknown>>
  /** Our field → the file's own name for it, where they differ. */
  readonly columns?: Readonly<Record<string, string>>
}

export interface RejectedRow {
  readonly line: number
  readonly column: string | null
  /** The row's key, where it could be read: its project stays as it is. */
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

/** The whole file cannot be trusted: nothing of it is taken. */
export class FileRefused extends Error {}

const MOST_NAMES = 100

/** What is no mistake but worth saying, counted. */
export class Notes {
  readonly unknownColumns = new Map<string, number>()
  readonly remarks = new Map<string, number>()

  unknownColumn(name: string): void {
    count(this.unknownColumns, cleanText(name))
  }

  remark(what: string): void {
    count(this.remarks, what)
  }
}

function count(counts: Map<string, number>, name: string): void {
  // Names come from the file: a hostile one must not fill the memory.
  if (counts.size >= MOST_NAMES && !counts.has(name)) return
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const LONGEST_QUOTE = 60
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Foreign text for a message: no control or direction characters, no half characters, not long. */
export function cleanText(text: string): string {
  const cut = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text
  return cut.toWellFormed().replace(UNSAFE, '\ufffd')
}

export function quoted(value: unknown): string {
  if (typeof value === 'string') return `"${cleanText(value)}"`
  if (value === null || typeof value !== 'object') return cleanText(String(value))
  return Array.isArray(value) ? 'a list' : 'an object'
}
