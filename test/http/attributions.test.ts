// Licences travel with the data: attributions, exports, field sources and the operator's commands.
import { createClient } from '@plinth/client'
import { parquetMetadata } from 'hyparquet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { importCommand } from '../../src/cli/operate/import-command.ts'
import { allowSourceCommand, listSourcesCommand, setSourceCommand } from '../../src/cli/operate/sources-command.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { fromCases } from '../support/cases.ts'
import { peopleOf } from '../support/credentials.ts'
import { runCleanups } from '../support/databases.ts'
import { fileOf, torontoFile } from '../support/import-files.ts'
import { operatorKeyOf } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
let printed: string[] = []
const log = console.log
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1' })
  console.log = (line: string) => printed.push(line)
})
afterAll(async () => {
  console.log = log
  await server.stop()
})
afterEach(runCleanups)

const config = () => readConfig({ DATA_DIR: server.dataDir, DEMONSTRATION: 'invented', DEMO_PROJECTS: '30' })
const operator = () => operatorKeyOf(server)
const output = async (command: Promise<number>) => {
  printed = []
  const code = await command
  return { code, text: printed.join('\n') }
}
const attributions = async (key = server.keys.starter) => server.get('/api/v1/dataset/attributions', key)
const patch = (name: string, body: object) => server.send('PATCH', `/api/v1/operator/sources/${name}`, body, operator())

const OSM = JSON.stringify(fromCases<object>('http/attributions', 'OpenStreetMap'))
const TORONTO = 'Contains information licensed under the Open Government Licence – Toronto.'

it('a visitor sees the sources of the sandbox, and others those of the demonstration', async () => {
  const visitor = await server.get('/api/v1/dataset/attributions', undefined, { authorization: 'Visitor' })
  expect(visitor.body.data).toMatchObject({
    dataset: 'sandbox',
    sources: [
      { name: 'sandbox', projects: 13 },
      { name: 'toronto', projects: 2, licence: 'Open Government Licence – Toronto' },
    ],
  })
  const { body } = await attributions()
  expect(body.data).toMatchObject({ dataset: 'production', share_alike: false, sources: [{ name: 'demo' }] })
  expect(body.data.sources[0]).toMatchObject({ title: 'Demonstration data', licence: null, attribution: null })
})

it('imports carry their licences, and share-alike data is allowed by name', async () => {
  const city = await fileOf('registration.csv', torontoFile(20))
  expect((await output(importCommand(config(), [city], { source: 'city' }))).code).toBe(0)
  const first = await attributions()
  expect(first.body.data.sources).toEqual([
    {
      name: 'city',
      title: 'Apartment building registration',
      publisher: 'City of Toronto',
      licence: 'Open Government Licence – Toronto',
      licence_url: 'https://open.toronto.ca/open-data-licence/',
      attribution: TORONTO,
      share_alike: false,
      projects: 20,
    },
  ])
  const etag = first.headers.get('etag')!
  const again = { 'if-none-match': etag }
  expect((await server.get('/api/v1/dataset/attributions', server.keys.starter, again)).status).toBe(304)

  const map = await fileOf('extract.json', OSM)
  const refused = await output(importCommand(config(), [map], { source: 'osm' }))
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('plinth sources allow osm --share-alike')])
  expect(refused.text).not.toContain('--approve')
  expect((await output(allowSourceCommand(config(), 'osm', { shareAlike: true }))).code).toBe(0)
  expect((await output(importCommand(config(), [map], { source: 'osm' }))).text).toContain('published as')
  const both = await attributions()
  expect(both.body.data).toMatchObject({ share_alike: true, sources: [{ name: 'city' }, { name: 'osm' }] })
  expect(both.headers.get('etag')).not.toBe(etag)
  const audit = await server.get('/api/v1/operator/audit-log?action=data.share_alike_allowed', operator())
  expect(audit.body.data).toMatchObject([{ target: 'osm', details: { share_alike_allowed: true } }])
})

it('exports come with LICENSES.txt, by link and inside Parquet, and follow a changed licence', async () => {
  const { starter } = server.keys
  const list = (await server.get('/api/v1/exports', starter)).body.data
  expect(list.map(({ name, format }: { name: string; format: string }) => `${name}.${format}`)).toContain(
    'LICENSES.txt',
  )
  const text = await server.get('/api/v1/exports/LICENSES.txt', starter)
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  for (const part of [TORONTO, '© OpenStreetMap contributors', 'SHARE-ALIKE: OpenStreetMap', 'opendatacommons.org'])
    expect(text.text).toContain(part)
  const url = `<${server.url}/api/v1/exports/LICENSES.txt>; rel="license"`
  for (const format of ['ndjson', 'csv', 'parquet'])
    expect((await server.get(`/api/v1/exports/projects.${format}`, starter)).headers.get('link')).toBe(url)
  const licences = async () => {
    const response = await fetch(`${server.url}/api/v1/exports/projects.parquet`, {
      headers: { authorization: `Bearer ${starter}` },
    })
    return parquetMetadata(await response.arrayBuffer()).key_value_metadata!.find(({ key }) => key === 'licences')!
      .value
  }
  expect(await licences()).toBe(text.text)

  const changed = await patch('city', { attribution: 'City of Toronto, RentSafeTO' })
  expect(changed.body.data).toMatchObject({ name: 'city', attribution: 'City of Toronto, RentSafeTO' })
  expect((await attributions()).body.data.sources[0].attribution).toBe('City of Toronto, RentSafeTO')
  expect(await licences()).toContain('City of Toronto, RentSafeTO')
})

it('a project says where each field came from, and only operators see row keys', async () => {
  const [{ id }] = (await server.get('/api/v1/projects?limit=1&sort=name', server.keys.pro)).body.data
  const path = `/api/v1/projects/${id}?include=sources`
  const { data } = (await server.get(path, server.keys.pro)).body
  expect(data.field_sources.fields.storeys).toEqual({ source: 'city', observed_at: expect.any(String) })
  expect(data.field_sources.fields).not.toHaveProperty('slug')
  expect(data.field_sources.fields).not.toHaveProperty('price_from')
  expect(data.field_sources.buildings[0]).toMatchObject({
    id: data.buildings[0].id,
    fields: { addresses: { source: 'city' } },
  })
  expect(data.field_sources.sources).toMatchObject([{ name: 'city', publisher: 'City of Toronto' }])
  expect(data.field_sources.sources[0]).not.toHaveProperty('projects')
  expect((await server.get(`/api/v1/projects/${id}`, server.keys.pro)).body.data).not.toHaveProperty('field_sources')
  const [person] = (await peopleOf(server, 'elite', 'operator')).filter(({ forged, refused }) => !forged && !refused)
  const own = (await server.get(path, undefined, person!.headers)).body.data
  expect(own.field_sources.fields.storeys.key).toMatch(/^7000\d\d$/)
  const past = await server.get(`${path}&as_of=2026-11-14`, server.keys.elite)
  expect([past.status, past.body.code]).toEqual([400, 'invalid_parameter'])
})

it('an operator lists and changes sources by command and over HTTP', async () => {
  const { text } = await output(listSourcesCommand(config(), {}))
  expect(text).toMatch(/^city +trust 300 +20 rows {2}updated .* UTC +Open Government Licence – Toronto$/m)
  expect(text).toMatch(/^osm +trust 700 .*\(share-alike, allowed 2\d{3}-\d\d-\d\d\)$/m)
  expect(text).toContain('  attribution: City of Toronto, RentSafeTO')
  await output(setSourceCommand(config(), 'city', { trust: 200, licenceUrl: 'https://example.com/licence' }))
  const [city] = (await server.get('/api/v1/operator/sources', operator())).body.data
  expect(city).toMatchObject({ name: 'city', trust: 200, licence_url: 'https://example.com/licence', projects: 20 })
  await expect(output(setSourceCommand(config(), 'city', {}))).rejects.toThrow('nothing to change')
  for (const body of [{}, { trust: 0 }, { licence_url: 'javascript:alert(1)' }, { attribution: 'a\nb' }, { colour: 1 }])
    expect([body, (await patch('city', body)).status]).toEqual([body, 400])
})

it('another trust changes which source wins, as a new version', async () => {
  const row = { key: 'x', address: '3 Brindle Ave E', city: 'Toronto', province: 'ON', storeys: 30 }
  const file = await fileOf('mine.ndjson', `${JSON.stringify(row)}\n`)
  expect((await output(importCommand(config(), [file], { source: 'mine' }))).text).toContain('published as')
  const storeys = async () => {
    const [{ id }] = (await server.get('/api/v1/projects?q=3+Brindle+Ave+E', server.keys.pro)).body.data
    const { data } = (await server.get(`/api/v1/projects/${id}?include=sources`, server.keys.pro)).body
    return [data.storeys, data.field_sources.fields.storeys.source, data.field_sources.sources.length]
  }
  expect(await storeys()).toEqual([30, 'mine', 2])
  const { version } = (await server.get('/api/v1/dataset', server.keys.pro)).body.data
  await output(setSourceCommand(config(), 'mine', { trust: 400 }))
  expect(await storeys()).toEqual([4, 'city', 2])
  expect((await server.get('/api/v1/dataset', server.keys.pro)).body.data.version).not.toBe(version)
  await output(setSourceCommand(config(), 'mine', { trust: 100 }))
  expect(await storeys()).toEqual([30, 'mine', 2])
})

it('the client returns attributions and the licence file', async () => {
  const client = createClient({ baseUrl: server.url, apiKey: server.keys.pro })
  expect((await client.attributions()).sources.map(({ name }) => name)).toEqual(['mine', 'city', 'osm'])
  const { body } = await client.exports.download('LICENSES.txt')
  expect(await new Response(body).text()).toContain('OpenStreetMap')
})
