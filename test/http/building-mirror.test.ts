// Buildings in exports, as of a day and in webhooks, over HTTP.

import { createClient } from '@plinth/client'
import { afterAll, expect, it } from 'vitest'
import { createPayloads } from '../../src/app/webhook-payloads.ts'
import type { StoredEvent } from '../../src/events/event-types.ts'
import type { ExportedBuilding } from '../../src/http/api-types.ts'
import { eventSchema } from '../../src/http/webhooks/event-schemas.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const get = (path: string, key = server.keys.elite) => server.get(`/api/v1${path}`, key)

async function exported(): Promise<ExportedBuilding[]> {
  const client = createClient({ baseUrl: server.url, apiKey: server.keys.elite })
  const rows: ExportedBuilding[] = []
  for await (const row of client.exports.records('buildings')) rows.push(row)
  return rows
}

it('the export has every building as the API returns it, without the links', async () => {
  const rows = await exported()
  expect(rows).toHaveLength(server.app.services.catalog.snapshot('production').buildings.size)
  const towers = rows.filter(({ site_buildings }) => site_buildings.length > 0)
  expect(towers.length).toBeGreaterThan(0)
  for (const row of [...rows.slice(0, 5), ...towers.slice(0, 5)]) {
    const { links: _, ...building } = (await get(`/buildings/${row.id}`)).body.data
    expect(row).toEqual(building)
  }
})

it('returns a building as of a day, within the plan, and refuses days without data', async () => {
  const [row] = await exported()
  const path = `/buildings/${row!.id}`
  const today = new Date().toISOString().slice(0, 10)
  const now = await get(`${path}?as_of=${today}`)
  const { units_count: _, ...known } = (await get(path)).body.data
  expect(now.body).toMatchObject({ meta: { as_of: today }, data: { id: known.id, addresses: known.addresses } })
  expect(now.body.data.units_count).toBeNull()
  for (const [day, word] of [
    ['2999-01-01', today],
    ['1900-01-01', 'starts on'],
  ] as const) {
    const { status, body } = await get(`${path}?as_of=${day}`)
    expect([status, body.errors?.[0].parameter]).toEqual([400, 'as_of'])
    expect(body.detail).toContain(word)
  }
  expect((await get(`/buildings/999999999?as_of=${today}`)).body.code).toBe('building_not_found')
  expect((await get(`${path}?as_of=${today}`, server.keys.pro)).body.code).toBe('plan_required')
})

it('an event has the building as the plan of its receiver may see it', async () => {
  const [first, tower] = [(await exported())[0]!, (await exported()).find((row) => row.site_buildings.length > 0)!]
  const payloads = createPayloads(() => ({ url: '', variants: null, stored: true }))
  for (const { id, project_id } of [first, tower])
    for (const plan of ['pro', 'elite'] as const) {
      const event: StoredEvent = {
        ...{ sequence: 7, id: 'evt_7', dataset: 'production', type: 'building.created', resource_type: 'building' },
        ...{ resource_id: String(id), project_id, changed_fields: [], body: { changes: [] }, account_id: null },
        occurred_at: '2026-11-14T06:00:00.000Z',
      }
      const [text] = await server.app.foundation.db.tx((tx) => payloads.write(tx, [{ event, plan }]))
      const payload = JSON.parse(text!)
      expect(eventSchema('building.created').parse(payload)).toEqual(payload)
      expect(payload.data.object).toEqual((await get(`/buildings/${id}`, server.keys[plan])).body.data)
    }
})
