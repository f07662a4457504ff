// Québec's assessment rolls: one XML file per municipality, whose units at one civic address form a building.
import { readAsset } from '../../kernel/tables/assets.ts'
import { quoted } from '../record/draft.ts'
import type { Cells, RollTable } from '../rolls/roll-table.ts'
import { civicLines, wholeNumber, yearOf } from '../rolls/roll-values.ts'
import { assessmentDraft, assessmentRecord, civicOf } from './assessment-units.ts'

const MUNICIPALITIES = readAsset<Readonly<Record<string, string>>>('open-data/quebec-municipalities.json')
const STREET_TYPES = readAsset<Readonly<Record<string, string>>>('open-data/quebec-street-types.json')

/** CUBF code of a dwelling. */
const DWELLING_USE = '1000'
/** RL0201U says in which quality the unit is on the roll. It is the only field that names a divided co-ownership. */
const DIVIDED_CO_OWNERSHIP = '3'
const MOST_ADDRESSES = 20
const MATRICULE = [...'ABCDEF'].map((part) => `RL0104${part}`)

export const quebecRollTable: RollTable = {
  name: 'quebec-roll',
  about: 'Québec, rôles d’évaluation foncière (XML)',
  shape: 'xml',
  element: 'RLUEx',
  // Of RL0201, the owners, only the code RL0201U.
  columns: [
    ...['RLM01A', 'RLM02A', 'RL0101Ax', 'RL0101Bx', 'RL0101Cx', 'RL0101Dx', 'RL0101Ex', 'RL0101Gx', 'RL0101Hx'],
    ...['RL0101Ix', ...MATRICULE, 'RL0105A', 'RL0201U', 'RL0306A', 'RL0307A', 'RL0307B', 'RL0311A'],
  ],
  recordOf(cell, line) {
    const code = cell('RLM01A').padStart(5, '0')
    const city = Object.hasOwn(MUNICIPALITIES, code) ? MUNICIPALITIES[code] : undefined
    if (city === undefined)
      return { reject: `the municipality ${quoted(code.slice(0, 20))} is unknown`, column: 'RLM01A' }
    const rollNumber = MATRICULE.map(cell)
      .filter((part) => part !== '')
      .join('-')
    if (rollNumber === '') return { reject: 'the unit has no roll number', column: 'RL0104A' }
    const lines = linesOf(cell)
    if (lines === null) return { skip: 'skipped: the type of the street is not known' }
    if (lines.length === 0) return { skip: 'skipped: a unit without a civic address' }
    const isCondo = cell('RL0201U') === DIVIDED_CO_OWNERSHIP
    const isDwelling = isCondo && cell('RL0105A') === DWELLING_USE
    const unit = {
      ...{ place: code, id: `${code}/${rollNumber}`, lines, city, borough: null, isCondo, rollNumber },
      dwellings: wholeNumber(cell('RL0311A')) ?? (isDwelling ? 1 : 0),
      storeys: wholeNumber(cell('RL0306A')) || null,
      yearBuilt: cell('RL0307B') === 'E' ? null : yearOf(cell('RL0307A')),
      suite: cell('RL0101Ix'),
      year: yearOf(cell('RLM02A')),
    }
    return assessmentRecord(unit, line)
  },
  draftOf: (key, records, { minUnits }) => assessmentDraft(key, records, minUnits, 'QC', COLUMNS),
}

const COLUMNS = {
  key: 'RL0101',
  address: 'RL0101',
  city_name: 'RLM01A',
  units_total: 'RL0311A',
  storeys: 'RL0306A',
  year_built: 'RL0307A',
  parcels: 'RL0104',
}

/** Null when a street is of an unknown type: `CT` can be a court or a côte, which are two streets. */
function linesOf(cell: Cells): string[] | null {
  const lines: string[] = []
  for (let n = 1; n <= MOST_ADDRESSES; n++) {
    const part = (letter: string) => cell(`RL0101${letter}x${n === 1 ? '' : ` ${n}`}`)
    const [code, name] = [part('E').toUpperCase(), part('G')]
    if (name === '') break
    if (code !== '' && !Object.hasOwn(STREET_TYPES, code)) return null
    const street = [code && STREET_TYPES[code], name, part('H')].filter((word) => word).join(' ')
    const first = civicOf(part('A'), part('B'))
    if (first !== '') lines.push(...civicLines(first, civicOf(part('C'), part('D')), street))
  }
  return lines
}
