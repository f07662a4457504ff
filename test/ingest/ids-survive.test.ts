// Every id that was ever published leads somewhere, whatever sources report, in whatever order.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findRemoval } from '../../src/catalog/query/list-projects.ts'
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'
import type { Database } from '../../src/db/database.ts'
import { recompose } from '../../src/ingest/publish/recompose.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import type { Stage } from '../edits/stage.ts'
import { stageOn } from '../edits/stage.ts'
import { amount } from '../support/amount.ts'
import { forEachDatabase } from '../support/databases.ts'
import { planRow, projectRow } from '../support/rows.ts'

const STREETS = ['Marlow St', 'Osprey Cres', 'Hyssop Ave']

/** `say` tells how a row describes a building: what joins it, or what speaks against it. */
const SAYINGS = ['plain', 'far', 'other area', 'corporation', 'alias', 'plans'] as const
type Saying = (typeof SAYINGS)[number]

function row(key: string, truth: number, say: Saying = 'plain'): ProjectRow {
  const line = say === 'alias' ? `${truth * 2 + 200} Cloister Lane` : `${truth * 2 + 10} ${STREETS[truth]}`
  const known = say === 'corporation' || say === 'alias'
  const [tower] = projectRow(key).buildings
  const latitude = 43.65 + truth / 100 + (say === 'far' ? 0.01 : 0)
  const point = say === 'other area' ? { latitude: null, longitude: null } : { latitude, longitude: -79.4 }
  const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  return projectRow(key, {
    name: line,
    address: `${line}, Toronto, ON`,
    ...point,
    location_accuracy: point.latitude === null ? null : 'rooftop',
    postal_code: say === 'other area' ? 'M6K 3C3' : 'M5V 1A1',
    condo_corp: known ? { registry: 'TSCC', number: 1000 + truth } : null,
    buildings: [{ ...tower!, ...point, addresses }],
    floor_plans: say === 'plans' ? [planRow('1a')] : [],
    units: [],
    media: [],
    history: [],
  })
}

async function setTrust({ db }: Pick<Stage, 'db'>, name: string, trust: number): Promise<void> {
  await sql`
    insert into sources (name, kind, enabled, trust) values (${name}, 'file', false, ${trust})
    on conflict (name) do update set trust = excluded.trust`.execute(db.query)
  await recompose(db, { at: new Date('2026-11-14T05:00:00Z'), actor: 'test', note: null, everything: true })
}

const projectsOf = (stage: Stage): ProjectRecord[] => stage.now().projects.toArray()

interface Step {
  readonly source: string
  /** The rows of the source from now on: truth → how it describes the building. Null: only the trust changes. */
  readonly rows: readonly (readonly [truth: number, say: Saying])[] | null
  readonly trust: number
}

const steps = fc.array(
  fc.record<Step>({
    source: fc.constantFrom('a', 'b', 'c'),
    rows: fc.option(
      fc.uniqueArray(fc.tuple(fc.nat({ max: STREETS.length - 1 }), fc.constantFrom(...SAYINGS)), {
        selector: ([truth]) => truth,
      }),
      { freq: 6 },
    ),
    trust: fc.integer({ min: 1, max: 900 }),
  }),
  { minLength: 4, maxLength: 14 },
)

async function clear(db: Database): Promise<void> {
  const tables = ['records', 'identities', 'project_names', 'history', 'events', 'dataset_versions', 'row_versions']
  for (const table of [...tables, 'join_cases', 'join_pending'])
    await sql`delete from ${sql.table(table)} where dataset = 'production'`.execute(db.query)
  await sql`delete from sources`.execute(db.query)
}

/** Checks every id after every step. */
class Ledger {
  /** Project → building of the truth. */
  readonly #truths = new Map<number, number>()
  readonly #buildingTruths = new Map<number, number>()
  /** Row → the project that it was in last. */
  readonly #last = new Map<string, number>()

  check(stage: Stage, present: ReadonlySet<string>): void {
    for (const project of projectsOf(stage)) {
      for (const { source, key } of project.rows!) this.#last.set(`${source} ${key}`, project.id)
      for (const truth of new Set(project.rows!.map(({ key }) => Number(key)))) {
        expect(this.#truths.get(project.id) ?? truth, `project ${project.id}`).toBe(truth)
        this.#truths.set(project.id, truth)
        for (const { id } of project.buildings) {
          expect(this.#buildingTruths.get(id) ?? truth, `building ${id}`).toBe(truth)
          this.#buildingTruths.set(id, truth)
        }
      }
    }
    for (const id of this.#truths.keys()) {
      if (stage.now().projects.get(id)) continue
      const into = findRemoval(stage.now(), id)?.merged_into
      const standing = [...this.#last].filter(([ref, last]) => last === id && present.has(ref)).map(([ref]) => ref)
      if (into === null) expect(standing, `rows of project ${id}, which leads nowhere`).toEqual([])
      else expect(this.#truths.get(into!), `project ${id} leads to ${into}`).toBe(this.#truths.get(id))
    }
  }
}

forEachDatabase('ids', (open) => {
  it('lead to a live project as long as a row stands for them, and never to two buildings', async () => {
    const db = await open()
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        await clear(db)
        const stage = await stageOn(db)
        await stage.read()
        const ledger = new Ledger()
        const present = new Set<string>()
        for (const { source, rows, trust } of list) {
          if (rows === null) await setTrust(stage, source, trust)
          else {
            await stage.publish(
              rows.map(([truth, say]) => row(String(truth), truth, say)),
              source,
            )
            for (let truth = 0; truth < STREETS.length; truth++) present.delete(`${source} ${truth}`)
            for (const [truth] of rows) present.add(`${source} ${truth}`)
          }
          await stage.read()
          ledger.check(stage, present)
        }
      }),
      { numRuns: amount(20), seed: 7, endOnFailure: true },
    )
  })

  it('stay when a more trusted source takes an address, leaves, and returns', async () => {
    const stage = await stageOn(await open())
    await setTrust(stage, 'a', 500)
    await setTrust(stage, 'b', 100)
    await stage.publish([row('0', 0, 'plans')], 'a')
    const [first] = projectsOf(stage)
    // Too far away to be sure, so the row of `a` loses its address and waits.
    await stage.publish([row('0', 0, 'far')], 'b')
    const [second] = projectsOf(stage)
    expect(second!.id).not.toBe(first!.id)
    expect(findRemoval(stage.now(), first!.id)).toMatchObject({ merged_into: second!.id })
    await stage.publish([], 'b')
    const [again] = projectsOf(stage)
    expect(again).toMatchObject({ id: first!.id, slug: first!.slug, floor_plans_count: 1 })
    expect(again!.buildings[0]!.id).toBe(first!.buildings[0]!.id)
    expect(findRemoval(stage.now(), second!.id)).toMatchObject({ merged_into: null })
    await stage.publish([row('0', 0)], 'b')
    expect(projectsOf(stage)).toMatchObject([{ id: first!.id, rows: [{ source: 'b' }, { source: 'a' }] }])
    expect(findRemoval(stage.now(), second!.id)).toMatchObject({ merged_into: first!.id })
  })

  it('lead on when a source returns whose building another source has by now', async () => {
    const stage = await stageOn(await open())
    await stage.publish([row('0', 0), row('1', 1)], 'a')
    const [first, other] = projectsOf(stage)
    await stage.publish([row('1', 1)], 'a')
    await stage.publish([row('0', 0)], 'b')
    const second = projectsOf(stage).find(({ id }) => id !== other!.id)!
    await stage.newEvents()
    await stage.publish([row('0', 0), row('1', 1)], 'a')
    expect(projectsOf(stage).map(({ id }) => id)).toEqual([other!.id, second.id])
    expect(findRemoval(stage.now(), first!.id)).toMatchObject({ merged_into: second.id })
    expect(await stage.newEvents()).toContain(`project.removed ${first!.id} merged_into`)
  })

  it('return with their plans and buildings when rows part again', async () => {
    const stage = await stageOn(await open())
    await stage.publish([row('0', 0, 'corporation')], 'a')
    await stage.publish([row('0', 1, 'plans')], 'b')
    const [first, second] = projectsOf(stage)
    const plans = stage.now().floorPlans.all.toArray()
    await stage.publish([{ ...row('0', 0, 'corporation'), floor_plans: [planRow('1a')] }], 'b')
    expect(projectsOf(stage).map(({ id }) => id)).toEqual([first!.id])
    expect(findRemoval(stage.now(), second!.id)).toMatchObject({ merged_into: first!.id })
    await stage.publish([row('0', 1, 'plans')], 'b')
    expect(projectsOf(stage)).toMatchObject([first!, second!].map(({ id, slug }) => ({ id, slug })))
    expect(projectsOf(stage).map(({ buildings }) => buildings[0]!.id)).toEqual(
      [first!, second!].map(({ buildings }) => buildings[0]!.id),
    )
    expect(
      stage
        .now()
        .floorPlans.all.toArray()
        .map(({ id }) => id),
    ).toEqual(plans.map(({ id }) => id))
  })
})
