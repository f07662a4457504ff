// Montréal assessment units: the units at one civic address form a building.
import { readAsset } from '../../kernel/tables/assets.ts'
import { quoted } from '../record/draft.ts'
import type { RollTable } from '../rolls/roll-table.ts'
import { civicLines, wholeNumber, yearOf } from '../rolls/roll-values.ts'
import { assessmentDraft, assessmentRecord, civicOf } from './assessment-units.ts'

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
      return {
        reject: `the municipality ${quoted(cell('MUNICIPALITE').slice(0, 20))} is unknown`,
        column: 'MUNICIPALITE',
      }
    const id = cell('ID_UEV')
    if (id === '') return { reject: 'the unit has no id', column: 'ID_UEV' }
    const lines = linesOf(cell)
    if (lines.length === 0) return { skip: 'skipped: a unit without a civic address' }
    const isCondo = /^condo/i.test(cell('CATEGORIE_UEF'))
    const stated = wholeNumber(cell('NOMBRE_LOGEMENT'))
    // A condominium unit whose use is a dwelling is one, even when the count is empty.
    const isDwelling = isCondo && cell('CODE_UTILISATION') === DWELLING_USE
    const dwellings = stated ?? (isDwelling ? 1 : 0)
    const storeys = wholeNumber(cell('ETAGE_HORS_SOL')) || null
    const borough = city === 'Montréal' ? boroughOf(cell('NO_ARROND_ILE_CUM')) : null
    const unit = {
      ...{ place: city, id, lines, city, borough, isCondo, dwellings, storeys, suite: '' },
      yearBuilt: yearOf(cell('ANNEE_CONSTRUCTION')),
      rollNumber: cell('MATRICULE83'),
    }
    return assessmentRecord(unit, line)
  },
  draftOf: (key, records, { minUnits }) => assessmentDraft(key, records, minUnits, 'QC', COLUMNS),
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

function boroughOf(code: string): string | null {
  const number = /(\d{1,2})$/.exec(code.trim())
  return number ? (PLACES.boroughs[Number(number[1])] ?? null) : null
}
