// An import that joins only the rows around its changes gives what joining all rows gives.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { JoinDesk } from '../../src/ingest/edits/join-desk.ts'
import { recompose } from '../../src/ingest/publish/recompose.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import type { Stage } from '../edits/stage.ts'
import { CURATOR, stageOn } from '../edits/stage.ts'
import { amount } from '../support/amount.ts'
import { forEachDatabase } from '../support/databases.ts'
import { generateContent, rowAbout, SOURCES, trueBuildings } from '../support/joined-sources.ts'
import { SeededRandom } from '../support/random.ts'

const STEPS = 20

type Step = (stage: Stage) => Promise<unknown>

/** Two installations get the same steps. One of them joins all rows each time. */
forEachDatabase('joining only what changed', (open) => {
  it('gives the projects, ids, anchors, cases, history and events of joining all rows', async () => {
    const [changed, all] = [await open(), await open()]
    for (let seed = 1; seed <= amount(3); seed++) await compare(changed, all, seed)
  })
})

async function compare(changed: Database, all: Database, seed: number): Promise<void> {
  const random = SeededRandom.mixed(seed)
  const stages = [await stageOn(changed), await stageOn(all)] as const
  for (const { db } of stages) await clear(db)
  const world = new World(random)
  const done: string[] = []
  for (let at = 0; at < STEPS; at++) {
    const [name, step] = world.next()
    // An edit of what does not exist is refused. Both must refuse it.
    const outcomes = []
    for (const stage of stages) {
      if (stage.db === all) await forgetKeys(all)
      await stage.read()
      outcomes.push(
        await step(stage).then(
          () => 'done',
          (error: Error) => error.message,
        ),
      )
    }
    done.push(`${name} ${outcomes[0]}`)
    const where = `seed ${seed}: ${done.join(', ')}`
    expect(outcomes[0], where).toBe(outcomes[1])
    expect(await contentOf(changed), where).toEqual(await contentOf(all))
    await checkIds(changed, where)
  }
}

/** As after an upgrade that makes other keys: the next publish joins all rows. */
const forgetKeys = (db: Database) =>
  sql`update counters set value = 0 where name = 'join_keys.production'`.execute(db.query)

/** A letter of its streets is missing or another. Rows with few others on their street are compared with similar streets. */
function misspelled(row: ProjectRow, random: SeededRandom): ProjectRow {
  const letter = random.pick(['', 'z'])
  const text = JSON.stringify(row).replace(/\b(Marl|Tall|Ospr|Hyss|Kin)[a-z]/g, (_, start) => start + letter)
  return JSON.parse(text)
}

/** In another municipality, with a corporation of this one. */
function elsewhere(row: ProjectRow, number: number): ProjectRow {
  const moved: ProjectRow = JSON.parse(JSON.stringify(row).replaceAll('Toronto', 'Ottawa').replaceAll('43.6', '45.4'))
  return { ...moved, postal_code: null, condo_corp: { registry: 'TSCC', number } }
}

/** Sources that report, and people who edit. The same choices, whatever the installation. */
class World {
  readonly #random: SeededRandom
  readonly #buildings: ReturnType<typeof trueBuildings>
  readonly #content: Record<string, readonly ProjectRow[]>
  readonly #imported = new Set<string>()
  #keys = 100

  constructor(random: SeededRandom) {
    this.#random = random
    this.#buildings = trueBuildings(random, 8 + random.below(12))
    this.#content = { ...generateContent(random, this.#buildings) }
  }

  next(): [name: string, step: Step] {
    const first = SOURCES.find(({ name }) => !this.#imported.has(name))
    if (first) return ['import', this.#import(first.name)]
    const weights = { import: 9, merge: 3, undo: 1, correct: 3, revoke: 1, decide: 3, pair: 4, trust: 1, rollback: 1 }
    const kind = this.#random.weighted(weights)
    // Drawn once for both.
    const [a, b] = [this.#random.next(), this.#random.next()]
    const steps: Record<keyof typeof weights, () => Step> = {
      import: () => this.#import(this.#random.pick(SOURCES).name),
      merge: () => (stage) => merge(stage, a, b),
      undo: () => (stage) => undoMerge(stage, a),
      correct: () => (stage) => correctAddress(stage, a, b),
      revoke: () => (stage) => revoke(stage, a),
      decide: () => (stage) => decide(stage, a, b),
      pair: () => (stage) => decidePair(stage, a, b),
      trust: () => this.#trust(),
      rollback: () => (stage) => rollBack(stage, a),
    }
    return [kind, steps[kind]()]
  }

  #import(source: string): Step {
    const random = this.#random
    this.#imported.add(source)
    const known = this.#content[source]!
    const kept = known.flatMap((row) => {
      const kind = random.weighted({ same: 20, gone: 1, changed: 2, renamed: 0.5 })
      const about = this.#row(Number(row.key.split('-')[1]), row.key)
      if (kind === 'renamed') return [{ ...row, key: this.#newKey(source, row.key.split('-')[1]!) }]
      return kind === 'gone' ? [] : [kind === 'changed' ? about : row]
    })
    const truth = random.below(this.#buildings.length)
    const more = random.chance(0.6) ? [this.#row(truth, this.#newKey(source, String(truth)))] : []
    const rows = random.shuffle([...kept, ...more])
    this.#content[source] = rows
    return (stage) => stage.publish(rows, source)
  }

  #row(truth: number, key: string): ProjectRow {
    const row = rowAbout(this.#random, this.#buildings[truth]!, truth, key)
    if (this.#random.chance(0.1)) return elsewhere(row, this.#buildings[this.#random.below(4)]!.corporation)
    return this.#random.chance(0.3) ? misspelled(row, this.#random) : row
  }

  #newKey(source: string, truth: string): string {
    return `${source}-${truth}-${this.#keys++}`
  }

  #trust(): Step {
    const { name, creates_projects } = this.#random.pick(SOURCES)
    const trust = 1 + this.#random.below(900)
    return async ({ db }) => {
      await setTrust(db, { name, creates_projects, trust })
      await recompose(db, { at: new Date('2026-11-20T06:00:00Z'), actor: 'test', note: null, everything: true })
    }
  }
}

const nth = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)]!

const projectsOf = (stage: Stage) =>
  stage
    .now()
    .projects.toArray()
    .toSorted((a, b) => a.id - b.id)

async function merge(stage: Stage, a: number, b: number): Promise<void> {
  const projects = projectsOf(stage)
  const [from, into] = [nth(projects, a).id, nth(projects, b).id]
  const { token } = await stage.merger.preview(from, into)
  await stage.merger.merge(from, into, token, 'one site', CURATOR)
}

async function undoMerge({ db, merger }: Stage, a: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from merges where state = 'in_force' order by version, from_id`.execute(db.query)
  await merger.undo(nth(rows, a).id, 'two sites', CURATOR)
}

/** To an address of a building, which another project may have too. */
async function correctAddress(stage: Stage, a: number, b: number): Promise<void> {
  const several = projectsOf(stage).filter(({ buildings }) => buildings[0]!.addresses.length > 1)
  const { id, buildings } = nth(several, a)
  const address = `${nth(buildings[0]!.addresses, b).line}, Toronto, ON`
  await stage.editor.correct(id, await stage.version(id), { address, reason: 'seen' }, CURATOR)
}

async function revoke({ db, editor }: Stage, a: number): Promise<void> {
  const { rows } = await sql<{ id: string; project_id: number }>`
    select id, project_id from corrections where state = 'in_force' order by version, project_id`.execute(db.query)
  const { id, project_id } = nth(rows, a)
  await editor.revoke(project_id, id, 'wrong', CURATOR)
}

async function decide(stage: Stage, a: number, b: number): Promise<void> {
  const { db } = stage
  const desk = deskOf(stage)
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from join_cases where state <> 'closed' order by source, key, other_source, other_key`.execute(
    db.query,
  )
  const { id, state } = nth(rows, a)
  if (state === 'open') await desk.decide(id, b < 0.6 ? 'join' : 'apart', null, CURATOR)
  else await desk.undo(id, CURATOR)
}

/** Any two rows of two sources: to join them, to take them apart, or never to join them. */
async function decidePair({ db, now }: Stage, a: number, b: number): Promise<void> {
  const { rows } = await sql<{ source: string; key: string }>`
    select source, key from identities where dataset = 'production' and present order by source, key`.execute(db.query)
  const [row, other] = [nth(rows, a), nth(rows, (a * 7 + b) % 1)]
  const desk = deskOf({ db, now })
  // A row that joined is taken apart from its project's main row; two others are joined or kept apart.
  const { joins } = await desk.automatic({ limit: 100, offset: 0 })
  const join = joins.length > 0 && b < 0.4 ? nth(joins, a) : null
  const pair = join ? { row: join.row, other: join.anchor } : { row, other }
  await desk.decidePair(pair, join || b > 0.8 ? 'apart' : 'join', null, CURATOR)
}

const deskOf = ({ db, now }: Pick<Stage, 'db' | 'now'>) =>
  new JoinDesk({
    db,
    clock: { now: () => Date.parse('2026-11-20T07:00:00Z') },
    published: async () => {},
    snapshot: () => now(),
  })

/** A merged project leads to one that exists or ended for good, and no project is of two rows at a time. */
async function checkIds(db: Database, where: string): Promise<void> {
  const { rows: records } = await sql<{ id: number; lives: boolean; into: number | null }>`
    select distinct on (id) id, until is null as lives, (body ->> 'merged_into')::int as into from records
    where dataset = 'production' and kind = 'project' order by id, since desc, until desc nulls first`.execute(db.query)
  const byId = new Map(records.map((record) => [record.id, record]))
  for (const { id } of records) {
    const passed = new Set<number>()
    for (let at = byId.get(id); at && !at.lives && at.into !== null; at = byId.get(at.into)) {
      expect(passed.has(at.id), `${where}: ${id} leads to itself`).toBe(false)
      expect(byId.has(at.into), `${where}: ${id} leads nowhere`).toBe(true)
      passed.add(at.id)
    }
  }
  const { rows: shared } = await sql`
    select project_id as id from identities
    where dataset = 'production' and present and is_anchor and project_id is not null
    group by project_id having count(*) > 1`.execute(db.query)
  expect(shared, where).toEqual([])
  const { rows: towers } = await sql`
    select b ->> 'id' as id from records, json_array_elements(body -> 'buildings') b
    where dataset = 'production' and kind = 'project' and until is null group by 1 having count(*) > 1`.execute(
    db.query,
  )
  expect(towers, where).toEqual([])
}

async function rollBack(stage: Stage, a: number): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select version from dataset_versions where dataset = 'production' order by number desc limit 4`.execute(
    stage.db.query,
  )
  await stage.rollBack(nth(rows, a).version)
}

/** Everything but random ids, and the times of cases. */
const CONTENT = {
  identities:
    'source, key, project_id, own_project_id, since, present, row_hash, is_anchor, children::text, join_keys, join_rule, join_value, join_distance_m, joined_at',
  records: 'kind, id, project_id, since, until, body::text',
  project_names: 'project_id, slug, address_key',
  developers: 'id, name_key',
  history: 'project_id, kind, record_id, field, from_value::text, to_value::text, version, is_correction',
  events: 'sequence, type, resource_id, project_id, changed_fields::text, body::text',
  join_cases: 'source, key, other_source, other_key, confidence, distance_m, reason, state',
  corrections: 'project_id, field, value::text, state, version, ended_version',
  merges: 'from_id, into_id, state, version, identities::text, into_rows::text',
  dataset_versions: 'number, version, kind, counts::text',
}

async function contentOf(db: Database): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {}
  for (const [table, columns] of Object.entries(CONTENT)) {
    const { rows } = await sql`
      select ${sql.raw(columns)} from ${sql.table(table)} where dataset = 'production'`.execute(db.query)
    content[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return content
}

async function clear(db: Database): Promise<void> {
  for (const table of [...Object.keys(CONTENT), 'join_pending', 'row_versions'])
    await sql`delete from ${sql.table(table)} where dataset = 'production'`.execute(db.query)
  await sql`delete from sources`.execute(db.query)
  for (const source of SOURCES) await setTrust(db, source)
}

async function setTrust(db: Database, { name, trust, creates_projects }: (typeof SOURCES)[number]): Promise<void> {
  await sql`
    insert into sources (name, kind, enabled, trust, creates_projects)
    values (${name}, 'file', false, ${trust}, ${creates_projects})
    on conflict (name) do update set trust = excluded.trust`.execute(db.query)
}
