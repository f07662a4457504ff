// What parts the cells of a table: told by its first lines. Addresses hold commas themselves, so a comma has to prove itself.
import { looksLikeHeader } from './columns.ts'
import { CsvReader } from './csv-reader.ts'

export const SEPARATORS = ['\t', ';', '|', ',', ''] as const
/** '' where every line is one cell. */
export type Separator = (typeof SEPARATORS)[number]

const LINES = 20

function rowsBy(separator: Separator, sample: string): string[][] {
  try {
    const reader = new CsvReader(separator)
    // The last line of a sample may be cut off.
    return reader.push(sample.includes('\n') || sample.includes('\r') ? sample : `${sample}\n`).slice(0, LINES)
  } catch {
    return []
  }
}

/**
 * The separator that gives every line the same number of cells, or the header its names. `strict`: of pasted text and text
 * files, where a line with two commas in it is one address, only tabs and recognised headers are believed.
 */
export function guessSeparator(sample: string, strict: boolean): Separator {
  let best: Separator = ''
  let most = 1
  for (const separator of SEPARATORS) {
    const rows = rowsBy(separator, sample)
    const width = rows[0]?.length ?? 0
    if (width <= most) continue
    const named = rows.length > 0 && looksLikeHeader(rows[0]!)
    const even = rows.every((row) => row.length === width)
    if (named || (even && (!strict || separator === '\t'))) [best, most] = [separator, width]
  }
  return best
}
