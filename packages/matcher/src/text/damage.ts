// Undoes what spreadsheets, PDF files and records do to an address: one row for each kind of damage.

export interface Damage {
  readonly name: string
  readonly example: string
  /** The example after `undo`. */
  readonly undone: string
  readonly undo: (text: string) => string
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = MONTHS.join('|')
const monthNumber = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1

/** A cell starts the text or a field. */
const CELL = String.raw`(^|[\n,;|\t] {0,2})`
const DAY_MONTH = new RegExp(`${CELL}(\\d{1,2})-(${MONTH})(?=\\s[a-z0-9])`, 'gi')
const MONTH_DAY = new RegExp(`${CELL}(${MONTH})-(\\d{1,2})(?=\\s[a-z0-9])`, 'gi')

const DECIMAL = /(?<![\d.$,])(\d{1,6})\.0{1,2}(?=[\s,;|-]|$)/g
const SCIENTIFIC = /(?<![\d.$,])(\d)\.?(\d{0,5})E\+0?(\d)(?!\d)/gi

/** `1.75E+02` is 175. Of `8.36E+03` the last digit is lost, and no number is better than a wrong one. */
const undoScientific = (_: string, first: string, decimals: string, exponent: string): string =>
  Number(exponent) <= decimals.length ? String(Math.round(Number(`${first}.${decimals}e${exponent}`))) : ''

/** The parts of a record by the names that people and programs give them, without punctuation. */
const PARTS: readonly (readonly [part: string, names: string])[] = [
  ['unit', 'unit unitnumber unitno apt apartment suite addrunit'],
  ['number', 'number streetnumber streetno housenumber housenum civicnumber civicno addrhousenumber'],
  ['prefix', 'streetdirprefix'],
  ['street', 'street streetname addrstreet road'],
  ['type', 'streetsuffix streettype'],
  ['side', 'streetdirsuffix streetdirection'],
  ['city', 'city town municipality addrcity'],
  ['province', 'province prov state stateorprovince addrprovince'],
  ['postal', 'postal postalcode postcode zip zipcode addrpostcode'],
]
const PART_OF = new Map(PARTS.flatMap(([part, names]) => names.split(' ').map((name) => [name, part] as const)))

/** `"StreetNumber":`, `StreetNumber=`, `addr:housenumber=`. */
const KEY = /(?:^|[\s,;{&?"'])([a-z_]{2,20}(?::[a-z_]{2,20})?)["']?\s{0,3}[=:]\s{0,3}/gi
const MAX_VALUE = 200
const EDGES = /^["'\s]+|["'\s,;&}\]]+$/g

/** `StreetNumber=1480, StreetName=Howe, City=Vancouver` is 1480 Howe, Vancouver. Only number and street make a record. */
function undoRecord(text: string): string {
  const parts = new Map<string, string>()
  const keys = [...text.matchAll(KEY)]
  for (const [i, key] of keys.entries()) {
    const part = PART_OF.get((key[1] as string).replaceAll(/[:_]/g, '').toLowerCase())
    const value = text
      .slice(key.index + key[0].length, keys[i + 1]?.index)
      .slice(0, MAX_VALUE)
      .replaceAll(EDGES, '')
    if (part && value !== '' && value !== 'null' && !parts.has(part)) parts.set(part, value)
  }
  const [number, street] = [parts.get('number'), parts.get('street')]
  if (number === undefined || street === undefined) return text
  const at = (part: string): string => parts.get(part) ?? ''
  const isTwice = street.startsWith(`${number} `)
  const line = [at('prefix'), street, at('type'), at('side')].filter(Boolean).join(' ')
  const unit = parts.has('unit') ? `#${at('unit')} - ` : ''
  const place = [at('city'), [at('province'), at('postal')].filter(Boolean).join(' ')]
  return [`${unit}${isTwice ? '' : `${number} `}${line}`, ...place].filter(Boolean).join(', ')
}

const LINE_END = /[\r\n]+/
const MIN_LINES = 4

/** Nobody writes so; a PDF file gives text so. */
function undoLines(text: string): string {
  const lines = text
    .split(LINE_END)
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.length >= MIN_LINES && lines.every((line) => !/\s/.test(line)) ? lines.join(' ') : text
}

const RECORD = '{"StreetNumber": "1480", "StreetName": "Howe", "StreetSuffix": "St", "City": "Vancouver", "beds": 2}'

const damage = (name: string, example: string, undone: string, undo: Damage['undo']): Damage => ({
  name,
  example,
  undone,
  undo,
})

export const DAMAGES: readonly Damage[] = [
  damage('a record', RECORD, '1480 Howe St, Vancouver', (text) => (/[=:]/.test(text) ? undoRecord(text) : text)),
  damage('a decimal', '918.0-610.00 Victoria St', '918-610 Victoria St', (text) => text.replaceAll(DECIMAL, '$1')),
  damage('scientific notation', '1.75E+02 Main St, 8.36E+03 Kennedy Rd', '175 Main St,  Kennedy Rd', (text) =>
    text.replaceAll(SCIENTIFIC, undoScientific),
  ),
  damage('a day and a month', '22-May Tinder Cres', '5-22 Tinder Cres', (text) =>
    text.replaceAll(DAY_MONTH, (_, start, day, month) => `${start}${monthNumber(month)}-${Number(day)}`),
  ),
  damage('a month and a day', 'Feb-3 Towering Heights Blvd', '2-3 Towering Heights Blvd', (text) =>
    text.replaceAll(MONTH_DAY, (_, start, month, day) => `${start}${monthNumber(month)}-${Number(day)}`),
  ),
  damage('one word a line', '1480\nHowe\nSt\nVancouver\nBC', '1480 Howe St Vancouver BC', (text) =>
    LINE_END.test(text) ? undoLines(text) : text,
  ),
]

export function undoDamage(text: string): string {
  let out = text
  for (const { undo } of DAMAGES) out = undo(out)
  return out
}
