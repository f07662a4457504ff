// Montréal assessment units: the units at one civic address form a building.
import { parcelList } from '../../catalog/records/parcel-ids.ts'
import { at } from '../../kernel/at.ts'
import { readAsset } from '../../kernel/tables/assets.ts'
import { byFrequency, mostFrequent } from './group-values.ts'
import type { RollRecord, RollTable } from './roll-table.ts'
import { builtFields, civicLines, numberAt, textAt, wholeNumber, yearOf } from './roll-values.ts'

const UNIT_ID = 0
const ADDRESS = 1
const CITY = 2
const BOROUGH = 3
const IS_CONDO = 4
const DWELLINGS = 5
const STOREYS = 6
const BUILT = 7
const ROLL = 8

/** The codes of the roll: MUNICIPALITE → city, and the number in NO_ARROND_ILE_CUM (`REM19`) → borough. */
const PLACES = readAsset<Readonly<Record<'cities' | 'boroughs', Readonly<Record<string, string>>>>>(
  'open-data/montreal-places.json',
)

/** CUBF code of a dwelling. */
const DWELLING_USE = '1000'

export const montrealUefTable: RollTable = {
  name: 'montreal-uef',
  about: 'Ville de Montréal, unités d’évaluation foncière (CSV)',
  columns: [
    ...['ID_UEV', 'CIVIQUE_DEBUT', 'CIVIQUE_FIN', 'NOM_RUE', 'MUNICIPALITE', 'ETAGE_HORS_SOL', 'NOMBRE_LOGEMENT'],
    ...['ANNEE_CONSTRUCTION', 'CODE_UTILISATION', 'LETTRE_DEBUT', 'LETTRE_FIN', 'CATEGORIE_UEF', 'NO_ARROND_ILE_CUM'],
  ],
  encoding: 'windows-1252',
  recordOf(cell, line) {
    const city = PLACES.cities[cell('MUNICIPALITE').padStart(2, '0')]
    if (city === undefined)
      return { reject: `the municipality "${cell('MUNICIPALITE').slice(0, 20)}" is unknown`, column: 'MUNICIPALITE' }
    const id = cell('ID_UEV')
    if (id === '') return { reject: 'the unit has no id', column: 'ID_UEV' }
    const lines = linesOf(cell)
    if (lines.length === 0) return { skip: 'skipped: a unit without a civic address' }
    const isCondo = /^condo/i.test(cell('CATEGORIE_UEF'))
    const stated = wholeNumber(cell('NOMBRE_LOGEMENT'))
    // A condominium unit whose use is a dwelling is one, even when the count is empty.
    const isDwelling = isCondo && cell('CODE_UTILISATION') === DWELLING_USE
    const dwellings = stated ?? (isDwelling ? 1 : 0)
    // The storeys of a condominium unit are those of the unit, not of its building.
    const storeys = isCondo ? null : wholeNumber(cell('ETAGE_HORS_SOL')) || null
    const borough = city === 'Montréal' ? boroughOf(cell('NO_ARROND_ILE_CUM')) : null
    const values = [
      id,
      lines.join('|'),
      city,
      borough,
      isCondo ? 1 : 0,
      dwellings,
      storeys,
      yearOf(cell('ANNEE_CONSTRUCTION')),
      cell('MATRICULE83') || null,
    ]
    return { key: `${city}/${at(lines, 0).replace(/^(\w+)-\w+ /, '$1 ')}`, line, values }
  },
  draftOf(key, all, { minUnits }) {
    const records = distinctUnits(all)
    const units = records.reduce((sum, record) => sum + (numberAt(record, DWELLINGS) ?? 0), 0)
    if (units < minUnits) return null
    const homes = records.filter((record) => numberAt(record, DWELLINGS) !== 0)
    const texts = (at: number) => homes.map((record) => textAt(record, at))
    const numbers = (at: number) => homes.map((record) => numberAt(record, at))
    const fields = {
      key,
      address: [...new Set(byFrequency(texts(ADDRESS)).flatMap((lines) => lines.split('|')))],
      city_name: mostFrequent(texts(CITY)),
      province: 'QC',
      neighbourhood_name: mostFrequent(texts(BOROUGH)),
      units_total: units,
      storeys: mostFrequent(numbers(STOREYS)),
      parcels: parcelList({ roll: texts(ROLL) }),
      building_type: 'multi_unit',
      ...(numbers(IS_CONDO).every((isCondo) => isCondo === 1) ? { tenure: 'condo' } : {}),
      ...builtFields(mostFrequent(numbers(BUILT))),
    }
    return { line: at(records, 0).line, fields, columns: COLUMNS }
  },
}

const COLUMNS = {
  key: 'CIVIQUE_DEBUT, NOM_RUE',
  address: 'CIVIQUE_DEBUT, NOM_RUE',
  units_total: 'NOMBRE_LOGEMENT',
  storeys: 'ETAGE_HORS_SOL',
  year_built: 'ANNEE_CONSTRUCTION',
  parcels: 'MATRICULE83',
}

function linesOf(cell: (column: string) => string): string[] {
  const first = civicOf(cell('CIVIQUE_DEBUT'), cell('LETTRE_DEBUT'))
  const last = civicOf(cell('CIVIQUE_FIN'), cell('LETTRE_FIN'))
  // `avenue Émile-Legault  (ANJ)`: the code names the borough, which has its own column.
  const street = cell('NOM_RUE')
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return first === '' || street === '' ? [] : civicLines(first, last, street)
}

function civicOf(number: string, letter: string): string {
  const civic = wholeNumber(number)
  return civic === null || civic === 0 ? '' : `${civic}${/^[A-Za-z]$/.test(letter) ? letter.toUpperCase() : ''}`
}

function boroughOf(code: string): string | null {
  const number = /(\d{1,2})$/.exec(code.trim())
  return number ? (PLACES.boroughs[Number(number[1])] ?? null) : null
}

/** Two files can have the same unit. */
function distinctUnits(records: readonly RollRecord[]): RollRecord[] {
  const byId = new Map<string, RollRecord>()
  for (const record of records) {
    const id = textAt(record, UNIT_ID)!
    const known = byId.get(id)
    if (!known || JSON.stringify(record.values) < JSON.stringify(known.values)) byId.set(id, record)
  }
  return [...byId.values()]
}
