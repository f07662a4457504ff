// Calgary property assessments: dwellings grouped by civic address, without parking and storage.
import { pointOf } from '../read/geojson.ts'
import type { Point } from '../read/ring-centre.ts'
import { ringCentre } from '../read/ring-centre.ts'
import type { RollTable } from '../rolls/roll-table.ts'
import { yearOf } from '../rolls/roll-values.ts'
import { assessmentDraft, assessmentRecord, civicKey } from './assessment-units.ts'

export const calgaryAssessmentTable: RollTable = {
  name: 'calgary-assessment',
  about: 'City of Calgary, property assessments (CSV)',
  columns: ['address', 'property_type', 'roll_number', 'sub_property_use', 'unique_key', 'year_of_construction'],
  recordOf(cell, line) {
    const parts = splitCalgaryAddress(cell('address'))
    if (!parts) return { skip: 'skipped: a property without a civic address' }
    // R… are dwellings (R201: a unit of a building). A… are parking, storage and land; X… are other uses.
    const isDwelling = /^R\d/i.test(cell('sub_property_use'))
    const point = isDwelling ? centreOf(cell('multipolygon')) : null
    const unit = {
      ...{ place: '', city: 'Calgary', id: `${parts.unit} ${isDwelling}`, suite: parts.unit },
      ...{ lines: [civicKey(parts.address)], dwellings: isDwelling ? 1 : 0 },
      yearBuilt: yearOf(cell('year_of_construction')),
      rollNumber: cell('roll_number'),
      borough: cell('comm_name'),
      latitude: point?.[1] ?? null,
      longitude: point?.[0] ?? null,
    }
    return assessmentRecord(unit, line)
  },
  draftOf: (key, records, { minUnits }) => assessmentDraft(key, records, minUnits, 'AB', COLUMNS),
}

const COLUMNS = {
  key: 'address',
  neighbourhood_name: 'comm_name',
  year_built: 'year_of_construction',
  parcels: 'roll_number',
}

const QUADRANT = /^(NE|NW|SE|SW|N|S|E|W)$/
const NUMBER = /^\d+[A-Z]{0,2}$/

/**
 * `101 1000 SOMERVALE CO SW` is unit 101 at number 1000. `1000 17 AV SW` is number 1000 on a numbered avenue,
 * and `101 1000 17 AV SW` a unit there: the number in front of the street type is the street's name.
 */
export function splitCalgaryAddress(text: string): { unit: string; address: string } | null {
  const words = text.trim().toUpperCase().split(/\s+/)
  const end = QUADRANT.test(words.at(-1) ?? '') ? words.length - 1 : words.length
  // The word before the quadrant is the street type.
  const name = words.slice(0, end - 1)
  const numbers = name.findIndex((word) => !NUMBER.test(word))
  let street = numbers < 0 ? name.length - 1 : numbers
  // `500 12 MILE COULEE RD NW`: the street is called 12 Mile Coulee.
  if (name[street] === 'MILE' && street > 1) street--
  if (street < 1) return null
  return { unit: words.slice(0, street - 1).join(' '), address: words.slice(street - 1).join(' ') }
}

/** The parcel's outline, as GeoJSON or WKT: the city's portal exports both. */
function centreOf(outline: string): Point | null {
  const text = outline.trim()
  if (text === '') return null
  if (!text.startsWith('{')) return ringCentre(wktRing(text))
  try {
    return pointOf(JSON.parse(text))
  } catch {
    return null
  }
}

function wktRing(text: string): Point[] {
  const ring = /^MULTIPOLYGON\s*\(\(\(([^()]*)\)/i.exec(text)?.[1] ?? ''
  return ring.split(',').flatMap((pair) => {
    const [longitude, latitude] = pair.trim().split(/\s+/).map(Number)
    return Number.isFinite(longitude) && Number.isFinite(latitude) ? [[longitude!, latitude!] as const] : []
  })
}
