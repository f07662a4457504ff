// Statistics Canada's National Address Register: one line per dwelling, one building per location.
import { packLabels, unitLabel } from '../../catalog/records/unit-labels.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { at } from '../../kernel/at.ts'
import type { Draft } from '../record/draft.ts'
import { byFrequency, mostFrequent } from '../rolls/group-values.ts'
import type { Cells, DraftOptions, RecordOrReason, RollFile, RollRecord, RollTable } from '../rolls/roll-table.ts'
import { PROVINCE_CODES } from '../rolls/roll-values.ts'
import { PrefixPoints } from './prefix-points.ts'
import type { LatLng } from './projections.ts'
import { fromStatcanLambert, isInCanada, toStatcanLambert } from './projections.ts'
import { streetLine } from './street-line.ts'

/** BU_USE: 1 residential, 2 partly residential, 3 not residential, 4 unknown. */
const NOT_RESIDENTIAL = '3'

/** The columns of 2024 and older. Newer files also have BF_REPPOINT_X and BF_REPPOINT_Y. */
const ADDRESS_COLUMNS = [
  ...['LOC_GUID', 'APT_NO_LABEL', 'CIVIC_NO', 'CIVIC_NO_SUFFIX'],
  ...[
    'OFFICIAL_STREET_NAME',
    'OFFICIAL_STREET_TYPE',
    'OFFICIAL_STREET_DIR',
    'PROV_CODE',
    'CSD_ENG_NAME',
    'CSD_FRE_NAME',
  ],
  ...['MAIL_STREET_NAME', 'MAIL_STREET_TYPE', 'MAIL_STREET_DIR', 'MAIL_MUN_NAME', 'MAIL_PROV_ABVN', 'MAIL_POSTAL_CODE'],
  ...['BG_X', 'BG_Y', 'BU_USE'],
]

const NO_POINT = 'buildings without a point'
const FAR_OFF = 'points far from all others of their postal prefix: dropped'

/** Positions in a record. Lines of a Location file have only the last three. */
const LABEL = 0
const LINE = 1
const MAIL_LINE = 2
const CITY = 3
const PROVINCE = 4
const POSTAL = 5
const X = 6
const Y = 7
const ACCURACY = 8

/** Which point is better: the building's, the location's, the side of the block. */
const BUILDING = 1
const LOCATION = 2
const BLOCK = 3

export const narTable: RollTable = {
  name: 'nar',
  about: 'Statistics Canada, National Address Register (Address_*.csv, Location_*.csv)',
  encoding: 'windows-1252',
  columns: ADDRESS_COLUMNS,
  start: () => narReader(new PrefixPoints()),
  recordOf: (cells, line) => narReader(new PrefixPoints()).recordOf(cells, line),
  draftOf: (key, records, options) => narReader(new PrefixPoints()).draftOf(key, records, options),
  companions: [{ columns: ['LOC_GUID', 'BG_LATITUDE', 'BG_LONGITUDE'], recordOf: locationRecord }],
}

function narReader(points: PrefixPoints): RollTable {
  const addresses: RollFile = {
    columns: ADDRESS_COLUMNS,
    recordOf: (cells, line) => addressRecord(cells, line, points),
  }
  return { ...narTable, ...addresses, draftOf: (key, records, options) => draftOf(key, records, options, points) }
}

function addressRecord(cells: Cells, line: number, points: PrefixPoints): RecordOrReason {
  const postal = cells('MAIL_POSTAL_CODE').replaceAll(' ', '')
  const point = pointOf(cells)
  if (point && postal.length >= 3) points.add(postal.slice(0, 3), point.x, point.y)
  const label = unitLabel(cells('APT_NO_LABEL'))
  if (label === '') return { skip: 'lines without an apartment label: houses' }
  if (cells('BU_USE') === NOT_RESIDENTIAL) return { skip: 'lines of units that are not residential' }
  const number = cells('CIVIC_NO')
  if (number === '') return { skip: 'lines without a civic number' }
  const code = cells('PROV_CODE')
  const province = PROVINCE_CODES[code] ?? cells('MAIL_PROV_ABVN')
  if (province === '') return { reject: `"${code}" is not a province code`, column: 'PROV_CODE' }
  const suffix = cells('CIVIC_NO_SUFFIX')
  const civic = /^\d\/\d$/.test(suffix) ? `${number} ${suffix}` : number + suffix
  const official = streetLine(
    civic,
    cells('OFFICIAL_STREET_NAME'),
    cells('OFFICIAL_STREET_TYPE'),
    cells('OFFICIAL_STREET_DIR'),
  )
  const mailing = streetLine(civic, cells('MAIL_STREET_NAME'), cells('MAIL_STREET_TYPE'), cells('MAIL_STREET_DIR'))
  const address = official ?? mailing
  if (address === null) return { skip: 'lines without a street name' }
  const city = cityOf(cells, province === 'QC') || cells('MAIL_MUN_NAME')
  const location = cells('LOC_GUID')
  const key = location || `${province} ${foldText(city)} ${foldText(address)}`
  return {
    key,
    line,
    values: [
      label,
      address,
      mailing?.toUpperCase() === address.toUpperCase() ? null : mailing,
      city || null,
      province,
      postal || null,
      point?.x ?? null,
      point?.y ?? null,
      point?.accuracy ?? null,
    ],
  }
}

/** Some names have both languages: `Greater Sudbury / Grand Sudbury`. */
function cityOf(cells: Cells, isFrench: boolean): string {
  const name = (isFrench && cells('CSD_FRE_NAME')) || cells('CSD_ENG_NAME')
  const [english, french] = name.split(' / ')
  return (isFrench && french) || english!
}

interface ProjectedPoint {
  readonly x: number
  readonly y: number
  readonly accuracy: number
}

function pointOf(cells: Cells): ProjectedPoint | null {
  return (
    projected(cells('BG_X'), cells('BG_Y'), BUILDING) ??
    projected(cells('BF_REPPOINT_X'), cells('BF_REPPOINT_Y'), BLOCK)
  )
}

/** Metres with one decimal. Files mark unknown coordinates with 0 or leave them empty. */
function projected(x: string, y: string, accuracy: number): ProjectedPoint | null {
  if (x === '' || y === '') return null
  const [east, north] = [Math.round(Number(x) * 10) / 10, Math.round(Number(y) * 10) / 10]
  return east > 0 && north > 0 ? { x: east, y: north, accuracy } : null
}

function locationRecord(cells: Cells, line: number): RecordOrReason {
  const key = cells('LOC_GUID')
  const [latitude, longitude] = [Number(cells('BG_LATITUDE')), Number(cells('BG_LONGITUDE'))]
  if (key === '' || !isInCanada({ latitude, longitude })) return { skip: 'locations without a point in Canada' }
  const [x, y] = toStatcanLambert(longitude, latitude)
  const values = [null, null, null, null, null, null, Math.round(x * 10) / 10, Math.round(y * 10) / 10, LOCATION]
  return { key, line, values }
}

function draftOf(
  key: string,
  records: readonly RollRecord[],
  { minUnits, remark }: DraftOptions,
  points: PrefixPoints,
): Draft | null {
  const column = (at: number) => records.map(({ values }) => values[at] as string | null)
  const labels = new Set(column(LABEL).filter((label) => label !== null))
  if (labels.size < minUnits) return null
  const postal = mostFrequent(column(POSTAL))
  const location = locationOf(records, postal, points, remark)
  if (!location) remark?.(NO_POINT)
  const lines = new Set([...byFrequency(column(LINE)), ...byFrequency(column(MAIL_LINE))])
  return {
    line: at(records, 0).line,
    fields: {
      key,
      address: [...lines],
      city_name: mostFrequent(column(CITY)) ?? undefined,
      province: mostFrequent(column(PROVINCE)) ?? undefined,
      postal_code: postal ?? undefined,
      ...location,
      building_type: 'multi_unit',
      tenure: 'unknown',
      units_total: labels.size,
      unit_labels: packLabels(labels),
    },
    columns: NAR_COLUMNS,
  }
}

const NAR_COLUMNS = { address: 'OFFICIAL_STREET_NAME', city_name: 'CSD_ENG_NAME', postal_code: 'MAIL_POSTAL_CODE' }

/** The best point of the building, unless it is far from all others of its postal prefix. */
function locationOf(
  records: readonly RollRecord[],
  postal: string | null,
  points: PrefixPoints,
  remark: DraftOptions['remark'],
): (LatLng & { readonly location_accuracy: string }) | null {
  const known = records
    .filter(({ values }) => values[X] !== null)
    .map(({ values }) => ({ x: values[X] as number, y: values[Y] as number, accuracy: values[ACCURACY] as number }))
    .sort((a, b) => a.accuracy - b.accuracy || a.x - b.x || a.y - b.y)
  for (const { x, y, accuracy } of known) {
    const point = fromStatcanLambert(x, y)
    if (!isInCanada(point) || (postal !== null && points.isFarOff(postal.slice(0, 3), x, y))) continue
    return { ...point, location_accuracy: accuracy === BLOCK ? 'street' : 'rooftop' }
  }
  if (known.length > 0) remark?.(FAR_OFF)
  return null
}
