// Canada Structures: outlines of buildings, which have no addresses. An outline is about the building whose point is in it.
import { isAreaProblem, isInArea, readArea } from '../../catalog/area/polygon.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { at } from '../../kernel/at.ts'
import type { Cells, RecordOrReason, RollTable } from '../rolls/roll-table.ts'
import { numberAt, textAt, wholeNumber } from '../rolls/roll-values.ts'

const [ADDRESS, CITY, PROVINCE, LATITUDE, LONGITUDE, STOREYS, ID] = [0, 1, 2, 3, 4, 5, 6] as const

const NO_BUILDING = 'outlines without a building of the catalogue'

export const structuresTable: RollTable = {
  name: 'structures',
  about: 'Public Safety Canada, Canada Structures (GeoJSON); adds to existing buildings only',
  shape: 'geojson',
  columns: ['CS_ID', 'ODB'],
  start: async ({ snapshot, allowsShareAlike }) => {
    const buildings = new LocatedBuildings(await snapshot?.())
    return { ...structuresTable, recordOf: (cells, line) => recordOf(cells, line, buildings, allowsShareAlike) }
  },
  recordOf: () => ({ skip: NO_BUILDING }),
  draftOf(key, records) {
    const [record] = records
    // Points of several sources in two outlines: nobody knows which one is the building.
    if (new Set(records.map((one) => textAt(one, ID))).size > 1) return null
    const fields = {
      key,
      address: [textAt(record!, ADDRESS)],
      city_name: textAt(record!, CITY),
      province: textAt(record!, PROVINCE),
      latitude: numberAt(record!, LATITUDE),
      longitude: numberAt(record!, LONGITUDE),
      location_accuracy: 'rooftop',
      storeys: numberAt(record!, STOREYS),
    }
    return { line: at(records, 0).line, fields, columns: { key: 'CS_ID', storeys: 'Storeys' } }
  },
}

/** 0.1 m. */
const sixDecimals = (degrees: string): number => Math.round(Number(degrees) * 1e6) / 1e6

const isSet = (flag: string): boolean => !/^(0|false|no|n)?$/i.test(flag)

function recordOf(cells: Cells, line: number, buildings: LocatedBuildings, allowsShareAlike: boolean): RecordOrReason {
  const id = cells('CS_ID')
  if (id === '') return { reject: 'the outline has no CS_ID', column: 'CS_ID' }
  // Both are under the ODbL.
  if (!allowsShareAlike && (isSet(cells('OSM')) || isSet(cells('MSB'))))
    return { skip: 'outlines of OpenStreetMap or Microsoft: left out, share-alike' }
  const [longitude = 0, latitude = 0] = [cells('longitude'), cells('latitude')].map(sixDecimals)
  const near = buildings.near(latitude, longitude)
  if (near.length === 0) return { skip: NO_BUILDING }
  const area = readArea(JSON.parse(cells('geometry')))
  if (isAreaProblem(area)) return { skip: 'outlines that are no valid polygon in longitude and latitude' }
  // An outline like a ring has its centre outside; the building would lose its outline with the next import.
  if (!isInArea(area, longitude, latitude)) return { skip: 'outlines whose centre is outside' }
  const inside = near.filter((one) => isInArea(area, one.longitude, one.latitude))
  const project = inside.length === 1 ? buildings.projectOf(inside[0]!.row) : null
  if (!project) return { skip: inside.length === 0 ? NO_BUILDING : 'outlines with the points of several buildings' }
  const address = project.buildings[0]!.addresses[0]!.line
  // Height alone says nothing about storeys.
  const storeys = wholeNumber(cells('Storeys')) || null
  const values = [address, project.city_name, project.province, latitude, longitude, storeys, id]
  return { key: project.address, line, values }
}

/** From the centre of an outline, in degrees of latitude: about 300 m. Twice as many degrees of longitude are farther. */
const REACH = 0.003

interface Located {
  readonly row: number
  readonly latitude: number
  readonly longitude: number
}

/** Buildings by latitude. */
class LocatedBuildings {
  readonly #buildings: Snapshot['buildings'] | undefined
  readonly #sorted: readonly Located[]

  constructor(snapshot: Snapshot | undefined) {
    this.#buildings = snapshot?.buildings
    const { latitude = [], longitude = [] } = snapshot?.buildings ?? {}
    this.#sorted = Array.from(latitude, (north, row) => ({ row, latitude: north, longitude: longitude[row]! }))
      .filter((one) => Number.isFinite(one.latitude) && Number.isFinite(one.longitude))
      .sort((a, b) => a.latitude - b.latitude)
  }

  near(latitude: number, longitude: number): readonly Located[] {
    const band = this.#sorted.slice(this.#first(latitude - REACH), this.#first(latitude + REACH))
    return band.filter((one) => Math.abs(one.longitude - longitude) < 2 * REACH)
  }

  /** Null if the project has several buildings, or a point that is only that of its town or street. */
  projectOf(row: number): ProjectRecord | null {
    const { project } = this.#buildings!.rowAt(row)
    const isExact = project.location_accuracy === 'rooftop' || project.location_accuracy === 'parcel'
    return project.buildings.length === 1 && isExact ? project : null
  }

  #first(latitude: number): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#sorted[middle]!.latitude < latitude) low = middle + 1
      else high = middle
    }
    return low
  }
}
