// Publishes the real buildings that ship with Plinth: the releases of each register, oldest first.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database } from '../db/database.ts'
import { defaultMigrationsDir } from '../db/database.ts'
import { publishRows } from '../ingest/publish/publish.ts'
import { RowStream } from '../ingest/read/row-stream.ts'
import { joinAtAddress, TORONTO_CONSTANTS } from '../ingest/read/toronto.ts'
import type { Notes, ReadItem } from '../ingest/record/draft.ts'
import type { ProjectRow } from '../ingest/record/row.ts'
import { DEMO_SOURCE } from '../ingest/record/source-names.ts'
import { registerSource } from '../ingest/sources/register-source.ts'
import { at } from '../kernel/at.ts'
import { utcDay } from '../kernel/clock.ts'

type Cells = Readonly<Record<string, string>>

interface Register {
  readonly source: string
  readonly file: string
  /** The days of its releases. A row is in those from `from` until before `until`. */
  readonly days: readonly string[]
  readonly has: (row: Cells) => boolean
  /** Our fields; a column without a value is left out. */
  readonly fields: (row: Cells) => Readonly<Record<string, string | undefined>>
  readonly group?: (items: Iterable<ReadItem>, notes: Notes) => AsyncIterable<ReadItem>
}

// biome-ignore format: a table is read by its rows
const TORONTO_DAYS = [
  '2022-06-06', '2023-01-06', '2023-07-06', '2024-01-24', '2024-07-06', '2025-01-06',
  '2025-07-06', '2025-09-06', '2025-12-06', '2026-02-06', '2026-06-06', '2026-08-06',
]

const STATUSES: Cells = {
  Proposed: 'pre_construction',
  Approved: 'pre_construction',
  'Under Construction': 'under_construction',
  Completed: 'completed',
}

/** The city does not date its rows: this is the day on which they were read. */
const VANCOUVER = { file: 'vancouver-buildings/buildings.tsv', days: ['2026-11-18'] }

/** The city's keys are not in the file. Several buildings can share an address and a name. */
const vancouverFields = (row: Cells, facts: Cells) => ({
  ...facts,
  key: [row.address, row.name, row.year].filter(Boolean).join(' '),
  name: row.name,
  address: row.address?.replace(' - ', '-'),
  city_name: 'Vancouver',
  province: 'BC',
  neighbourhood_name: row.neighbourhood,
  year_built: row.year,
  units_total: row.units,
  latitude: row.lat,
  longitude: row.lng,
  construction_status: STATUSES[row.status ?? ''],
})

const REGISTERS: readonly Register[] = [
  {
    source: 'toronto',
    file: 'toronto-buildings/registrations.tsv',
    days: TORONTO_DAYS,
    has: () => true,
    fields: ({ rsn, address, postal_area, year, storeys, units }) => ({
      ...TORONTO_CONSTANTS,
      key: rsn,
      address,
      postal_code: postal_area,
      year_built: year,
      storeys,
      units_total: units,
    }),
    group: joinAtAddress,
  },
  {
    ...VANCOUVER,
    source: 'vancouver-non-market-housing',
    has: ({ source }) => source === 'non-market-housing',
    fields: (row) => vancouverFields(row, { building_type: 'multi_unit' }),
  },
  {
    ...VANCOUVER,
    source: 'vancouver-rental-standards',
    has: ({ source }) => source === 'rental-standards',
    fields: (row) => vancouverFields(row, { building_type: 'rental_apartment', tenure: 'rental' }),
  },
]

async function* rowsOn({ file, has, fields, group }: Register, day: string): AsyncGenerator<ProjectRow> {
  const text = await readFile(new URL(`../../assets/${file}`, import.meta.url), 'utf8')
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const names = head.split('\t')
  const drafts = lines.flatMap((line, i): ReadItem[] => {
    const row = Object.fromEntries(line.split('\t').map((value, column) => [at(names, column), value]))
    if (!has(row) || (row.from && row.from > day) || (row.until && row.until <= day)) return []
    const known = Object.entries(fields(row)).filter(([, value]) => value)
    return [{ kind: 'draft', draft: { line: i + 2, fields: Object.fromEntries(known) } }]
  })
  const stream = new RowStream()
  const items = group?.(drafts, stream.notes) ?? streamOf(drafts)
  yield* stream.rows({ bytes: text.length, bytesRead: () => text.length }, items, Number(day.slice(0, 4)))
  const [rejected] = stream.rejected
  if (rejected) throw new Error(`${file}, line ${rejected.line}, ${rejected.column}: ${rejected.reason}`)
}

/** Rows of the newest release with these keys of the city. */
export function newestRows(source: string, keys: ReadonlySet<string>): AsyncGenerator<ProjectRow> {
  const register = REGISTERS.find((one) => one.source === source)!
  return rowsOn({ ...register, has: ({ rsn = '' }) => keys.has(rsn) }, register.days.at(-1)!)
}

async function* streamOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

/** Stored with the versions that no person published. */
export const SYSTEM = 'system'

const SOURCES = REGISTERS.map(({ source }) => source)

const versionsOf = (db: Database) =>
  db.query
    .selectFrom('dataset_versions')
    .select(['source', 'note', 'actor'])
    .where('dataset', '=', 'production')
    .where('source', 'in', SOURCES)
    .execute()

/** Sources that an operator imported, with rows now: all but the demonstration and the registers as they ship. */
export async function importedSources(db: Database): Promise<string[]> {
  const versions = await versionsOf(db)
  const rows = await db.query
    .selectFrom('identities')
    .select('source')
    .distinct()
    .where('dataset', '=', 'production')
    .where('present', '=', true)
    .where('source', '!=', DEMO_SOURCE)
    .orderBy('source')
    .execute()
  return rows
    .map(({ source }) => source)
    .filter((name) => !SOURCES.includes(name) || versions.some((v) => v.source === name && v.actor !== SYSTEM))
}

/**
 * Each release is a version. Those that are published already are left out, so that a start after a crash continues. A
 * register that an operator imported stays as it is.
 */
export async function publishRealBuildings(db: Database, now: Date, report: (line: string) => void = () => {}) {
  const releases = REGISTERS.flatMap((register) => register.days.map((day) => ({ register, day })))
  const versions = await versionsOf(db)
  for (const { register, day } of releases.sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const { source } = register
    const note = `release of ${day}`
    const known = versions.filter((version) => version.source === source)
    if (known.some((version) => version.actor !== SYSTEM || version.note === note)) continue
    await registerSource(db, source, source)
    await publishRows(db, {
      dataset: 'production',
      source,
      rows: rowsOn(register, day),
      at: now,
      // A clock that is set back must not stop the first start.
      asOf: day <= utcDay(now.getTime()) ? day : undefined,
      note,
      actor: SYSTEM,
      // Invented projects come after the real ones: those at the address of a real building are left out.
      retire: [DEMO_SOURCE],
    })
    report(`  ${source}: ${note}`)
  }
}

/** Marks a database that was prepared before it was installed, with what it was prepared from. */
const PREPARED = 'real-buildings-prepared'

/** A hash of the registers and the names of the migrations. */
export async function preparedFrom(): Promise<string> {
  const hash = createHash('sha256').update((await readdir(defaultMigrationsDir)).sort().join())
  for (const { file } of REGISTERS) hash.update(await readFile(new URL(`../../assets/${file}`, import.meta.url)))
  return hash.digest('hex')
}

export async function preparedMark(db: Database): Promise<string | undefined> {
  const rows = db.query.selectFrom('instance').select('value').where('key', '=', PREPARED)
  return (await rows.executeTakeFirst())?.value
}

/** For the template of the embedded database, which must not depend on the day on which it is made. */
export async function prepareRealBuildings(db: Database): Promise<void> {
  const lastDay = REGISTERS.flatMap(({ days }) => days)
    .sort()
    .at(-1)!
  await publishRealBuildings(db, new Date(lastDay))
  await db.query
    .insertInto('instance')
    .values({ key: PREPARED, value: await preparedFrom() })
    .execute()
}

/** The versions of the template are published here now: with an older date, their events would be deleted as old. */
export async function adoptPreparedBuildings(db: Database, now: Date): Promise<void> {
  await db.tx(async (tx) => {
    const marker = await tx.deleteFrom('instance').where('key', '=', PREPARED).returning('key').executeTakeFirst()
    if (!marker) return
    const at = now.toISOString()
    await tx.updateTable('dataset_versions').set({ published_at: at }).where('dataset', '=', 'production').execute()
    await tx.updateTable('events').set({ occurred_at: at }).where('dataset', '=', 'production').execute()
  })
}
