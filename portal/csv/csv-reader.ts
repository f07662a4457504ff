// CSV and its kin, read piece by piece as a file comes in: quotes, doubled quotes, any line ending, any single separator.

export class TableError extends Error {}

/** A cell longer than this is a quote that somebody forgot to close. */
const LONGEST_CELL = 100_000
const QUOTE = 34
const LF = 10
const CR = 13

type State = 'start' | 'plain' | 'quoted' | 'closed'

/** `separator` is one character, or '' where every line is one cell. */
export class CsvReader {
  readonly #separator: number
  #state: State = 'start'
  #row: string[] = []
  #cell = ''
  #afterCr = false
  /** Rows that are complete, empty lines counted too. */
  #line = 1
  #quotedSince = 0

  constructor(separator: string) {
    this.#separator = separator === '' ? -1 : separator.charCodeAt(0)
  }

  /** The rows that this piece of the text completes; lines without a word in them are left out. */
  push(text: string): string[][] {
    const rows: string[][] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const isFeedOfCr = this.#afterCr && code === LF
      this.#afterCr = code === CR && this.#state !== 'quoted'
      if (isFeedOfCr) {
        from = at + 1
      } else if (this.#state === 'quoted') {
        if (code !== QUOTE) continue
        this.#take(text, from, at)
        from = at + 1
        this.#state = 'closed'
      } else if (code === QUOTE && this.#opens(text, from, at)) {
        from = at + 1
      } else if (code === this.#separator) {
        this.#endCell(text, from, at)
        from = at + 1
      } else if (code === LF || code === CR) {
        this.#endCell(text, from, at)
        this.#endRow(rows)
        from = at + 1
      } else if (this.#state !== 'plain') this.#state = 'plain'
    }
    this.#take(text, from, text.length)
    return rows
  }

  /** What stands behind the last line end. */
  end(): string[][] {
    if (this.#state === 'quoted')
      throw new TableError(`The quote that opens in row ${this.#quotedSince} is never closed.`)
    const rows: string[][] = []
    this.#endCell('', 0, 0)
    this.#endRow(rows)
    return rows
  }

  /** A quote opens a cell only where the cell begins, and goes on with one where the quoted part has just ended. */
  #opens(text: string, from: number, at: number): boolean {
    if (this.#state === 'plain' || this.#separator === -1) return false
    if (this.#state === 'start') this.#quotedSince = this.#line
    this.#take(text, from, at)
    if (this.#state === 'closed') this.#cell += '"'
    this.#state = 'quoted'
    return true
  }

  #take(text: string, from: number, to: number): void {
    if (to > from) this.#cell += text.slice(from, to)
    if (this.#cell.length > LONGEST_CELL)
      throw new TableError(
        this.#state === 'quoted'
          ? `The quote that opens in row ${this.#quotedSince} is not closed within ${LONGEST_CELL} characters.`
          : `Row ${this.#line} has a cell of more than ${LONGEST_CELL} characters; is this a table?`,
      )
  }

  #endCell(text: string, from: number, to: number): void {
    this.#take(text, from, to)
    this.#row.push(this.#separator === -1 ? unquoted(this.#cell) : this.#cell)
    this.#cell = ''
    this.#state = 'start'
  }

  #endRow(rows: string[][]): void {
    if (this.#row.some((cell) => cell.trim() !== '')) rows.push(this.#row)
    this.#row = []
    this.#line += 1
  }
}

/** A line that is one cell may still be quoted as a whole, for the commas in it. */
function unquoted(line: string): string {
  return line.length > 1 && line.startsWith('"') && line.endsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
}
