// Parses delimited text in chunks: quotes, any line ending, any one-character separator.

export class TableError extends Error {}

/** A longer cell usually means that a closing quote is missing. */
const MAX_CELL_LENGTH = 100_000
const QUOTE = 34
const LF = 10
const CR = 13

type State = 'start' | 'plain' | 'quoted' | 'closed'

/** `separator` is one character, or '' if every line is one cell. */
export class CsvReader {
  readonly #separator: number
  #state: State = 'start'
  #row: string[] = []
  #cell = ''
  #afterCr = false
  /** Counts empty lines too, so that errors name the row a spreadsheet shows. */
  #rowNumber = 1
  #quoteRow = 0

  constructor(separator: string) {
    this.#separator = separator === '' ? -1 : separator.charCodeAt(0)
  }

  /** Returns the rows that this chunk completes. Blank rows are left out. */
  push(chunk: string): string[][] {
    const rows: string[][] = []
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      const isSecondOfCrLf = this.#afterCr && code === LF
      this.#afterCr = code === CR && this.#state !== 'quoted'
      if (isSecondOfCrLf) {
        from = at + 1
      } else if (this.#state === 'quoted') {
        if (code !== QUOTE) continue
        this.#append(chunk, from, at)
        from = at + 1
        this.#state = 'closed'
      } else if (code === QUOTE && this.#openQuote(chunk, from, at)) {
        from = at + 1
      } else if (code === this.#separator) {
        this.#endCell(chunk, from, at)
        from = at + 1
      } else if (code === LF || code === CR) {
        this.#endCell(chunk, from, at)
        this.#endRow(rows)
        from = at + 1
      } else if (this.#state !== 'plain') this.#state = 'plain'
    }
    this.#append(chunk, from, chunk.length)
    return rows
  }

  /** Returns the last row if the text does not end with a line ending. */
  end(): string[][] {
    if (this.#state === 'quoted')
      throw new TableError(
        `The quote that opens in row ${this.#quoteRow} is never closed. Add the closing quote and try again.`,
      )
    const rows: string[][] = []
    this.#endCell('', 0, 0)
    this.#endRow(rows)
    return rows
  }

  /** A quote counts only at the start of a cell, or right after a closing quote (`""`). */
  #openQuote(text: string, from: number, at: number): boolean {
    if (this.#state === 'plain' || this.#separator === -1) return false
    if (this.#state === 'start') this.#quoteRow = this.#rowNumber
    this.#append(text, from, at)
    if (this.#state === 'closed') this.#cell += '"'
    this.#state = 'quoted'
    return true
  }

  #append(text: string, from: number, to: number): void {
    if (to > from) this.#cell += text.slice(from, to)
    if (this.#cell.length > MAX_CELL_LENGTH)
      throw new TableError(
        this.#state === 'quoted'
          ? `The quote that opens in row ${this.#quoteRow} is not closed within ${MAX_CELL_LENGTH} characters.`
          : `Row ${this.#rowNumber} has a cell with more than ${MAX_CELL_LENGTH} characters. Check that the file is a table.`,
      )
  }

  #endCell(text: string, from: number, to: number): void {
    this.#append(text, from, to)
    this.#row.push(this.#separator === -1 ? unquote(this.#cell) : this.#cell)
    this.#cell = ''
    this.#state = 'start'
  }

  #endRow(rows: string[][]): void {
    if (this.#row.some((cell) => cell.trim() !== '')) rows.push(this.#row)
    this.#row = []
    this.#rowNumber += 1
  }
}

/** Without a separator, a line may still be quoted as a whole: `"1 A St, Toronto"`. */
function unquote(line: string): string {
  return line.length > 1 && line.startsWith('"') && line.endsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
}
