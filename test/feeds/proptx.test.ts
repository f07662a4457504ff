// A feed in the shapes of PropTx: no coordinates, no building names, wrong postal codes, relisted homes.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { demoRowsAt } from '../../src/demo/prepared-rows.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { forEachDatabase } from '../support/databases.ts'
import { PROPTX_LACKS, proptxRows } from '../support/proptx-rows.ts'
import { feedsStage, resoServer } from './feeds-stage.ts'

const PROJECTS = 300
const HOMES = 1000

/** The demonstration's first projects; a link needs no plans and prices. */
async function demoRows(): Promise<ProjectRow[]> {
  const rows: ProjectRow[] = []
  for await (const row of demoRowsAt('2026-11-01', PROJECTS))
    rows.push({ ...row, floor_plans: [], units: [], media: [], history: [] })
  return rows.slice(0, PROJECTS)
}

forEachDatabase('a PropTx feed', (open) => {
  it('links every home to its building and unit, and again when it is relisted under a new key', async () => {
    const stage = await feedsStage(await open())
    await stage.publish(await demoRows())
    const projects = stage.catalog.snapshot('production').projects.toArray()
    const { homes, fieldsOf } = proptxRows(projects, HOMES)
    const server = await resoServer({ rows: HOMES, fieldsOf, bearer: 'static' })
    server.rows.clock = () => stage.clock.ms
    server.missingFields = PROPTX_LACKS
    const auth = { kind: 'bearer', token: 'static' } as const
    const id = await stage.add({ url: server.url, auth, page_size: 500 })
    await stage.pass(id)
    for (let i = 0; i < HOMES; i++) server.rows.add()
    expect(await stage.pass(id)).toMatchObject({ status: 'active', progress: { unknownFields: PROPTX_LACKS } })
    const stored = await stage.stored()
    expect(stored).toHaveLength(2 * HOMES)
    const found = stored.map(({ hints, attributes, outcome, action, candidates: [first] }) => ({
      link: `${outcome} ${action}`,
      project_id: first?.project_id,
      building_id: first?.building_id,
      unit: first?.unit,
      condo_corp: hints.condo_corp,
      legal_level: attributes?.legal_level,
      legal_unit: attributes?.legal_unit,
    }))
    const expected = stored.map((_, i) => {
      const { project_id, building_id, unit, condo_corp, legal_level, legal_unit } = homes[i % HOMES]!
      return { link: 'matched accept', project_id, building_id, unit, condo_corp, legal_level, legal_unit }
    })
    const wrong = found.flatMap((link, i) =>
      JSON.stringify(link) === JSON.stringify(expected[i])
        ? []
        : [{ ...link, expected: expected[i], row: stored[i]!.address, hints: stored[i]!.hints }],
    )
    expect(wrong).toEqual([])
    const { rows: counts } = await sql<{ listings: number; homes: number }>`
      select listings, count(*)::int as homes from homes group by listings`.execute(stage.db.query)
    const certain = homes.filter(({ building_id }) => building_id !== null)
    const labels = new Set(certain.map(({ building_id, unit }) => `${building_id} ${unit}`))
    expect(counts).toEqual([{ listings: 2, homes: labels.size }])
    expect(labels.size).toBeGreaterThan(0.8 * HOMES)
    const { rows: relisted } = await sql`select from events where type = 'home.relisted'`.execute(stage.db.query)
    expect(relisted).toHaveLength(labels.size)
  })
})
