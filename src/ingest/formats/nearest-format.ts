// Names the format nearest to an unrecognized CSV header, and the columns it lacks. Pure.
import { delimiterOf } from '../../kernel/tables/csv-scanner.ts'
import { listColumns } from '../read/csv-reader.ts'
import { textFieldOf } from '../read/row-fields.ts'
import { cleanText } from '../record/draft.ts'

interface ColumnFormat {
  readonly name: string
  readonly columns?: readonly (string | readonly string[])[]
}

interface Candidate {
  readonly name: string
  readonly missing: readonly string[]
  /** The share of the required columns that the file has. */
  readonly share: number
}

/** Returns null when the text is no CSV header. */
export function nearestFormat(firstLine: string, formats: readonly ColumnFormat[]): string | null {
  const header = firstLine.split(delimiterOf(firstLine)).map((name) => name.replaceAll('"', '').trim())
  if (header.length < 2) return null
  const candidates = formats
    .flatMap(({ name, columns }) => (columns ? [compare(name, columns, header)] : []))
    .filter(({ missing }) => missing.length > 0)
    .sort((a, b) => b.share - a.share)
  const [nearest] = candidates
  if (!nearest) return null
  // A first line without any known name can be data, with names of people: it is not quoted.
  if (nearest.share === 0)
    return 'The first line has no column with a known name. It must be a header; name its columns in a mapping file.'
  const missing = nearest.missing.map((name) => `"${cleanText(name)}"`).join(' and ')
  const plural = nearest.missing.length > 1
  const found = `The file has: ${listColumns(header)}.`
  return `The nearest is ${nearest.name}, but the column${plural ? 's' : ''} ${missing} ${plural ? 'are' : 'is'} missing. Add ${plural ? 'them' : 'it'}, or name the columns in a mapping file. ${found}`
}

function compare(name: string, columns: NonNullable<ColumnFormat['columns']>, header: readonly string[]): Candidate {
  // Our own column names have aliases, such as city for city_name.
  const has = (column: string) =>
    header.includes(column) || (name === 'csv' && header.some((one) => textFieldOf(one) === column))
  const missing = columns.flatMap((column) => {
    const alternatives = typeof column === 'string' ? [column] : column
    return alternatives.some(has) ? [] : [alternatives.join(' or ')]
  })
  return { name, missing, share: 1 - missing.length / columns.length }
}
