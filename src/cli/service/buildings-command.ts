// plinth buildings and plinth near: list buildings from a server or from local data.
import type { BuildingDetail } from '@plinth/client'
import { distanceM, findBuilding, listBuildings, viewBuilding } from '../../catalog/query/list-buildings.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { BuildingListQuery, toBuildingFilters } from '../../http/buildings/building-query.ts'
import { toBuildingJson } from '../../http/buildings/building-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import type { TableColumn } from '../terminal/style.ts'
import type { ReadOptions } from './catalog-source.ts'
import { listCommand, pick } from './list-command.ts'
import { nameOf } from './projects-command.ts'

const FIELDS = [
  'id',
  'project_id',
  'name',
  'address',
  'postal_code',
  'storeys',
  'units',
  'year_built',
  'invented',
] as const
type Row = Pick<BuildingDetail, (typeof FIELDS)[number] | 'distance_m'>
type Query = ReturnType<typeof BuildingListQuery.parse>

/** `43.65,-79.38` is a point; anything else is a postal code. */
const placeFilter = (place: string) =>
  /^-?[\d.]+\s*,/.test(place) ? { near: place.replaceAll(' ', '') } : { postal_code: place }

export const nearCommand = (config: Config, place: string, options: ReadOptions): Promise<number> =>
  buildingsCommand(config, { ...options, ...placeFilter(place) })

export function buildingsCommand(config: Config, options: ReadOptions): Promise<number> {
  return listCommand<Row, typeof BuildingListQuery>(config, options, {
    path: '/api/v1/buildings',
    fields: FIELDS,
    query: BuildingListQuery,
    filterName: (parameter) => parameter,
    find: findRows,
    columns: columnsOf,
    none: 'No building matches.',
  })
}

function findRows(snapshot: Snapshot, { limit = 50, sort, ...input }: Query) {
  const filters = toBuildingFilters(input)
  const { records, total } = listBuildings(snapshot, { ...filters, sort }, { limit })
  const rows = records.map(({ id }): Row => {
    const view = viewBuilding(snapshot, findBuilding(snapshot, id)!, { paidMedia: true })
    const json = toBuildingJson(view, filters.near ? distanceM(view.facts, filters.near) : null)
    const row = pick(json, FIELDS)
    return json.distance_m === undefined ? row : { ...row, distance_m: json.distance_m }
  })
  return { records: rows, total }
}

function columnsOf(rows: readonly Row[]): readonly TableColumn<Row>[] {
  const number = (value: number | null) => (value === null ? '' : String(value))
  return [
    { title: 'ID', text: ({ id }) => String(id), right: true },
    { title: 'Name', text: nameOf },
    { title: 'Address', text: ({ address }) => address },
    { title: 'Storeys', text: ({ storeys }) => number(storeys), right: true },
    { title: 'Built', text: ({ year_built }) => number(year_built), right: true },
    ...(rows.some(({ distance_m }) => distance_m !== undefined)
      ? [{ title: 'Distance', text: ({ distance_m }: Row) => `${distance_m} m`, right: true as const }]
      : []),
  ]
}
