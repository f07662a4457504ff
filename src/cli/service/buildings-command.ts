// plinth buildings and plinth near: list buildings from a server or from local data.

import type { BuildingDetail, PlinthClient } from '@plinth/client'
import { snapshotFiles } from '../../app/snapshot-files.ts'
import { Catalog } from '../../catalog/catalog.ts'
import { distanceM, findBuilding, listBuildings, viewBuilding } from '../../catalog/query/list-buildings.ts'
import { BuildingListQuery, toBuildingFilters } from '../../http/buildings/building-query.ts'
import { toBuildingJson } from '../../http/buildings/building-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { totalLine } from '../terminal/output.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { namedService } from '../terminal/service-connection.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import { clientFor } from './projects-command.ts'

const FIELDS = ['id', 'project_id', 'name', 'address', 'postal_code', 'storeys', 'units', 'year_built'] as const
type Row = Pick<BuildingDetail, (typeof FIELDS)[number] | 'distance_m'>

interface BuildingsResult {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number; readonly count: number; readonly reason_detail?: string | null }
}

export interface BuildingsOptions extends ServiceOptions {
  readonly sandbox?: boolean
  readonly json?: boolean
  /** Named like the API's filters. */
  readonly filter: Readonly<Record<string, string>>
}

/** `43.65,-79.38` is a point; anything else is a postal code. */
export function placeFilter(place: string): Record<string, string> {
  return /^-?[\d.]+\s*,/.test(place) ? { near: place.replaceAll(' ', '') } : { postal_code: place }
}

export async function buildingsCommand(config: Config, options: BuildingsOptions): Promise<number> {
  const service = options.sandbox ? undefined : namedService(config, options)
  const { data, meta } = await (service ? fromService(service, options) : fromDataFolder(config, options))
  if (options.json) console.log(JSON.stringify({ data, meta }))
  else if (meta.total === 0) console.log(meta.reason_detail ?? 'No building matches.')
  else {
    for (const line of buildingLines(data, config)) console.log(line)
    console.log(totalLine(data.length, meta.total))
  }
  return EXIT.ok
}

async function fromService(service: PlinthClient, { filter }: BuildingsOptions): Promise<BuildingsResult> {
  const query = { ...filter, fields: FIELDS }
  const { data, meta } = await service.request<BuildingsResult>('GET', '/api/v1/buildings', { query })
  return { data, meta: { total: meta.total, count: meta.count, reason_detail: meta.reason_detail ?? null } }
}

function fromDataFolder(config: Config, options: BuildingsOptions): Promise<BuildingsResult> {
  return serverOrLocal(config, {
    server: (server) => fromService(clientFor(server, config, options), options),
    local: async ({ db, secrets }) => {
      const { limit = 50, sort, ...input } = parseFilter(options.filter)
      const filters = toBuildingFilters(input)
      const catalog = new Catalog({ db, files: snapshotFiles(config, secrets) })
      await catalog.refresh()
      const snapshot = catalog.snapshot(options.sandbox ? 'sandbox' : 'production')
      const { records, total } = listBuildings(snapshot, { ...filters, sort }, { limit })
      const data = records.map(({ id }) => {
        const view = viewBuilding(snapshot, findBuilding(snapshot, id)!, { paidMedia: true })
        const json = toBuildingJson(view, filters.near ? distanceM(view.facts, filters.near) : null)
        const row = Object.fromEntries(FIELDS.map((name) => [name, json[name]])) as Row
        return json.distance_m === undefined ? row : { ...row, distance_m: json.distance_m }
      })
      await catalog.stop()
      return { data, meta: { total, count: data.length } }
    },
  })
}

function parseFilter(filter: BuildingsOptions['filter']) {
  const parsed = BuildingListQuery.safeParse(filter)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new Stop('usage', `${path.join('.')} ${message}`)
}

function buildingLines(rows: readonly Row[], config: Config): string[] {
  const number = (value: number | null) => (value === null ? '' : String(value))
  return tableLines(
    rows,
    [
      { title: 'ID', text: ({ id }) => String(id), right: true },
      { title: 'Name', text: ({ name }) => name ?? '' },
      { title: 'Address', text: ({ address }) => address },
      { title: 'Storeys', text: ({ storeys }) => number(storeys), right: true },
      { title: 'Built', text: ({ year_built }) => number(year_built), right: true },
      ...(rows.some(({ distance_m }) => distance_m !== undefined)
        ? [{ title: 'Distance', text: ({ distance_m }: Row) => `${distance_m} m`, right: true as const }]
        : []),
    ],
    styleOf(config),
  )
}
