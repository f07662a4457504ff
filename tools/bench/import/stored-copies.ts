// Multiplies an imported catalogue: copies of its rows and projects on streets of their own, much faster than an import.
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../../src/db/database.ts'
import type { Tables } from '../../../src/db/database-tables.ts'
import { joinKeysOf } from '../../../src/ingest/join/join-keys.ts'
import { inBatches } from '../../../src/ingest/record/in-batches.ts'

/** Every street of the original starts with it. */
export const MARK = 'Zzzz'
const LETTERS = 'bcdfghjklmn'
/** Ids of the copies are this far apart. */
const ID_STEP = 100_000

/** A prefix instead of the mark. Two differ in three letters of four, so that their streets are not misspellings of each other. */
export function prefixOf(copy: number): string {
  if (copy === 0) return MARK
  const [a, b] = [copy % LETTERS.length, Math.floor(copy / LETTERS.length)]
  const letters = [a, b, a + b, a + 2 * b].map((at) => LETTERS[at % LETTERS.length]!)
  return letters.join('').replace(/^./, (first) => first.toUpperCase())
}

interface Fields {
  // biome-ignore lint/suspicious/noExplicitAny: fields of every shape
  [name: string]: any
}

/** Production counts as it would after an import of all copies. */
export async function copyCatalogue(db: Database, copies: number): Promise<void> {
  const original = await readOriginal(db)
  await sql`drop index identities_join_keys`.execute(db.query)
  for (let copy = 1; copy < copies; copy++) {
    await db.tx((tx) => writeCopy(tx, original, copy))
    if (copy % 10 === 0) console.log(`  ${copy} of ${copies} copies`)
  }
  await sql`create index identities_join_keys on identities using gin (join_keys, street_keys)
    with (fastupdate = off) where present`.execute(db.query)
  await sql`update counters set value = value + ${copies * ID_STEP} where name in ('production.project',
    'production.building')`.execute(db.query)
  await sql`vacuum analyze`.execute(db.query)
}

interface Original {
  readonly identities: readonly string[]
  readonly records: readonly string[]
  readonly names: readonly string[]
}

async function readOriginal(db: Database): Promise<Original> {
  const read = async (table: string) => {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(t)::text as text from ${sql.table(table)} t where dataset = 'production'`.execute(db.query)
    return rows.map(({ text }) => text)
  }
  return { identities: await read('identities'), records: await read('records'), names: await read('project_names') }
}

async function writeCopy(tx: Transaction<Tables>, { identities, records, names }: Original, copy: number) {
  const step = copy * ID_STEP
  const prefix = prefixOf(copy)
  const parse = (text: string): Fields =>
    JSON.parse(text.replaceAll(MARK, prefix).replaceAll(MARK.toLowerCase(), prefix.toLowerCase()))
  const moved = (ids: Record<string, number>) =>
    Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, id + step]))
  const rows = identities.map((text) => {
    const row = parse(text)
    row.key = `${row.key}-${copy}`
    row.project_id &&= row.project_id + step
    row.children.building = moved(row.children.building)
    row.row.key = row.key
    for (const corporation of [row.facts.corporation, row.row.condo_corp]) if (corporation) corporation.number += step
    const { keys, streets } = joinKeysOf(row.facts)
    return { ...row, join_keys: keys, street_keys: streets }
  })
  await insertAs(tx, 'identities', rows)
  const bodies = records.map((text) => {
    const record = parse(text)
    const { body } = record
    for (const one of [record, body]) one.id += step
    record.project_id += step
    if (body.condo_corp) body.condo_corp.number += step
    body.rows = body.rows.map((row: Fields) => ({ ...row, key: `${row.key}-${copy}` }))
    body.row_of = JSON.parse(
      JSON.stringify(body.row_of).replace(/"buildings\.(\d+)/g, (_, id) => `"buildings.${Number(id) + step}`),
    )
    for (const building of body.buildings) {
      building.id += step
      building.project_id += step
    }
    return record
  })
  await insertAs(tx, 'records', bodies)
  await insertAs(
    tx,
    'project_names',
    names.map((text) => {
      const name = parse(text)
      return { ...name, project_id: name.project_id + step, slug: `${name.slug}-${copy}` }
    }),
  )
}

const insertAs = (tx: Transaction<Tables>, table: string, rows: readonly Fields[]) =>
  inBatches(
    rows,
    (json) => sql`
      insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`,
    tx,
  )
