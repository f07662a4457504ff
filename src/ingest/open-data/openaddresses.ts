// OpenAddresses: one GeoJSON feature per line and address, one building per civic address.

import { titleCase } from '../../addresses/street-name.ts'
import { packLabels, unitLabel } from '../../catalog/records/unit-labels.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { at } from '../../kernel/at.ts'
import { provinceOf, provinceOfPostal } from '../read/canonical-address.ts'
import type { Definition } from '../read/openaddresses-definition.ts'
import { layerOf, partsOf, requiredColumns } from '../read/openaddresses-definition.ts'
import type { Draft } from '../record/draft.ts'
import { FileRefused, quoted } from '../record/draft.ts'
import { byFrequency, mostFrequent } from '../rolls/group-values.ts'
import type { Cells, DraftOptions, RecordOrReason, RollRecord, RollTable } from '../rolls/roll-table.ts'
import { fromNamedSystem, isInCanada } from './projections.ts'

/** [label, address, city, province, postal code, longitude, latitude] */
const [LABEL, ADDRESS, CITY, PROVINCE, POSTAL, LONGITUDE, LATITUDE] = [0, 1, 2, 3, 4, 5, 6]

export const openAddressesTable: RollTable = {
  name: 'openaddresses',
  about: 'OpenAddresses, collected GeoJSON lines',
  shape: 'geojson',
  columns: ['number', 'street', 'unit', 'city', 'postcode'],
  recordOf,
  draftOf,
}

/** For a city's own file, as a definition of OpenAddresses describes it. */
export function definedAddressesTable(definition: Definition): RollTable {
  const layer = layerOf(definition)
  const { format, csvsplit, encoding = 'utf-8', srs = 'EPSG:4326' } = layer.conform
  const toPoint = fromNamedSystem(srs)
  if (toPoint === null) throw new FileRefused(`the coordinate system ${quoted(srs)} is not supported`)
  if (!/^(utf-?8|ascii|iso-?8859-1|latin-?1|(windows-|cp)1252)$/i.test(encoding))
    throw new FileRefused(`the encoding ${quoted(encoding)} is not supported`)
  const parts: Partial<Record<string, (cells: Cells) => string>> = partsOf(layer)
  const { state = '', city, town = '' } = definition.coverage ?? {}
  const placeName = city ?? town
  const constants: Readonly<Record<string, string>> = {
    city: placeName === placeName.toLowerCase() ? titleCase(placeName) : placeName,
    region: state,
  }
  return {
    ...openAddressesTable,
    shape: format === 'csv' ? 'csv' : 'geojson',
    encoding: 'windows-1252',
    columns: requiredColumns(layer),
    ...(csvsplit === undefined ? {} : { delimiter: csvsplit }),
    recordOf(cells, line) {
      const [east, north] = [parts.lon ?? (() => cells('longitude')), parts.lat ?? (() => cells('latitude'))].map(
        (read) => Number(read(cells) || Number.NaN),
      )
      const isPoint = Number.isFinite(east) && Number.isFinite(north)
      const point = isPoint ? toPoint(east!, north!) : null
      const values: Readonly<Record<string, string>> = {
        longitude: String(point?.longitude ?? ''),
        latitude: String(point?.latitude ?? ''),
      }
      return recordOf((column) => values[column] ?? (parts[column]?.(cells).trim() || constants[column] || ''), line)
    },
  }
}

function recordOf(cells: Cells, line: number): RecordOrReason {
  const label = unitLabel(cells('unit'))
  if (label === '') return { skip: 'lines without a unit: houses' }
  const [number, street, city] = [cells('number'), cells('street'), cells('city')]
  if (number === '' || street === '') return { skip: 'lines without a civic number and street' }
  if (city === '') return { skip: 'lines without a city' }
  const postal = cells('postcode').toUpperCase().replaceAll(' ', '')
  const province = provinceOf(cells('region')) ?? (/^[A-Z]/.test(postal) ? provinceOfPostal(postal) : null)
  if (province === null) return { reject: 'the line has neither a region nor a postal code', column: 'region' }
  const [longitude, latitude] = [Number(cells('longitude') || Number.NaN), Number(cells('latitude') || Number.NaN)]
  const isPoint = isInCanada({ longitude, latitude })
  const key = `${province} ${foldText(city)} ${foldText(`${number} ${street}`)}`
  const address = `${number} ${street}`
  return {
    key,
    line,
    values: [label, address, city, province, postal || null, isPoint ? longitude : null, isPoint ? latitude : null],
  }
}

function draftOf(key: string, records: readonly RollRecord[], { minUnits }: DraftOptions): Draft | null {
  const texts = (at: number) => records.map(({ values }) => values[at] as string | null)
  const labels = new Set(texts(LABEL!).filter((label) => label !== null))
  if (labels.size < minUnits) return null
  const point = mostFrequent(records.map(({ values }) => pointText(values[LONGITUDE!], values[LATITUDE!])))
  const [longitude, latitude] = point?.split(' ').map(Number) ?? []
  return {
    line: at(records, 0).line,
    fields: {
      key,
      address: byFrequency(texts(ADDRESS!)),
      city_name: mostFrequent(texts(CITY!)) ?? undefined,
      province: mostFrequent(texts(PROVINCE!)) ?? undefined,
      postal_code: mostFrequent(texts(POSTAL!)) ?? undefined,
      ...(point === null ? {} : { longitude, latitude, location_accuracy: 'rooftop' }),
      building_type: 'multi_unit',
      tenure: 'unknown',
      units_total: labels.size,
      unit_labels: packLabels(labels),
    },
    columns: { address: 'street', city_name: 'city', postal_code: 'postcode' },
  }
}

/** Longitude and latitude of one record belong together. */
function pointText(longitude: unknown, latitude: unknown): string | null {
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null
  return `${Math.round(longitude * 1e6) / 1e6} ${Math.round(latitude * 1e6) / 1e6}`
}
