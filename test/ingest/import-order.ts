// Imports generated sources in two different ways and compares the catalogues.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { JoinDesk } from '../../src/ingest/edits/join-desk.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { recompose } from '../../src/ingest/publish/recompose.ts'
import { catalogueOf } from '../support/catalogue.ts'
import type { Content } from '../support/joined-sources.ts'
import { generateContent, SOURCES, trueBuildings, truthOf } from '../support/joined-sources.ts'
import { SeededRandom } from '../support/random.ts'

interface Pair {
  readonly a: readonly [source: string, key: string]
  readonly b: readonly [source: string, key: string]
  readonly state: 'joined' | 'apart'
}

interface Case {
  readonly content: Content
  readonly trust: Readonly<Record<string, number>>
  readonly decisions: readonly Pair[]
}

function generateCase(random: SeededRandom): Case {
  const content = generateContent(random, trueBuildings(random, 2 + random.below(4)))
  const trust = Object.fromEntries(
    SOURCES.map((source) => [source.name, random.chance(0.3) ? 1 + random.below(900) : source.trust]),
  )
  const rows = Object.entries(content).flatMap(([source, list]) => list.map(({ key }) => [source, key] as const))
  const decisions = Array.from({ length: random.below(3) }, (): Pair | null => {
    const [a, b] = random.shuffle(rows)
    if (!a || !b || a[0] === b[0]) return null
    return { a, b, state: truthOf(a[1]) === truthOf(b[1]) ? 'joined' : 'apart' }
  })
  const pairs = decisions.filter((pair) => pair !== null)
  const nameOf = ({ a, b }: Pair) => [a, b].map(String).sort().join()
  return {
    content,
    trust,
    decisions: pairs.filter((pair, at) => pairs.findIndex((one) => nameOf(one) === nameOf(pair)) === at),
  }
}

let minute = 0
const now = () => new Date(Date.parse('2026-11-14T06:00:00Z') + minute++ * 60_000)

async function clear(db: Database): Promise<void> {
  await db.tx(async (tx) => {
    for (const table of [
      'records',
      'identities',
      'project_names',
      'history',
      'events',
      'dataset_versions',
      'developers',
    ])
      await sql`delete from ${sql.table(table)}`.execute(tx)
    await sql`delete from join_cases`.execute(tx)
    await sql`delete from sources`.execute(tx)
  })
}

async function setTrust(db: Database, trust: Readonly<Record<string, number>>): Promise<void> {
  for (const { name, creates_projects } of SOURCES) {
    const values = { trust: trust[name]!, creates_projects }
    await db.query
      .insertInto('sources')
      .values({
        name,
        kind: 'file',
        location: null,
        format: null,
        map: null,
        enabled: false,
        last_run: null,
        ...values,
      })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute()
  }
}

async function decide(db: Database, decisions: readonly Pair[]): Promise<void> {
  for (const [at, { a, b, state }] of decisions.entries()) {
    const refs = { source: a[0], key: a[1], other_source: b[0], other_key: b[1] }
    const facts = { confidence: 0.6, distance_m: null, reason: 'test', opened_at: now(), decided_at: now() }
    await db.query
      .insertInto('join_cases')
      .values({
        id: `join_test${at}`,
        dataset: 'production',
        ...refs,
        ...facts,
        state,
        decided_by: 'x',
        decision_reason: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['dataset', 'source', 'key', 'other_source', 'other_key']).doUpdateSet({ state }),
      )
      .execute()
  }
}

const publish = (db: Database, source: string, rows: Content[string]) =>
  publishRows(db, { dataset: 'production', source, rows, at: now() })

/** Sources by name, once each, with the final trust and decisions from the start. */
async function importCanonically(db: Database, { content, trust, decisions }: Case): Promise<string[]> {
  await clear(db)
  await setTrust(db, trust)
  await decide(db, decisions)
  for (const source of Object.keys(content).sort()) await publish(db, source, content[source]!)
  return catalogueOf(db)
}

/** Older content, repetitions, deletions, and the trust and the decisions at any time. */
async function importAtRandom(
  db: Database,
  random: SeededRandom,
  { content, trust, decisions }: Case,
): Promise<string[]> {
  await clear(db)
  const older = generateContent(random, trueBuildings(random, 3))
  await setTrust(db, Object.fromEntries(SOURCES.map((source) => [source.name, source.trust])))
  const names = Object.keys(content)
  for (const source of random.shuffle([...names, random.pick(names)])) {
    const rows = random.pick([older[source]!, content[source]!, content[source]!.slice(1), []])
    await publish(db, source, random.shuffle(rows))
  }
  const last = random.shuffle([
    ...[...names, ...names.filter(() => random.chance(0.3))].map(
      (source) => () => publish(db, source, random.shuffle(content[source]!)),
    ),
    () => decideLater(db, decisions),
    () => changeTrust(db, trust),
  ])
  for (const step of last) await step()
  return catalogueOf(db)
}

const decideLater = (db: Database, decisions: readonly Pair[]) =>
  decide(db, decisions).then(() => recompose(db, { at: now(), actor: 'test', note: null }))

const changeTrust = (db: Database, trust: Readonly<Record<string, number>>) =>
  setTrust(db, trust).then(() => recompose(db, { at: now(), actor: 'test', note: null, everything: true }))

const PEOPLE = { actor: 'test', requestId: 'req_1', address: null }

/** Joins, take-aparts, never-joins and their undoing between imports, then everything from scratch with what is in force. */
export async function checkDecisionsAtAnyTime(db: Database, seed: number): Promise<void> {
  const random = new SeededRandom(seed)
  const content = generateContent(random, trueBuildings(random, 5))
  const trust = Object.fromEntries(SOURCES.map((source) => [source.name, source.trust]))
  await clear(db)
  await setTrust(db, trust)
  let snapshot = await readSnapshot(db, 'production')
  const published = async () => {
    snapshot = await readSnapshot(db, 'production')
  }
  const desk = new JoinDesk({ db, clock: { now: () => now().getTime() }, published, snapshot: () => snapshot })
  const refs = Object.entries(content).flatMap(([source, rows]) => rows.map(({ key }) => ({ source, key })))
  for (const source of Object.keys(content)) await publish(db, source, content[source]!)
  for (let step = 0; step < 12; step++) {
    await published()
    const { joins } = await desk.automatic({ limit: 100, offset: 0 })
    const kind = random.weighted({ import: 2, apart: 3, pair: 4, undo: 2 })
    const [row, other] = random.shuffle(refs)
    const source = random.pick(SOURCES).name
    const act = async () => {
      const join = joins[random.below(joins.length)]
      if (kind === 'import') await publish(db, source, content[source]!.slice(random.below(2)))
      else if (kind === 'apart' && join)
        await desk.decidePair({ row: join.row, other: join.anchor }, 'apart', null, PEOPLE)
      else if (kind === 'pair')
        await desk.decidePair({ row: row!, other: other! }, random.pick(['join', 'apart']), null, PEOPLE)
      else if (kind === 'undo') await desk.undo((await inForce(db))[0]?.id ?? 'none', PEOPLE)
    }
    // What contradicts another decision, and a row that is gone, are refused.
    await act().catch((error: { code?: string }) =>
      expect(['state_conflict', 'invalid_parameter', 'case_not_found']).toContain(error.code),
    )
  }
  for (const source of random.shuffle(Object.keys(content))) await publish(db, source, content[source]!)
  const decisions = (await inForce(db)).map(({ source, key, other_source, other_key, state }): Pair => {
    return { a: [source, key], b: [other_source, other_key], state: state as Pair['state'] }
  })
  const actual = await catalogueOf(db)
  expect(actual, `seed ${seed}`).toEqual(await importCanonically(db, { content, trust, decisions }))
}

const inForce = (db: Database) =>
  db.query
    .selectFrom('join_cases')
    .selectAll()
    .where('state', 'in', ['joined', 'apart'])
    .orderBy('source')
    .orderBy('key')
    .orderBy('other_key')
    .execute()

export async function checkImportOrder(db: Database, seed: number): Promise<void> {
  const random = new SeededRandom(seed)
  const generated = generateCase(random)
  const expected = await importCanonically(db, generated)
  const actual = await importAtRandom(db, random, generated)
  expect(actual, `seed ${seed}`).toEqual(expected)
  // Resolving all rows again finds nothing to change: also what was resolved without reading all rows is right.
  expect(await recompose(db, { at: now(), actor: 'test', note: null, everything: true }), `seed ${seed}`).toMatchObject(
    {
      published: false,
    },
  )
  // Importing everything once more changes nothing.
  for (const [source, rows] of Object.entries(generated.content))
    expect(await publish(db, source, rows), `seed ${seed}, ${source}`).toMatchObject({ published: false })
}
