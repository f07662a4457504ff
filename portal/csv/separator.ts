// Guesses the separator of a table from its first rows.
import { looksLikeHeader } from './columns.ts'
import { CsvReader } from './csv-reader.ts'

export const SEPARATORS = ['\t', ';', '|', ',', ''] as const
/** '' if every line is one cell. */
export type Separator = (typeof SEPARATORS)[number]

const SAMPLE_ROWS = 20

function parseSample(separator: Separator, sample: string): string[][] {
  try {
    const reader = new CsvReader(separator)
    // The sample may end in the middle of a row, so only complete rows count.
    return reader.push(sample.includes('\n') || sample.includes('\r') ? sample : `${sample}\n`).slice(0, SAMPLE_ROWS)
  } catch {
    return []
  }
}

/**
 * Picks the separator that gives every row the same number of cells, or that yields known headers.
 * `strict` accepts only tabs and known headers: in pasted text and text files, a line with two commas is one address.
 */
export function guessSeparator(sample: string, strict: boolean): Separator {
  let best: Separator = ''
  let bestWidth = 1
  for (const separator of SEPARATORS) {
    const rows = parseSample(separator, sample)
    const width = rows[0]?.length ?? 0
    if (width <= bestWidth) continue
    const hasHeader = rows.length > 0 && looksLikeHeader(rows[0]!)
    const isEven = rows.every((row) => row.length === width)
    if (hasHeader || (isEven && (!strict || separator === '\t'))) [best, bestWidth] = [separator, width]
  }
  return best
}
