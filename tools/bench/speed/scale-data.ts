// Fills a database with any number of projects: copies of the demonstration with other names and numbers.
import { sql } from 'kysely'
import type { Bundle, RecordKind } from '../../../src/catalog/records/record-types.ts'
import type { Database } from '../../../src/db/database.ts'
import { DEMO_AS_OF, demoRowsAt } from '../../../src/demo/prepared-rows.ts'
import { assemble } from '../../../src/ingest/publish/assemble.ts'
import { reportedHistory } from '../../../src/ingest/publish/field-changes.ts'
import { assignChildIds } from '../../../src/ingest/publish/row-identity.ts'
import { NO_CHILD_IDS } from '../../../src/ingest/record/identity.ts'

/** Distinct projects; more are copies. */
const DISTINCT = 1000
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

/** Publishes `count` projects with plans, units, media and history as version 1. */
export async function fillDatabase(db: Database, count: number): Promise<void> {
  const { templates: distinct, strides } = await templates(Math.min(count, DISTINCT))
  let records: string[] = []
  let history: object[] = []
  const flush = async (limit: number) => {
    if (records.length > limit) {
      const rows = `[${records.join(',')}]`
      records = []
      await sql`
        insert into records (dataset, kind, id, project_id, since, until, body)
        select 'production', kind, id, project_id, 1, null, body
        from json_to_recordset(${rows}::json) as row (kind text, id int, project_id int, body json)`.execute(db.query)
    }
    if (history.length > limit) {
      const rows = JSON.stringify(history)
      history = []
      await sql`
        insert into history (dataset, project_id, kind, record_id, field, from_value, to_value, effective_at, version,
          is_correction)
        select 'production', project_id, kind, record_id, field, "from", "to", effective_at, 1, false
        from json_to_recordset(${rows}::json) as row (project_id int, kind text, record_id int, field text, "from" json,
          "to" json, effective_at timestamptz)`.execute(db.query)
    }
  }
  for (let n = 0; n < count; n++) {
    const template = distinct[n % distinct.length]!
    const copy = Math.floor(n / distinct.length)
    for (const [kind, body, project_id] of recordsOf(template, copy, strides))
      records.push(`{"kind":"${kind}","id":${body.id},"project_id":${project_id},"body":${JSON.stringify(body)}}`)
    const project_id = template.bundle.project.id + copy * strides.project
    for (const fact of template.history) {
      const record_id = fact.record_id + copy * (fact.kind === 'project' ? strides.project : strides.floor_plan)
      history.push({ ...fact, project_id, record_id })
    }
    await flush(ROWS_PER_INSERT)
  }
  await flush(0)
  await publishVersion(db, 1)
  await sql`analyze records`.execute(db.query)
  await sql`analyze history`.execute(db.query)
}

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
