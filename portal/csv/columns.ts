// Which column is what, guessed by its header as feeds and spreadsheets write it, in both languages.

/** Fields of a question, and the headers that mean them: letters only, without accents. */
const HEADERS = {
  address: [
    'address',
    'adresse',
    'fulladdress',
    'unparsedaddress',
    'streetaddress',
    'civicaddress',
    'adressecivique',
    'mlsaddress',
    'propertyaddress',
    'listingaddress',
    'addressline',
    'addr',
    'street',
    'rue',
    'location',
  ],
  city: ['city', 'ville', 'municipality', 'municipalite', 'town'],
  province: ['province', 'prov', 'state', 'stateorprovince'],
  postal_code: ['postalcode', 'postal', 'postcode', 'codepostal', 'zip', 'zipcode'],
  building_name: ['buildingname', 'building', 'complex', 'complexname', 'immeuble', 'nomdelimmeuble'],
  condo_corp: ['condocorp', 'condocorporation', 'strataplan', 'strata', 'condoplan'],
  listed_on: ['listedon', 'listdate', 'listingdate', 'listingcontractdate', 'datelisted'],
} as const

export type Field = keyof typeof HEADERS
export const FIELDS = Object.keys(HEADERS) as Field[]

/** Index of the column of each field that has one. */
export type ColumnChoice = Readonly<Partial<Record<Field, number>>>

function plain(header: string): string {
  return header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

export function guessColumns(headers: readonly string[]): ColumnChoice {
  const names = headers.map(plain)
  const choice: Partial<Record<Field, number>> = {}
  for (const field of FIELDS) {
    const word = HEADERS[field].find((header) => names.includes(header))
    if (word !== undefined) choice[field] = names.indexOf(word)
  }
  return choice
}

/** A first row in which a header is recognised is no address. */
export function looksLikeHeader(row: readonly string[]): boolean {
  return Object.keys(guessColumns(row)).length > 0
}

/** Without a header: the column with the most cells that hold a number and a word. */
export function guessAddressColumn(rows: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const likely = (column: number) => rows.filter((row) => /\d.*[a-z]{2}|[a-z]{2}.*\d/i.test(row[column] ?? '')).length
  let best = 0
  for (let column = 1; column < width; column++) if (likely(column) > likely(best)) best = column
  return best
}
