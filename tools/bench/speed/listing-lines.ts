// Invented listings for the benchmark of stored listings, and changes of the buildings they are in.

import type { MatchBuilding } from '@plinth/matcher'
import { sql } from 'kysely'
import type { ProjectRecord } from '../../../src/catalog/records/record-types.ts'
import { matchBuildings } from '../../../src/catalog/snapshot/snapshot-matcher.ts'
import type { Database } from '../../../src/db/database.ts'

export interface InventedListing {
  readonly key: string
  readonly address: string
  readonly city?: string
  readonly province?: string
}

/** Coprime to any number of buildings that occurs, so that neighbours are not alike. */
const STRIDE = 7919

/** One in five is in no building of the dataset: another number on a street, or another street. */
export function inventListing(buildings: readonly MatchBuilding[], i: number): InventedListing {
  const { addresses, city, province } = buildings[(i * STRIDE) % buildings.length]!
  const line = addresses[0]!.line
  const unit = 100 + (i % 2900)
  const key = `L${i}`
  const hints = { city, province }
  switch (i % 10) {
    case 0:
    case 1:
    case 2:
      return { key, address: `${unit} - ${line}, ${city}, ${province}` }
    case 3:
    case 4:
    case 5:
      return { key, address: `#${unit} ${line.toLowerCase()}`, ...hints }
    case 6:
      return { key, address: `${line} Unit ${unit}`, ...hints }
    case 7:
      // `Harbour St` → `Harbor St`: a letter is missing
      return { key, address: `${unit}-${line.replace(/([a-z]{3})[a-z]([a-z])/, '$1$2')}`, ...hints }
    case 8:
      return { key, address: `${unit} - ${line.replace(/^\d+/, (n) => String(Number(n) + 1 + (i % 9)))}`, ...hints }
    default:
      return { key, address: `${1 + (i % 4000)} Forgotten${i % 997} Ave, ${city}`, ...hints }
  }
}

/** Publishes a version in which the buildings of some projects differ: storeys, a new name, or another address. */
export async function publishChangedBuildings(db: Database, ids: readonly number[]): Promise<number> {
  const { number } = (await db.query
    .selectFrom('dataset_versions')
    .select((e) => e.fn.max('number').as('number'))
    .where('dataset', '=', 'production')
    .executeTakeFirstOrThrow()) as { number: number }
  const version = number + 1
  const rows = await db.query
    .selectFrom('records')
    .select(['id', 'project_id', 'body'])
    .where('dataset', '=', 'production')
    .where('kind', '=', 'project')
    .where('until', 'is', null)
    .where('id', 'in', [...ids])
    .execute()
  const changed = rows.map(({ id, project_id, body }, i) => ({
    id,
    project_id,
    body: changedProject(body as ProjectRecord, i, version),
  }))
  await db.tx(async (tx) => {
    await sql`
      update records set until = ${version}
      where dataset = 'production' and kind = 'project' and until is null and id = any(${ids}::int[])`.execute(tx)
    await sql`
      insert into records (dataset, kind, id, project_id, since, until, body)
      select 'production', 'project', id, project_id, ${version}, null, body
      from json_to_recordset(${JSON.stringify(changed)}::json) as row (id int, project_id int, body json)`.execute(tx)
    await sql`
      insert into dataset_versions (dataset, number, version, published_at, source, kind, counts)
      values ('production', ${version}, ${`v${version}`}, now(), 'demo', 'import', '{}')`.execute(tx)
  })
  return version
}

function changedProject(project: ProjectRecord, i: number, version: number): ProjectRecord {
  if (i % 3 === 0) return { ...project, aliases: [`The Beacon ${version} ${i}`] }
  const renumbered = (line: string) => line.replace(/^\d+/, (n) => String(Number(n) + 2))
  const buildings = project.buildings.map((building) =>
    i % 3 === 1
      ? { ...building, storeys: (building.storeys ?? 10) + 1 }
      : { ...building, addresses: building.addresses.map((one) => ({ ...one, line: renumbered(one.line) })) },
  )
  return { ...project, buildings }
}

/** The buildings as `plinth match` reads them. */
export function* buildingLines(projects: Iterable<ProjectRecord>): Generator<string> {
  for (const { key, ...building } of matchBuildings(projects)) yield JSON.stringify({ ...building, id: key })
}
