// The catalogue over HTTP: lists, filters, plans, exports and changes.
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publishEvents } from '../../src/events/outbox.ts'
import {
  FloorPlanSchema,
  MapLabelsSchema,
  MediaSchema,
  ProjectSchema,
  UnitSchema,
} from '../../src/http/projects/catalog-schemas.ts'
import { ListMeta } from '../../src/http/rest/envelope.ts'
import { fromCases } from '../support/cases.ts'
import { jsonLines } from '../support/json-lines.ts'
import { startServer } from '../support/server.ts'
import { draft } from '../webhooks/drafts.ts'

interface Label {
  readonly properties: { readonly kind: string; readonly name: string; readonly city_name: string }
}

const server = await startServer()
afterAll(() => server.stop())
/** The demonstration dataset grows every day, so the snapshot gives the expected count. */
const total = server.app.services.catalog.snapshot('production').projects.size

const api = (path: string, key = server.keys.elite) => server.get(`/api/v1${path}`, key)
let sandboxKey = ''
let sandboxCalls = 0
/** Sandbox keys have 60 requests a minute, so a new key is made every 50 calls. */
const sandbox = async (path: string) => {
  if (sandboxCalls++ % 50 === 0) sandboxKey = await server.newKey('sandbox')
  return api(path, sandboxKey)
}
const codeOf = async (path: string, key?: string) => {
  const { status, body } = await api(path, key)
  return [status, body.code, body.errors?.[0]?.parameter]
}

describe('the list of projects', () => {
  it('has data and meta.total, and every record matches its schema exactly', async () => {
    const { status, body } = await api('/projects?limit=200')
    expect(status).toBe(200)
    const strict = z.strictObject(ProjectSchema.shape)
    for (const project of body.data) strict.parse(project)
    expect(total).toBeGreaterThanOrEqual(60)
    expect(ListMeta.parse(body.meta).total).toBe(total)
    expect(body.data).toHaveLength(total)
  })

  it('rejects a cursor from another query or account', async () => {
    const { body } = await api('/projects?limit=5&sort=name')
    const cursor = encodeURIComponent(body.meta.next_cursor)
    expect(await codeOf(`/projects?limit=5&sort=id&cursor=${cursor}`)).toEqual([400, 'invalid_cursor', 'cursor'])
    expect(await codeOf(`/projects?limit=5&sort=name&cursor=${cursor}`, server.keys.pro)).toEqual([
      400,
      'invalid_cursor',
      'cursor',
    ])
    expect(await codeOf('/projects?cursor=e30.forged')).toEqual([400, 'invalid_cursor', 'cursor'])
  })

  it.each(fromCases<[string, string][]>('http/catalogue', 'refused parameters'))(
    '%s returns 400 with the parameter %s',
    async (query, parameter) => {
      expect(await codeOf(`/projects?${query}`)).toEqual([400, 'invalid_parameter', parameter])
    },
  )

  it('returns the allowed values and a suggestion for an unknown enum value', async () => {
    const { body } = await api('/projects?status=sellin')
    expect(body.errors[0].allowed).toContain('selling')
    expect(body.errors[0].did_you_mean).toBe('selling')
  })

  it('returns an empty page with a warning and a suggestion for an unknown city', async () => {
    const { status, body } = await sandbox('/projects?city=Vancuover')
    expect([status, body.data, body.meta.total]).toEqual([200, [], 0])
    expect(body.meta.warnings[0]).toMatchObject({ parameter: 'city', did_you_mean: ['Vancouver'] })
  })

  it('combines filters: values of one parameter with OR, parameters with AND', async () => {
    const all = (await api('/projects?limit=200')).body.data
    const wanted = all.filter(
      (p: { province: string; building_type: string }) =>
        ['ON', 'BC'].includes(p.province) && p.building_type === 'condo_apartment',
    )
    const commas = await api('/projects?province=ON,BC&building_type=condo_apartment&limit=200')
    const repeated = await api('/projects?province=ON&province=BC&building_type=condo_apartment&limit=200')
    expect(commas.body.data).toEqual(wanted)
    expect(repeated.body.data).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  })

  it('filters by tenure and counts it as a facet, also for values that no project has', async () => {
    const { body } = await api('/projects/facets')
    const counts: readonly { value: string; count: number }[] = body.data.values.tenure
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(body.data.total)
    for (const { value, count } of counts)
      expect((await api(`/projects?tenure=${value}`)).body.meta.total, value).toBe(count)
    expect((await api('/projects?tenure=unknown&building_type=unknown,multi_unit')).body.data).toEqual([])
  })

  it('accepts price_min and price_max as aliases of min_price and max_price', async () => {
    const a = await api('/projects?min_price=500000&max_price=900000')
    const b = await api('/projects?price_min=500000&price_max=900000')
    expect(a.body.meta.total).toBe(b.body.meta.total)
    expect(a.body.meta.total).toBeGreaterThan(0)
  })

  it('returns only the fields in `fields`, and embeds those in `include`', async () => {
    const { body } = await sandbox('/projects?fields=name,city_name&include=buildings,floor_plans,media&limit=3')
    for (const project of body.data)
      expect(Object.keys(project).sort()).toEqual(['buildings', 'city_name', 'floor_plans', 'id', 'media', 'name'])
  })

  it('has a stable ETag, which differs between plans that see different data', async () => {
    const pro = await api('/projects', server.keys.pro)
    const again = await api('/projects', server.keys.pro)
    expect(again.headers.get('etag')).toBe(pro.headers.get('etag'))
    const starter = await api('/projects', server.keys.starter)
    expect(starter.headers.get('etag')).not.toBe(pro.headers.get('etag'))
  })
})

describe('one project', () => {
  it('of another dataset returns 404 like any missing project', async () => {
    const production = (await api('/projects?limit=1')).body.data[0].id
    expect(production).toBeGreaterThan(15)
    expect((await sandbox(`/projects/${production}`)).body.code).toBe('project_not_found')
    expect(await codeOf('/projects/1')).toEqual([404, 'project_not_found', undefined])
    expect(await codeOf('/projects/no-such-slug')).toEqual([404, 'project_not_found', undefined])
    expect(await codeOf("/projects/'; DROP TABLE projects")).toEqual([404, 'project_not_found', undefined])
  })

  it('with `as_of` has the values of that day, and returns 400 before the first data', async () => {
    const { body } = await sandbox('/projects?limit=15')
    let compared = 0
    for (const { id } of body.data) {
      const history = (await sandbox(`/projects/${id}/history?field=sales_status&limit=200`)).body.data
      const newest = history[0]
      if (!newest) continue
      const day = newest.effective_at.slice(0, 10)
      const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
      expect((await sandbox(`/projects/${id}?as_of=${day}`)).body.data.sales_status).toBe(newest.to)
      const then = await sandbox(`/projects/${id}?as_of=${before}`)
      if (then.status === 200) expect(then.body.data.sales_status).toBe(newest.from)
      compared += 1
    }
    expect(compared).toBeGreaterThan(5)
    const early = await sandbox('/projects/1?as_of=1900-01-01')
    expect([early.status, early.body.errors[0].parameter]).toEqual([400, 'as_of'])
    const today = new Date().toISOString().slice(0, 10)
    const current = await sandbox(`/projects/1?as_of=${today}`)
    expect([current.status, current.body.meta]).toEqual([200, { as_of: today }])
    const openApi = (await server.get('/openapi.json')).body
    const described = openApi.paths['/api/v1/projects/{id}'].get.responses[200].content['application/json'].schema
    expect(described.properties.meta.properties).toHaveProperty('as_of')
    for (const path of ['/projects/1', '/projects/1/floor-plans']) {
      const late = await sandbox(`${path}?as_of=2999-01-01`)
      expect([late.status, late.body.errors[0].parameter]).toEqual([400, 'as_of'])
      expect(late.body.detail).toContain(today)
    }
  })

  it('has floor plans that are filtered and sorted with `as_of` as without', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const queries = [
      'min_beds=2',
      'max_beds=1',
      'max_price=900000',
      'min_psf=1000',
      'max_sqft=700',
      'is_penthouse=false',
    ]
    queries.push('availability=available', 'building_id=1', 'updated_since=2999-01-01', 'sort=-price', 'sort=bedrooms')
    const { body } = await sandbox('/projects?limit=15')
    const changed = new Set<string>()
    for (const { id } of body.data) {
      const idsOf = async (query: string): Promise<number[]> =>
        (await sandbox(`/projects/${id}/floor-plans?limit=200&${query}`)).body.data.map(
          (plan: { id: number }) => plan.id,
        )
      const all = await idsOf('')
      for (const query of queries) {
        const expected = await idsOf(query)
        expect(await idsOf(`${query}&as_of=${today}`), `${id} ${query}`).toEqual(expected)
        if (String(all) !== String(expected)) changed.add(query)
      }
    }
    expect([...changed].sort()).toEqual(queries.sort())
  })
})

describe('a field has the same type and value', () => {
  it('in list, detail and export', async () => {
    const list = (await api('/projects?limit=200&include=buildings')).body.data
    const detail = (await api(`/projects/${list[3].id}`)).body.data
    expect(detail).toEqual(list[3])
    const lines = jsonLines((await api('/exports/projects.ndjson')).text)
    expect(lines).toEqual(list)
    for (const [name, schema] of [
      ['floor-plans', FloorPlanSchema],
      ['units', UnitSchema],
      ['media', MediaSchema],
    ] as const) {
      const rows = jsonLines((await api(`/exports/${name}.ndjson`)).text)
      const listed = (await api(`/${name}?limit=200`)).body.data
      expect(rows.slice(0, listed.length)).toEqual(listed)
      for (const row of listed) z.strictObject(schema.shape).parse(row)
    }
  })
})

describe('plan limits', () => {
  it.each(fromCases<[string, string][]>('http/catalogue', 'plan limits'))(
    'return 403 to starter for %s (%s)',
    async (path, feature) => {
      const id = (await api('/projects?limit=1')).body.data[0].id
      const { status, body } = await api(path.replace('{id}', id), server.keys.starter)
      expect([status, body.code, body.feature]).toEqual([403, 'plan_required', feature])
    },
  )

  it('hide paid media from starter in lists, counts, single records and exports', async () => {
    const paid = new Set(['floor_plan', 'key_plate', 'price_list'])
    const seen = await api('/media?limit=200', server.keys.starter)
    expect(seen.body.data.some((item: { kind: string }) => paid.has(item.kind))).toBe(false)
    const all = await api('/media?limit=200', server.keys.pro)
    expect(all.body.meta.total).toBeGreaterThan(seen.body.meta.total)
    const hidden = all.body.data.find((item: { kind: string }) => paid.has(item.kind))
    expect((await api(`/media/${hidden.id}`, server.keys.starter)).body.code).toBe('media_not_found')
    const projects = (await api('/projects?limit=200', server.keys.starter)).body.data
    const total = projects.reduce((sum: number, project: { media_count: number }) => sum + project.media_count, 0)
    expect(total).toBe(seen.body.meta.total)
    const exported = (await api('/exports/projects.ndjson', server.keys.starter)).text.trim().split('\n')
    expect(exported.map((line) => JSON.parse(line).media_count)).toEqual(
      projects.map((p: { media_count: number }) => p.media_count),
    )
  })
})

describe('floor plans, units and media', () => {
  it('have the same totals per project and across projects', async () => {
    const { body } = await sandbox('/projects?limit=15')
    const plans = (await sandbox('/floor-plans?limit=200')).body
    const units = (await sandbox('/units?limit=200')).body
    const media = (await sandbox('/media?limit=200')).body
    let [planCount, unitCount, mediaCount] = [0, 0, 0]
    for (const project of body.data) {
      const own = (await sandbox(`/projects/${project.id}/floor-plans?limit=200`)).body
      expect(own.meta.total).toBe(project.floor_plans_count)
      planCount += own.meta.total
      unitCount += (await sandbox(`/projects/${project.id}/units`)).body.meta.total
      const ownMedia = (await sandbox(`/projects/${project.id}/media`)).body
      expect(ownMedia.meta.total).toBe(project.media_count)
      mediaCount += ownMedia.meta.total
    }
    expect([planCount, unitCount, mediaCount]).toEqual([plans.meta.total, units.meta.total, media.meta.total])
  })

  it('return 404 with a specific code when not found', async () => {
    expect(await codeOf('/floor-plans/999999999')).toEqual([404, 'floor_plan_not_found', undefined])
    expect(await codeOf('/media/999999999')).toEqual([404, 'media_not_found', undefined])
    expect(await codeOf('/floor-plans/abc')).toEqual([400, 'invalid_parameter', 'id'])
  })
})

describe('facets, map, reference lists and dataset', () => {
  it('the map returns the projects in the bounding box as GeoJSON', async () => {
    const { body, headers } = await api('/projects/map?bbox=-142,41,-52,84')
    expect(headers.get('content-type')).toContain('application/geo+json')
    expect(body.type).toBe('FeatureCollection')
    expect(body.features).toHaveLength(total)
    expect(headers.get('content-encoding')).toBe('gzip')
  })

  it('map labels come only from the buildings that the caller can see', async () => {
    const CANADA = 'bbox=-142,41,-52,84&limit=500'
    const everywhere = await api(`/map/labels?${CANADA}`)
    expect(everywhere.headers.get('content-type')).toContain('application/geo+json')
    MapLabelsSchema.parse(everywhere.body)
    const labels = (body: typeof everywhere.body): string[] =>
      body.features.map(({ properties: { kind, name, city_name } }: Label) => `${kind} ${name}, ${city_name}`)
    expect(labels(everywhere.body).length).toBeGreaterThan(60)
    const { data } = (await sandbox('/projects?include=buildings')).body
    const cities = new Set(data.map(({ city_name }: { city_name: string }) => city_name))
    const own = (await sandbox(`/map/labels?${CANADA}`)).body
    const streets = own.features.filter(({ properties }: Label) => properties.kind === 'street')
    expect(streets.length).toBeGreaterThan(5)
    for (const { properties } of own.features) expect(cities).toContain(properties.city_name)
    for (const { properties } of streets) {
      const lines = data.flatMap(({ buildings }: { buildings: { addresses: { line: string }[] }[] }) =>
        buildings.flatMap(({ addresses }) => addresses.map(({ line }) => line)),
      )
      expect(lines.some((line: string) => line.endsWith(properties.name))).toBe(true)
    }
    expect((await api('/map/labels?bbox=-79.5,43.6,-79.2,43.8&limit=3')).body.features).toHaveLength(3)
    expect(await codeOf('/map/labels')).toEqual([400, 'missing_parameter', 'bbox'])
    expect(await codeOf(`/map/labels?${CANADA.replace('500', '501')}`)).toEqual([400, 'invalid_parameter', 'limit'])
  })

  it('the dataset is marked as a demonstration', async () => {
    expect((await api('/dataset')).body.data).toMatchObject({ is_demonstration: true, counts: { projects: total } })
    expect((await sandbox('/dataset')).body.data).toMatchObject({ is_demonstration: true, counts: { projects: 15 } })
  })

  it('names a sample address that the same key finds', async () => {
    for (const get of [api, sandbox]) {
      const address: string = (await get('/dataset')).body.data.sample_address
      const { data, meta } = (await get(`/building-links?address=${encodeURIComponent(address)}`)).body
      expect([address, meta.recommended_action, data[0]?.project_name]).toEqual([address, 'accept', expect.any(String)])
    }
    expect((await sandbox('/dataset')).body.data.sample_address).toBe('#1203 -77 huntley')
  })
})

describe('matcher calibration', () => {
  it('is available on every plan and names its measurement data', async () => {
    const { body } = await api('/building-links/calibration', server.keys.starter)
    expect(body.data.model_version).toMatch(/^m\d+$/)
    expect(body.data.reliability.length).toBeGreaterThan(3)
    for (const bin of body.data.reliability) expect(bin.measured_on).not.toBe('')
    expect(body.data.figures.some((figure: { held_out: boolean }) => figure.held_out)).toBe(true)
  })
})

describe('a local copy', () => {
  it('starts from exports with a SHA-256 and row count, then follows the change feed', async () => {
    const { body } = await api('/exports')
    expect(body.data).toHaveLength(16)
    for (const { name, format, sha256, rows, bytes } of body.data) {
      const file = await api(`/exports/${name}.${format}`)
      expect(file.headers.get('x-file-sha256')).toBe(sha256)
      if (format !== 'parquet') {
        expect(createHash('sha256').update(file.text).digest('hex')).toBe(sha256)
        expect(Buffer.byteLength(file.text)).toBe(bytes)
      }
      expect(file.headers.get('x-row-count')).toBe(String(rows))
      if (format === 'ndjson') expect(file.text.split('\n').length - 1).toBe(rows)
    }
    const { sequence } = body.data[0]
    const changes = await api(`/changes?since=${sequence}`)
    expect(changes.body).toMatchObject({ data: [], meta: { has_more: false } })
    // Both datasets share one sequence, so the next position may be past the last change of this one.
    expect(changes.body.meta.next_since).toBeGreaterThanOrEqual(sequence)
    const first = await api('/changes?since=0')
    expect(first.body.data).toContainEqual(expect.objectContaining({ type: 'dataset.published', is_summary: true }))
  })

  it('on starter has only the project exports', async () => {
    const { body } = await api('/exports', server.keys.starter)
    expect(body.data.map((file: { name: string }) => file.name)).toEqual([
      'projects',
      'projects',
      'projects',
      'LICENSES',
    ])
  })

  it('takes patterns of event types as webhooks do, within the plan', async () => {
    const types = async (query: string, key = server.keys.elite) => {
      const { body } = await api(`/changes?since=0&limit=1000&types=${query}`, key)
      return [...new Set(body.data.map((change: { type: string }) => change.type))]
    }
    await server.app.foundation.db.tx((tx) =>
      publishEvents(
        tx,
        'production',
        [draft('project.updated', 1), draft('floor_plan.updated', 2), draft('project.price_changed', 3)],
        new Date(),
      ),
    )
    expect(await types('project.*')).toEqual(['project.updated', 'project.price_changed'])
    expect(await types('floor_plan.*,project.updated')).toEqual(['project.updated', 'floor_plan.updated'])
    expect(await types('*', server.keys.starter)).not.toContain('floor_plan.updated')
    const refused = await api('/changes?since=0&types=floor_plan.*', server.keys.starter)
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_required'])
    const wrong = await api('/changes?since=0&types=projects.*')
    expect(wrong.body.errors[0]).toMatchObject({ parameter: 'types', did_you_mean: 'project.*' })
  })

  it('gets 410 with the exports URL when its position is after the last change', async () => {
    const head = (await api('/changes?since=0&limit=1000')).body.meta.next_since
    expect((await api(`/changes?since=${head}`)).status).toBe(200)
    const { status, body } = await api(`/changes?since=${head + 1}`)
    expect([status, body.code, body.last_sequence]).toEqual([410, 'sync_token_expired', head])
    expect(body.exports_url).toContain('/api/v1/exports')
    expect(body.detail).toContain(String(head))
  })

  it('gets 410 with the exports URL when its position is older than the plan’s retention', async () => {
    const { db } = server.app.foundation
    await db.query.updateTable('events').set({ occurred_at: '2020-01-01T00:00:00Z' }).execute()
    const { status, body } = await api('/changes?since=0')
    expect([status, body.code]).toEqual([410, 'sync_token_expired'])
    expect(body.exports_url).toContain('/api/v1/exports')
  })
})
