// A join by an import and its undoing, as callers see them: ids, links, stored listings and webhooks.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { AutomaticJoinsSchema, JoinResultSchema } from '../../src/http/desk/join-schemas.ts'
import { peopleOf } from '../support/credentials.ts'
import { startServer } from '../support/server.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const server = await startServer({ ALLOW_PRIVATE_WEBHOOKS: '1' })
const receiver = await startReceiver()
const key = await server.newKey('pro')
const curator = (await peopleOf(server, 'sandbox', 'curator')).at(-1)!.headers
afterAll(async () => {
  await receiver.stop()
  await server.stop()
})

const place = { city: 'Toronto', province: 'ON', latitude: 43.65, longitude: -79.38 }
const ADDRESS = '9 Osprey Cres, Toronto, ON'

async function importRow(source: string, row: object): Promise<void> {
  const file = join(server.dataDir, `${source}.ndjson`)
  writeFileSync(file, `${JSON.stringify({ ...place, ...row })}\n`)
  const run = await server.app.services.dataOperations.importFile({ file, source, approve: true, actor: 'test' })
  expect(run.outcome).toBe('published')
}

const get = (path: string) => server.get(`/api/v1/${path}`, key)
const automatic = async (query = '') => {
  const { body } = await server.get(`/api/v1/desk/automatic-joins${query}`, undefined, curator)
  return AutomaticJoinsSchema.parse(body)
}
const linkOf = async () => (await get(`building-links?address=${encodeURIComponent(ADDRESS)}`)).body.data[0].project_id
const listed = async () => (await get('listings/corner')).body.data.link.match?.project_id
const announced = (type: string, id: number) =>
  receiver.got.filter(({ type: one, body }) => one === type && body.data.resource.id === id).length

it('a joined project leads on to the survivor, and gets its id, links and listings back when it is taken apart', async () => {
  await importRow('city', { key: 'c', address: '1 Marlow St', condo_corp: 'TSCC 2041' })
  await importRow('register', { key: 'r', address: '9 Osprey Cres' })
  const [city, register] = [
    (await get(`building-links?address=${encodeURIComponent('1 Marlow St, Toronto, ON')}`)).body.data[0].project_id,
    await linkOf(),
  ]
  expect(city).not.toBe(register)
  expect((await server.send('PUT', '/api/v1/listings/corner', { address: ADDRESS }, key)).status).toBe(200)
  expect(await listed()).toBe(register)
  const endpoint = { url: receiver.url, event_types: ['project.created', 'project.removed', 'listing.link_changed'] }
  expect((await server.send('POST', '/api/v1/webhooks/endpoints', endpoint, key)).status).toBe(201)

  await importRow('register', { key: 'r', address: '9 Osprey Cres', condo_corp: 'TSCC 2041' })
  const old = await get(`projects/${register}`)
  expect([old.status, old.body.merged_into]).toEqual([410, city])
  expect(await linkOf()).toBe(city)
  await expect.poll(listed).toBe(city)
  await receiver.gets(({ type, body }) => type === 'project.removed' && body.data.resource.id === register)
  await receiver.getsMany(1, ({ type }) => type === 'listing.link_changed')

  const { data, meta } = await automatic(`?rule=corporation&project_id=${city}&per_page=1`)
  expect(meta).toEqual({ total: 1, count: 1, has_more: false, by_source: { register: 1 } })
  expect(data).toMatchObject([
    {
      project_id: city,
      rule: 'corporation',
      value: 'TSCC 2041',
      distance_m: 0,
      row: { key: 'r' },
      anchor: { key: 'c' },
    },
  ])
  expect((await automatic('?rule=address&project_id=1')).data).toEqual([])
  const pair = { row: { source: 'register', key: 'r' }, other: { source: 'city', key: 'c' } }
  const body = { ...pair, decision: 'apart', reason: 'two towers' }
  const done = await server.send('POST', '/api/v1/desk/joins', body, undefined, curator)
  const { case: decided, dataset_version } = JoinResultSchema.parse(done.body.data)
  expect([decided.state, dataset_version]).not.toContain(null)
  expect((await server.send('POST', '/api/v1/desk/joins', body, undefined, curator)).status).toBe(409)
  expect((await get(`projects/${register}`)).status).toBe(200)
  expect(await linkOf()).toBe(register)
  await expect.poll(listed).toBe(register)
  await receiver.gets(({ type, body }) => type === 'project.created' && body.data.resource.id === register)
  await receiver.getsMany(2, ({ type }) => type === 'listing.link_changed')
  expect((await automatic(`?project_id=${city}`)).data).toEqual([])

  const undone = await server.send('POST', `/api/v1/desk/joins/${decided.id}/undo`, {}, undefined, curator)
  expect(undone.body.data.case.state).toBe('closed')
  expect((await get(`projects/${register}`)).body.merged_into).toBe(city)
  await receiver.getsMany(2, ({ type, body }) => type === 'project.removed' && body.data.resource.id === register)
  expect([announced('project.created', register), announced('project.removed', register)]).toEqual([1, 2])
})
