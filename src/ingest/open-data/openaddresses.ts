// OpenAddresses: one GeoJSON feature per line and address, one building per civic address.
import { packLabels, unitLabel } from '../../catalog/records/unit-labels.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { at } from '../../kernel/at.ts'
import { provinceOf, provinceOfPostal } from '../read/canonical-address.ts'
import type { Draft } from '../record/draft.ts'
import { byFrequency, mostFrequent } from './group-values.ts'
import { isInCanada } from './projections.ts'
import type { Cells, DraftOptions, RecordOrReason, RollRecord, RollTable } from './roll-table.ts'

/** [label, address, city, province, postal code, longitude, latitude] */
const [LABEL, ADDRESS, CITY, PROVINCE, POSTAL, LONGITUDE, LATITUDE] = [0, 1, 2, 3, 4, 5, 6]

export const openAddressesTable: RollTable = {
  name: 'openaddresses',
  about: 'OpenAddresses, collected GeoJSON lines',
  shape: 'geojson-lines',
  columns: ['number', 'street', 'unit', 'city', 'postcode'],
  recordOf,
  draftOf,
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
