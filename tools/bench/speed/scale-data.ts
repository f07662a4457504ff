// Fills a database with any number of projects: copies of the demonstration with other names and numbers, then registers.
import { sql } from 'kysely'
import type { Bundle, ProjectRecord, RecordKind } from '../../../src/catalog/records/record-types.ts'
import type { Database } from '../../../src/db/database.ts'
import { DEMO_AS_OF, demoRowsAt } from '../../../src/demo/prepared-rows.ts'
import { assemble } from '../../../src/ingest/publish/assemble.ts'
import { reportedHistory } from '../../../src/ingest/publish/field-changes.ts'
import { assignChildIds } from '../../../src/ingest/publish/row-identity.ts'
import { NO_CHILD_IDS } from '../../../src/ingest/record/identity.ts'
import { registerProjects } from './register-projects.ts'

/** Distinct projects; more are copies. */
const DISTINCT = 1000
/** Projects with all their parts. A million of them would be 50 million rows. */
export const MAX_FULL = 100_000
const ROWS_PER_INSERT = 5000
const AT = '2026-11-01T00:00:00.000Z'

interface Template {
  readonly bundle: Bundle
  readonly history: readonly {
    kind: string
    record_id: number
    field: string
    from: unknown
    to: unknown
    effective_at: string
  }[]
}

/** IDs per distinct set, so that every copy has its own. */
type Strides = Record<'project' | 'building' | 'floor_plan' | 'unit' | 'media', number>

async function templates(count: number): Promise<{ templates: Template[]; strides: Strides }> {
  const strides: Record<string, number> = { project: 0, building: 0, floor_plan: 0, unit: 0, media: 0 }
  const take = (kind: string) => {
    strides[kind] = (strides[kind] ?? 0) + 1
    return strides[kind]
  }
  const all: Template[] = []
  for await (const row of demoRowsAt(DEMO_AS_OF, count)) {
    const id = take('project')
    const children = assignChildIds(row, NO_CHILD_IDS, take)
    const developerIds = row.developers.map((_, i) => i + 1)
    const identity = { id, slug: `p-${id}`, developerIds, children, source: 'demo' }
    const history = [...reportedHistory(row.history, id, children.floor_plan)]
    all.push({ bundle: assemble(row, identity, AT), history })
  }
  return { templates: all, strides: strides as Strides }
}

/** "12 King St" → "52 King St": another building on the same street. */
const renumbered = (line: string, copy: number) => line.replace(/^\d+/, (digits) => String(Number(digits) + copy * 20))

function* recordsOf({ bundle }: Template, copy: number, by: Strides): Generator<[RecordKind, { id: number }, number]> {
  const projectId = bundle.project.id + copy * by.project
  const shift = (id: number | null, kind: keyof Strides) => (id === null ? null : id + copy * by[kind])
  const suffix = copy === 0 ? '' : ` ${copy}`
  yield [
    'project',
    {
      ...bundle.project,
      id: projectId,
      slug: `${bundle.project.slug}-${copy}`,
      name: `${bundle.project.name}${suffix}`,
      address: renumbered(bundle.project.address, copy),
      cover_media_id: shift(bundle.project.cover_media_id, 'media'),
      buildings: bundle.project.buildings.map((building) => ({
        ...building,
        id: shift(building.id, 'building')!,
        project_id: projectId,
        addresses: building.addresses.map((address) => ({ ...address, line: renumbered(address.line, copy) })),
      })),
    } as { id: number },
    projectId,
  ]
  const child = { project_id: projectId }
  for (const plan of bundle.floor_plans) {
    const building_id = shift(plan.building_id, 'building')
    yield [
      'floor_plan',
      { ...plan, ...child, id: shift(plan.id, 'floor_plan')!, building_id } as { id: number },
      projectId,
    ]
  }
  for (const unit of bundle.units)
    yield [
      'unit',
      {
        ...unit,
        ...child,
        id: shift(unit.id, 'unit')!,
        floor_plan_id: shift(unit.floor_plan_id, 'floor_plan'),
        building_id: shift(unit.building_id, 'building'),
      } as { id: number },
      projectId,
    ]
  for (const item of bundle.media) {
    const floor_plan_id = shift(item.floor_plan_id, 'floor_plan')
    yield ['media', { ...item, ...child, id: shift(item.id, 'media')!, floor_plan_id } as { id: number }, projectId]
  }
}

interface HistoryFact {
  readonly project_id: number
  readonly kind: string
  readonly record_id: number
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  readonly effective_at: string
}

/** Collects rows and inserts many with one statement. */
class RowWriter {
  readonly #db: Database
  #records: string[] = []
  #history: string[] = []

  constructor(db: Database) {
    this.#db = db
  }

  async add(records: Iterable<readonly [RecordKind, { id: number }, number]>, history: Iterable<HistoryFact>) {
    for (const [kind, body, project_id] of records)
      this.#records.push(`{"kind":"${kind}","id":${body.id},"project_id":${project_id},"body":${JSON.stringify(body)}}`)
    for (const fact of history) this.#history.push(JSON.stringify(fact))
    await this.flush(ROWS_PER_INSERT)
  }

  async flush(limit = 0): Promise<void> {
    if (this.#records.length > limit) {
      const rows = `[${this.#records.join(',')}]`
      this.#records = []
      await sql`
        insert into records (dataset, kind, id, project_id, since, until, body)
        select 'production', kind, id, project_id, 1, null, body
        from json_to_recordset(${rows}::json) as row (kind text, id int, project_id int, body json)`.execute(
        this.#db.query,
      )
    }
    if (this.#history.length > limit) {
      const rows = `[${this.#history.join(',')}]`
      this.#history = []
      await sql`
        insert into history (dataset, project_id, kind, record_id, field, from_value, to_value, effective_at, version,
          is_correction)
        select 'production', project_id, kind, record_id, field, "from", "to", effective_at, 1, false
        from json_to_recordset(${rows}::json) as row (project_id int, kind text, record_id int, field text, "from" json,
          "to" json, effective_at timestamptz)`.execute(this.#db.query)
    }
  }
}

/** Publishes `count` projects as version 1. Those after MAX_FULL are as open registers give them. */
export async function fillDatabase(db: Database, count: number): Promise<void> {
  const full = Math.min(count, MAX_FULL)
  const { templates: distinct, strides } = await templates(Math.min(full, DISTINCT))
  const writer = new RowWriter(db)
  for (let n = 0; n < full; n++) {
    const template = distinct[n % distinct.length]!
    const copy = Math.floor(n / distinct.length)
    await writer.add(recordsOf(template, copy, strides), historyOf(template, copy, strides))
  }
  const firstBuilding = strides.building * Math.ceil(full / distinct.length) + 1
  for (const project of registerProjects(count - full, full + 1, firstBuilding))
    await writer.add([['project', project, project.id]], [registerFact(project)])
  await writer.flush()
  await publishVersion(db, 1)
  // As PostgreSQL does by itself soon after a large import: the block ranges of `since` are known only afterwards.
  await sql`vacuum analyze records`.execute(db.query)
  await sql`vacuum analyze history`.execute(db.query)
}

function* historyOf({ bundle, history }: Template, copy: number, by: Strides): Generator<HistoryFact> {
  const project_id = bundle.project.id + copy * by.project
  for (const fact of history) {
    const record_id = fact.record_id + copy * (fact.kind === 'project' ? by.project : by.floor_plan)
    yield { ...fact, project_id, record_id }
  }
}

/** A newer edition of the register counts one dwelling more. */
const registerFact = ({ id, units_total }: ProjectRecord): HistoryFact => ({
  ...{ project_id: id, kind: 'project', record_id: id, field: 'units_total' },
  ...{ from: units_total! - 1, to: units_total, effective_at: AT },
})

async function publishVersion(db: Pick<Database, 'query'>, number: number): Promise<void> {
  await sql`
    insert into dataset_versions (dataset, number, version, published_at, source, kind, counts)
    values ('production', ${number}, ${`v${number}`}, now(), 'demo', 'import', '{}')`.execute(db.query)
}

/** Publishes a version that changes 100 records: 40 projects, ten of them for the matcher, 30 plans and 30 units. */
export async function publishSmallChange(db: Database, number: number): Promise<void> {
  await db.tx(async (tx) => {
    for (const [kind, count, patch] of [
      ['project', 10, { aliases: [`The Beacon ${number}`], price_from: 500_000 + number }],
      ['project', 30, { price_from: 600_000 + number }],
      ['floor_plan', 30, { price: 700_000 + number }],
      ['unit', 30, { price: 800_000 + number }],
    ] as const) {
      await sql`
        update records set until = ${number}
        where dataset = 'production' and kind = ${kind} and until is null and id in (
          select id from records
          where dataset = 'production' and kind = ${kind} and until is null and since < ${number}
            and id > (select max(id) / 2 from records where dataset = 'production' and kind = ${kind} and until is null)
          order by id limit ${count})`.execute(tx)
      await sql`
        insert into records (dataset, kind, id, project_id, since, until, body)
        select dataset, kind, id, project_id, ${number}, null, (body::jsonb || ${JSON.stringify(patch)}::jsonb)::json
        from records old where dataset = 'production' and kind = ${kind} and until = ${number} and not exists (
          select from records where dataset = 'production' and kind = ${kind} and id = old.id and until is null)`.execute(
        tx,
      )
    }
    await publishVersion({ query: tx as never }, number)
  })
}
