// Checks the rows of an import one by one as they are read. Remembers a hash and the key of each row.
import type { StreetLexicon } from '@plinth/matcher'
import { gazetteerDirectory, provinceId } from '@plinth/matcher/internal/read/city-directory'
import { condoCorpKey } from '@plinth/matcher/internal/read/condo-corp-number'
import { distanceM } from '../../catalog/query/list-buildings.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { hashText } from '../../catalog/snapshot/id-lookup.ts'
import type { RejectedRow } from '../record/draft.ts'
import type { ProjectRow } from '../record/row.ts'
import { ListedStreets } from './listed-streets.ts'
import type { QualityKind } from './quality-report.ts'
import { QualityFindings } from './quality-report.ts'

interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Null when the gazetteer does not say where the city is. */
type Centre = Point | null

type Range = readonly [kind: QualityKind, lowest: number, highest: number]

/** No building of Canada is outside of them. */
const rangesOf = (thisYear: number): Readonly<Record<string, Range>> => {
  const units: Range = ['impossible_units', 1, 5000]
  return {
    year_built: ['impossible_year', 1800, thisYear + 10],
    storeys: ['impossible_storeys', 1, 110],
    ...{ units_total: units, units },
  }
}
const MOVED_M = 150
const FAR_M = 30_000
/** Bounds the memory; later rows are not compared with each other. */
const MAX_REMEMBERED = 1_000_000

export class RowQuality {
  readonly findings = new QualityFindings()
  readonly #ranges: Readonly<Record<string, Range>>
  readonly #streets: ListedStreets
  readonly #keyByValue = new Map<number, string>()
  readonly #centres = new Map<string, Centre>()

  constructor(lexicon: StreetLexicon, thisYear: number) {
    this.#streets = new ListedStreets(lexicon)
    this.#ranges = rangesOf(thisYear)
  }

  add(row: ProjectRow): void {
    this.#checkNumbers(row)
    this.#checkDouble(row)
    this.#checkStreet(row)
    this.#checkPlace(row)
  }

  /** A row that was rejected because of the value of a field. */
  reject(field: string, { key, reason }: RejectedRow): void {
    const range = this.#ranges[field.slice(field.lastIndexOf('.') + 1)]
    if (!range) return
    const [kind, lowest, highest] = range
    this.findings.checked(kind)
    this.findings.add(kind, { key }, reason, () => `${lowest} to ${highest}`)
  }

  /** A row that the source reported with another point before. */
  compare(row: ProjectRow, former: Point): void {
    const point = pointOf(row)
    if (!point) return
    this.findings.checked('moved_point')
    const metres = distanceM(point, former)!
    if (metres > MOVED_M) this.findings.add('moved_point', row, pointText(point, metres), () => pointText(former))
  }

  #checkNumbers(row: ProjectRow): void {
    const { year_built, storeys, units_total, buildings } = row
    for (const [field, own] of Object.entries({ year_built, storeys, units_total })) {
      const name = field === 'units_total' ? 'units' : (field as 'year_built' | 'storeys')
      const [kind, lowest, highest] = this.#ranges[field]!
      // The units of a project may be those of several towers.
      const values = buildings.map((building) => building[name])
      const known = (buildings.length === 1 ? [own, ...values] : values).filter((value) => value !== null)
      if (known.length === 0) continue
      this.findings.checked(kind)
      const wrong = known.find((value) => value < lowest || value > highest)
      if (wrong !== undefined) this.findings.add(kind, row, String(wrong), () => `${lowest} to ${highest}`)
    }
  }

  #checkDouble(row: ProjectRow): void {
    const { address, province, condo_corp, key } = row
    this.findings.checked('doubles')
    const values = [
      ...(/^\d/.test(address) ? [foldText(address)] : []),
      ...(condo_corp ? [`${province} ${condoCorpKey(condo_corp.registry, condo_corp.number)}`] : []),
    ]
    let other: { readonly key: string; readonly value: string } | undefined
    for (const value of values) {
      const hash = wideHash(value)
      const first = this.#keyByValue.get(hash)
      if (first !== undefined) other ??= { key: first, value }
      else if (this.#keyByValue.size < MAX_REMEMBERED) this.#keyByValue.set(hash, key)
    }
    if (!other) return
    const { value, key: otherKey } = other
    this.findings.add('doubles', row, value === foldText(address) ? address : value, () => otherKey)
  }

  #checkStreet(row: ProjectRow): void {
    const line = row.buildings[0]!.addresses.find(({ line, kind }) => /^\d/.test(line) && kind !== 'historic')?.line
    const answer = line === undefined ? null : this.#streets.ask(line, row)
    if (answer === null) return
    this.findings.checked('unknown_street')
    if (answer === 'unknown') this.findings.add('unknown_street', row, line!, () => this.#streets.suggest(line!, row))
  }

  #checkPlace(row: ProjectRow): void {
    const point = pointOf(row)
    const centre = point && this.#centreOf(row)
    if (!centre) return
    this.findings.checked('far_point')
    const metres = distanceM(point, centre)!
    if (metres > FAR_M)
      this.findings.add('far_point', row, pointText(point, metres), () => `${row.city_name}: ${pointText(centre)}`)
  }

  #centreOf({ city_name, province }: ProjectRow): Centre {
    const key = `${province} ${city_name}`
    let centre = this.#centres.get(key)
    if (centre === undefined) {
      const directory = gazetteerDirectory()
      const city = directory.cities[directory.resolve(city_name, provinceId(province))]
      centre = city && !Number.isNaN(city.lat) ? { latitude: city.lat, longitude: city.lng } : null
      this.#centres.set(key, centre)
    }
    return centre
  }
}

/** That of the first building, as it is stored for joining. */
function pointOf(row: ProjectRow): Point | null {
  const [first] = row.buildings
  const { latitude, longitude } = first!.latitude !== null && first!.longitude !== null ? first! : row
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

const pointText = ({ latitude, longitude }: Point, metres?: number) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}${metres === undefined ? '' : `, ${metres} m away`}`

/** 53 bits: among a million rows, two values share one in a few thousand imports. */
const wideHash = (text: string) => (hashText(text) & 0x1fffff) * 2 ** 32 + hashText(`${text.length}${text}`)
