// Reads Toronto's apartment building registration: rows at one address form one project.
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { at } from '../../kernel/at.ts'
import type { SourceFile } from '../files/source-file.ts'
import type { Draft, Notes, ReadItem } from '../record/draft.ts'
import { FileRefused } from '../record/draft.ts'
import type { CsvPlan } from './csv-reader.ts'
import { readCsv } from './csv-reader.ts'

/** Column → field; null for known columns that we do not use. */
const COLUMNS: Readonly<Record<string, string | null>> = {
  _id: null,
  RSN: 'key',
  SITE_ADDRESS: 'address',
  PCODE: 'postal_code',
  YEAR_BUILT: 'year_built',
  CONFIRMED_STOREYS: 'storeys',
  CONFIRMED_UNITS: 'units_total',
  PROPERTY_TYPE: null,
  NO_OF_STOREYS: null,
  NO_OF_UNITS: null,
  WARD: null,
  // The management company is not the developer.
  PROP_MANAGEMENT_COMPANY_NAME: null,
}

/** The city registers standing rental buildings of three or more storeys. */
export const TORONTO_CONSTANTS = {
  city_name: 'Toronto',
  province: 'ON',
  building_type: 'rental_apartment',
  tenure: 'rental',
  construction_status: 'completed',
}

const PLAN: CsvPlan = {
  fieldOf: (column) => (Object.hasOwn(COLUMNS, column) ? COLUMNS[column] : undefined),
  constants: TORONTO_CONSTANTS,
}

export const isTorontoHeader = (header: string): boolean => /\bRSN\b/.test(header) && /\bSITE_ADDRESS\b/.test(header)

/** The city has about 3,500 buildings. Grouping keeps all rows in memory, so there is a limit. */
const MAX_ROWS = 50_000

export const readToronto = (file: SourceFile, notes: Notes): AsyncGenerator<ReadItem> =>
  joinAtAddress(readCsv(file, PLAN, notes), notes)

export async function* joinAtAddress(
  items: Iterable<ReadItem> | AsyncIterable<ReadItem>,
  notes: Notes,
): AsyncGenerator<ReadItem> {
  const byAddress = new Map<string, Draft[]>()
  let rows = 0
  for await (const item of items) {
    if (item.kind === 'rejected') {
      yield item
      continue
    }
    if (++rows > MAX_ROWS)
      throw new FileRefused(`the file has more than ${MAX_ROWS} rows; import it as CSV with a mapping file`)
    const draft = withPlainKey(item.draft)
    const address = foldText(String(draft.fields.address ?? `line ${draft.line}`))
    const group = byAddress.get(address)
    if (group) {
      group.push(draft)
      notes.remark('several rows at one address: imported as one project')
    } else byAddress.set(address, [draft])
  }
  for (const group of byAddress.values())
    yield { kind: 'draft', draft: group.length > 1 ? joinRows(group) : at(group, 0) }
}

/** `4155922.0` is 4155922: spreadsheets add the decimal. */
function withPlainKey(draft: Draft): Draft {
  const key = draft.fields.key
  return typeof key === 'string' ? { ...draft, fields: { ...draft.fields, key: key.replace(/\.0+$/, '') } } : draft
}

/** One project with a building per row. The lowest key wins, so that the order of rows does not matter. */
function joinRows(group: readonly Draft[]): Draft {
  const rows = group.toSorted((a, b) => Number(a.fields.key) - Number(b.fields.key))
  const numbers = (field: string) => rows.map((row) => integerOf(row.fields[field])).filter((n) => n !== null)
  const total = numbers('units_total')
  const buildings = rows.map(({ fields }) => ({
    key: fields.key,
    storeys: integerOf(fields.storeys),
    units: integerOf(fields.units_total),
    year_built: integerOf(fields.year_built),
    addresses: [fields.address],
  }))
  const fields = {
    ...at(rows, 0).fields,
    storeys: highest(numbers('storeys')),
    year_built: highest(
      numbers('year_built').map((year) => -year),
      -1,
    ),
    units_total: total.length === rows.length ? total.reduce((sum, n) => sum + n, 0) : undefined,
    buildings,
  }
  return { ...at(rows, 0), line: Math.min(...rows.map((row) => row.line)), fields }
}

function highest(numbers: readonly number[], sign = 1): number | undefined {
  return numbers.length > 0 ? sign * Math.max(...numbers) : undefined
}

function integerOf(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,8}(\.0+)?$/.test(text) ? Number(text) : null
}
