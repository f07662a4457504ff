// Event schemas match their examples and the events that are really sent.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { viewBuilding } from '../../src/catalog/query/list-buildings.ts'
import { viewProject } from '../../src/catalog/query/list-projects.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { readChanges } from '../../src/events/change-log.ts'
import type { StoredEvent } from '../../src/events/event-types.ts'
import { EVENT_TYPES } from '../../src/events/event-types.ts'
import { toBuildingJson } from '../../src/http/buildings/building-schemas.ts'
import { toChangeJson } from '../../src/http/dataset/change-schemas.ts'
import type { SignMedia } from '../../src/http/projects/catalog-schemas.ts'
import { toMediaJson, toPlanJson, toProjectJson, toUnitJson } from '../../src/http/projects/catalog-schemas.ts'
import { eventSchema, eventTypeCatalogue, WEBHOOK_TYPES, webhookSchema } from '../../src/http/webhooks/event-schemas.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { OLD_NAME, stage } from '../links/stage.ts'
import { forEachDatabase } from '../support/databases.ts'
import { mediaRow, planRow, projectRow } from '../support/rows.ts'

describe('the catalogue of event types', () => {
  const catalogue = eventTypeCatalogue()

  it('lists every type once, with a description', () => {
    expect(catalogue.map(({ type }) => type)).toEqual(WEBHOOK_TYPES)
    for (const { description } of catalogue) expect(description).toMatch(/\.$/)
  })

  it.each(catalogue)('$type: the example matches the schema and the JSON Schema, without extra fields', (entry) => {
    expect(webhookSchema(entry.type).parse(entry.example)).toEqual(entry.example)
    const published = z.fromJSONSchema(entry.schema as Parameters<typeof z.fromJSONSchema>[0])
    expect(published.safeParse(entry.example).error).toBeUndefined()
    expect(published.safeParse({ ...entry.example, type: 'project.exploded' }).success).toBe(false)
    expect(published.safeParse({ ...entry.example, data: {} }).success).toBe(false)
    expect(Buffer.byteLength(JSON.stringify(entry.example))).toBeLessThan(20_000)
  })

  it.each(catalogue)('$type: the JSON Schema allows additional fields', ({ schema, example }) => {
    const published = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    expect(published.safeParse({ ...example, added_later: 1 }).success).toBe(true)
  })

  it('numbers the examples consecutively', () => {
    const numbers = catalogue.flatMap(({ example }) => ('sequence' in example ? [example as Numbered] : []))
    for (const [i, { previous_sequence }] of numbers.entries())
      if (i > 0) expect(previous_sequence).toBe(numbers[i - 1]!.sequence)
  })
})

interface Numbered {
  readonly sequence: number
  readonly previous_sequence: number
}

/** A row with every kind of change a source can make. */
function changedRow(): ProjectRow {
  const row = projectRow('10', {
    name: 'House of Ten',
    sales_status: 'sold_out',
    price_from: 610_000,
    floor_plans: [
      planRow('a', { price: 610_000, availability: 'limited', exterior_sqft: 50 }),
      planRow('c', { bedrooms: 3, bedrooms_label: '3' }),
    ],
    media: [
      mediaRow('10-front', 'rendering_exterior', { is_cover: true, sha256: 'f'.repeat(64), origin: 'drawing:new' }),
      mediaRow('10-back', 'rendering_exterior'),
    ],
  })
  const [tower] = row.buildings
  const more = { line: '12 Bloor St W', kind: 'marketing', valid_from: null, valid_to: null } as const
  return {
    ...row,
    buildings: [{ ...tower!, addresses: [...tower!.addresses, more] }],
    units: row.units
      .filter((unit) => unit.floor_plan_key === 'a')
      .map((unit) => ({ ...unit, status: 'sold' as const })),
  }
}

const sign: SignMedia = (media) => ({ url: `https://here.tld/media/${media.id}`, variants: null, stored: true })

/** The JSON of the record an event is about. */
function objectOf({ resource_type, resource_id, body }: StoredEvent, snapshot: Snapshot): object | null {
  const id = Number(resource_id)
  const project = snapshot.projects.get(id)
  const plan = snapshot.floorPlans.all.get(id)
  const unit = snapshot.units.all.get(id)
  const media = snapshot.media.all.get(id)
  const row = snapshot.buildings.rowOf(id)
  if (resource_type === 'project')
    return project ? toProjectJson(viewProject(snapshot, project, { paidMedia: true }), sign) : null
  if (resource_type === 'floor_plan') return plan ? toPlanJson(plan) : null
  if (resource_type === 'unit') return unit ? toUnitJson(unit) : null
  if (resource_type === 'media') return media ? toMediaJson(media, sign) : null
  if (resource_type === 'building')
    return row ? toBuildingJson(viewBuilding(snapshot, row, { paidMedia: true, unitRows: true })) : null
  return { ...body.details }
}

forEachDatabase('events', (open) => {
  it('match the schema of their type, without extra fields', async () => {
    const { db, desk, object, publish, catalog } = await stage(await open())
    await publish([changedRow(), projectRow('20'), projectRow('40')])
    const { id, version } = await object(OLD_NAME)
    const verdict = { verdict: 'correct' as const, projectId: 1001, note: null }
    const { decision } = await desk.decide(id, version, 'ana', verdict)
    await desk.revoke(decision!.id, 'ana', 'wrong after all')
    const changes = await readChanges(db.query, { dataset: 'production', since: 0, limit: 1000 })
    if (changes.kind !== 'changes') throw new Error(changes.kind)
    const snapshot = catalog.snapshot('production')
    for (const event of changes.events) {
      const { id, type, occurred_at: timestamp, sequence, body } = event
      const { resource } = toChangeJson(event)
      const data = { resource, changes: body.changes, object: objectOf(event, snapshot) }
      const payload = JSON.parse(JSON.stringify({ id, type, timestamp, sequence, data }))
      expect(eventSchema(type).parse(payload)).toEqual(payload)
      expect(body.changes.map(({ field }) => field)).not.toContain('origin')
    }
    // Only listings, feeds, files, webhook delivery, limits and a database that went back in time create these.
    const others = [
      ...['listing.link_changed', 'listing.gone', 'home.relisted', 'home.status_changed'],
      ...['feed.failing', 'feed.recovered', 'feed.held', 'file.finished'],
      ...['dataset.rewound', 'webhook_endpoint.disabled', 'usage.warning', 'ping'],
    ]
    const sent = new Set<string>(changes.events.map(({ type }) => type))
    expect(EVENT_TYPES.filter((type) => !sent.has(type))).toEqual(others)
  })
})
