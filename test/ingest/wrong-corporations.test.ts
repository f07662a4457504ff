// Buildings of different municipalities with one corporation's number never join in silence.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { forEachDatabase } from '../support/databases.ts'
import { SeededRandom } from '../support/random.ts'
import { projectRow } from '../support/rows.ts'

const PAIRS = 1000

/** Far from each other, or neighbours. */
const PLACES = [
  ['Toronto', 43.65, -79.38],
  ['Mississauga', 43.59, -79.64],
  ['Vaughan', 43.83, -79.5],
  ['Ottawa', 45.42, -75.69],
  ['Hamilton', 43.25, -79.87],
  ['London', 42.98, -81.24],
  ['Little Hollow', 46.4, -82.6],
] as const
const STREETS = ['Marlow St', 'Tallow Rd', 'Osprey Cres', 'King St W']

function rowIn(random: SeededRandom, number: number, place: (typeof PLACES)[number]): ProjectRow {
  const [city, latitude, longitude] = place
  const line = `${number} ${random.pick(STREETS)}`
  const point = random.chance(0.6) ? { latitude, longitude } : { latitude: null, longitude: null }
  const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  const nothing = { floor_plans: [], units: [], media: [], history: [] }
  const [tower] = projectRow('x').buildings
  return projectRow(String(number), {
    name: line,
    address: `${line}, ${city}, ON`,
    city_name: city,
    postal_code: null,
    condo_corp: { registry: 'TSCC', number: 5000 + number },
    buildings: [{ ...tower!, latitude: null, longitude: null, addresses }],
    ...point,
    ...nothing,
  })
}

forEachDatabase('equal corporation numbers in two municipalities', (open) => {
  it(`join none of ${PAIRS} pairs, and open a case for each`, async () => {
    const db = await open()
    const random = new SeededRandom(7)
    const pairs = Array.from({ length: PAIRS }, (_, number) => {
      const [here, there] = random.shuffle(PLACES)
      return [rowIn(random, number + 1, here!), rowIn(random, number + 1, there!)] as const
    })
    for (const [at, source] of ['city', 'register'].entries()) {
      const rows = pairs.map((pair) => pair[at]!)
      await publishRows(db, { dataset: 'production', source, rows, at: new Date(Date.UTC(2026, 10, 13 + at)) })
    }
    const { rows: joined } = await sql`
      select project_id from identities group by project_id having count(*) > 1 or project_id is null`.execute(db.query)
    expect(joined).toEqual([])
    const { rows: cases } = await sql<{ key: string }>`
      select key from join_cases where state = 'open' and source = 'register' and other_source = 'city'
        and key = other_key and reason like 'Both have the condo corporation TSCC %'`.execute(db.query)
    expect(new Set(cases.map(({ key }) => key)).size).toBe(PAIRS)
  })
})
