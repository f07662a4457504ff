// Real buildings from the first start: their history, changes and licences, and the invented projects beside them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_ADDRESS } from '../../src/catalog/query/sample-address.ts'
import { endAll, liveKey, newFolder, serve } from './first-start-server.ts'

const REAL = { DEMONSTRATION: 'real' }
type Server = Awaited<ReturnType<typeof serve>>

const isComplete = (server: Server) => server.until(({ state, total }) => state === 'ready' && total === undefined)

afterAll(endAll)

describe('a first start with the real buildings', () => {
  const started = Date.now()
  let server: Server
  let key: string
  const get = async (path: string) => (await server.get(`/api/v1/${path}`, key)).body
  const link = async (address: string) => (await get(`building-links?address=${encodeURIComponent(address)}`)).data[0]
  beforeAll(async () => {
    const dataDir = newFolder()
    server = await serve(dataDir, REAL)
    key = await liveKey(dataDir)
  })

  it('answers a real address with the building, its year and source', async () => {
    const found = await link('260 Sherbourne St, Toronto')
    expect(found).toMatchObject({ canonical_mls_address: '260 Sherbourne St, Toronto, ON', invented: false })
    expect(found.match_confidence).toBeGreaterThan(0.95)
    const { data } = await get(`projects/${found.project_id}?include=sources`)
    expect(data).toMatchObject({ year_built: 1809, storeys: 4, units_total: 10, tenure: 'rental', invented: false })
    expect(data.buildings).toMatchObject([{ year_built: 1809, invented: false }])
    expect(data.field_sources.fields.year_built).toMatchObject({ source: 'toronto' })
    expect(await get(`buildings/${found.building_id}`)).toMatchObject({ data: { year_built: 1809, invented: false } })
    const suggested = await get('suggest?q=260%20sherbourne')
    expect(suggested.data[0]).toMatchObject({ building_id: found.building_id, invented: false })
  })

  it('answers visitors with real buildings, and with nothing else of the full dataset', async () => {
    const asked = async (authorization: string, address: string) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const url = `${server.url}/api/v1/building-links`
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ address }) })).json()
    }
    const found = await asked('Visitor', '#4 - 260 sherbourne st, toronto')
    expect(found.data[0]).toMatchObject({
      project_address: '260 Sherbourne St, Toronto, ON',
      invented: false,
      unit: '4',
    })
    expect((await asked('Visitor', '#1203 -1480 howe')).data[0]).toMatchObject({ project_id: 1, invented: true })
    const { data } = await (
      await fetch(`${server.url}/api/v1/dataset`, { headers: { authorization: 'Visitor' } })
    ).json()
    expect(data.dataset).toBe('sandbox')
    expect((await asked('Visitor', data.visitor_sample_address)).data[0]).toMatchObject({ invented: false })
    const test = (await server.get(`/api/v1/building-links?address=${encodeURIComponent(SAMPLE_ADDRESS)}`)).body
    const everyone = [test, await asked('Visitor', SAMPLE_ADDRESS), await asked(`Bearer ${key}`, SAMPLE_ADDRESS)]
    for (const { data, meta } of everyone) {
      expect(data).toMatchObject([{ project_id: 1745, invented: false, unit: '1203' }])
      expect(meta.recommended_action).toBe('accept')
    }
    expect((await server.get('/api/v1/projects/1745?include=sources')).body.data).toMatchObject({
      invented: false,
      year_built: 1973,
      field_sources: { sources: [{ name: 'toronto', licence: 'Open Government Licence – Toronto' }] },
    })
    const project = `${server.url}/api/v1/projects/${found.data[0].project_id}`
    expect((await fetch(project, { headers: { authorization: 'Visitor' } })).status).toBe(404)
  })

  it('answers an address in Vancouver with name and point', async () => {
    const found = await link('1675 Cypress St, Vancouver')
    expect(found).toMatchObject({ project_name: 'Inti Co-op', latitude: 49.270945, invented: false })
    const { data } = await get(`projects/${found.project_id}`)
    expect(data).toMatchObject({ year_built: 1986, units_total: 20, tenure: 'unknown' })
  })

  it('shows a past day as the register of that day, with buildings that came and left since', async () => {
    const changed = (await link('262 Sherbourne St, Toronto')).project_id
    expect((await get(`projects/${changed}`)).data.units_total).toBe(12)
    expect((await get(`projects/${changed}?as_of=2023-01-06`)).data.units_total).toBe(10)
    const history = (await get(`projects/${changed}/history`)).data
    expect(history).toContainEqual(
      expect.objectContaining({ field: 'units_total', from: 10, to: 12, effective_at: '2024-01-24T00:00:00.000Z' }),
    )
    const added = (await link('380 Sherbourne St, Toronto')).project_id
    expect((await get(`projects/${added}?as_of=2023-01-06`)).detail).toContain('2024-01-24')
    const { data: events } = await get('changes?since=0&types=project.removed&limit=500')
    const left = events.map(({ resource }: { resource: { id: string } }) => resource.id)
    expect(left.length).toBeGreaterThan(30)
    const gone = await server.get(`/api/v1/projects/${left.at(-1)}`, key)
    expect([gone.status, gone.body.detail]).toEqual([410, expect.stringContaining('2026-06-06')])
    expect((await get(`projects/${left.at(-1)}?as_of=2023-01-06`)).data).toMatchObject({ invented: false })
  })

  it('counts its changes as published by this start, so that they stay in the change log', async () => {
    const { data } = await get('changes?since=0&types=project.*&limit=10')
    expect(data).toHaveLength(10)
    for (const { occurred_at } of data) expect(Date.parse(occurred_at)).toBeGreaterThanOrEqual(started - 1000)
  })

  it('says that nothing is invented, and names the registers and their licences in every export', async () => {
    const { data } = await get('dataset')
    expect(data).toMatchObject({ is_demonstration: false, counts: { invented_projects: 0 } })
    expect(data.counts.real_projects).toBeGreaterThan(4500)
    expect(data.about).toMatch(/^Real buildings/)
    const { text: licences } = await server.getText('/api/v1/exports/LICENSES.txt', key)
    expect(licences).toContain('Open Government Licence – Toronto')
    expect(licences).toContain('Open Government Licence – Vancouver')
    expect(licences).toContain('Non-market housing')
    for (const name of ['projects', 'buildings']) {
      const [head = '', ...rows] = (await server.getText(`/api/v1/exports/${name}.csv`, key)).text.trimEnd().split('\n')
      expect(head.split(',')).toContain('invented')
      expect(rows.length).toBeGreaterThan(4500)
      const [first = ''] = (await server.getText(`/api/v1/exports/${name}.ndjson`, key)).text.split('\n')
      expect(JSON.parse(first)).toMatchObject({ invented: false })
    }
  })

  it('lists the registers as sources of their own', async () => {
    const { data } = await get('dataset/attributions')
    expect(data.sources.map(({ name }: { name: string }) => name).sort()).toEqual([
      'toronto',
      'vancouver-non-market-housing',
      'vancouver-rental-standards',
    ])
  })
})

it('adds the invented projects to the real ones, also after it was killed meanwhile', async () => {
  const dataDir = newFolder()
  const settings = { DEMONSTRATION: 'all', DEMO_PROJECTS: '400' }
  const killed = await serve(dataDir, settings)
  expect((await killed.get('/readyz?dataset=production')).status).toBe(200)
  await killed.until(({ done = 0 }) => done > 100)
  killed.child.kill('SIGKILL')
  await killed.exited
  const key = await liveKey(dataDir)
  const server = await serve(dataDir, settings)
  await isComplete(server)
  const { counts, is_demonstration, about } = (await server.get('/api/v1/dataset', key)).body.data
  expect(is_demonstration).toBe(true)
  expect(about).toContain('invented')
  expect(counts.real_projects).toBeGreaterThan(4500)
  // Those at the address of a real building are left out.
  expect(counts.invented_projects).toBeGreaterThan(390)
  expect(counts.projects).toBe(counts.real_projects + counts.invented_projects)
  const { data } = (await server.get('/api/v1/projects?sort=-id&limit=1', key)).body
  expect(data).toMatchObject([{ invented: true, sources: [{ kind: 'demo' }] }])
})

it('starts without data with DEMONSTRATION=none', async () => {
  const dataDir = newFolder()
  const server = await serve(dataDir, { DEMONSTRATION: 'none' })
  const { data } = (await server.get('/api/v1/dataset', await liveKey(dataDir))).body
  expect(data).toMatchObject({ state: 'ready', progress: null, counts: { projects: 0, invented_projects: 0 } })
  const link = '/api/v1/building-links?address=%231203%20-1480%20howe'
  expect((await server.get(link)).body.data[0]).toMatchObject({ invented: true })
})
