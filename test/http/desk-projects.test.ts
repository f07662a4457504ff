// The project editor over HTTP: access, versions, corrections and merges.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { DeskProjectSchema, DeskProjectsSchema, MergePreviewSchema } from '../../src/http/desk/override-schemas.ts'
import { SuggestResponseSchema } from '../../src/http/suggest/suggest-schemas.ts'
import { fromCases } from '../support/cases.ts'
import { operatorKeyOf } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { startReceiver } from '../webhooks/receiver.ts'

let server: TestServer
let operator: string
beforeAll(async () => {
  server = await startServer({ ALLOW_PRIVATE_WEBHOOKS: '1' })
  operator = operatorKeyOf(server)
  await importRows(BUILDINGS)
})
afterAll(() => server.stop())

interface Row {
  readonly key: string
  readonly name: string
  readonly address: string
  readonly sales_status?: string
  readonly construction_status?: string
  readonly storeys?: number
}

const BUILDINGS: readonly Row[] = fromCases('http/desk-projects', 'rows')

async function importRows(buildings: readonly Row[]) {
  const file = join(server.dataDir, 'buildings.ndjson')
  const rows = buildings.map((row) => JSON.stringify({ ...row, city: 'Toronto', province: 'ON' }))
  writeFileSync(file, `${rows.join('\n')}\n`)
  return server.app.services.dataOperations.importFile({ file, source: 'houses', approve: true, actor: 'test' })
}

const getDesk = (path: string, key = operator) => server.get(`/api/v1/desk/${path}`, key)
const postDesk = (path: string, body: object, headers = {}, key = operator) =>
  server.send('POST', `/api/v1/desk/${path}`, body, key, headers)

async function idOf(q: string): Promise<number> {
  const { body } = await getDesk(`projects?q=${encodeURIComponent(q)}&city=Toronto`)
  return DeskProjectsSchema.parse(body).data[0]!.id
}

async function read(id: number): Promise<{ etag: string; project: z.output<typeof DeskProjectSchema> }> {
  const response = await getDesk(`projects/${id}`)
  return { etag: response.headers.get('etag')!, project: DeskProjectSchema.parse(response.body.data) }
}

const correct = async (id: number, body: object) =>
  postDesk(`projects/${id}/corrections`, body, { 'if-match': (await read(id)).etag })

describe('projects at the desk', () => {
  it('are found by name, address and id, with their status transitions', async () => {
    const id = await idOf('marlow house')
    expect(await idOf('12 marlow')).toBe(id)
    expect(await idOf(String(id))).toBe(id)
    const { project } = await read(id)
    expect(project).toMatchObject({ name: 'Marlow House', corrections: [], merges: [] })
    expect(project.moves.sales_status.ordinary).toContain('sold_out')
    expect(project.moves.sales_status.corrections).toContain('planning')
  })

  it('are suggested while a curator types, with a typo and by address, and loaded by id', async () => {
    const id = await idOf('marlow house')
    for (const q of ['marlow ho', 'mralow hou', 'marlwo house', '12 marl']) {
      const { body } = await getDesk(`suggest?kinds=address,building,project&q=${encodeURIComponent(q)}`)
      const { data } = SuggestResponseSchema.parse(body)
      expect(
        data.map(({ project_id }) => project_id),
        q,
      ).toContain(id)
    }
    const { body } = await getDesk(`projects?ids=${id}`)
    expect(DeskProjectsSchema.parse(body).data.map((project) => project.id)).toEqual([id])
  })

  it('accept a correction only with the current version', async () => {
    const id = await idOf('tallow court')
    const { etag } = await read(id)
    const path = `projects/${id}/corrections`
    expect((await postDesk(path, { name: 'Tallow Place' })).body.code).toBe('missing_parameter')
    expect((await postDesk(path, { name: 'Tallow Place' }, { 'if-match': '"x"' })).status).toBe(412)
    const [first, second] = [
      await postDesk(path, { name: 'Tallow Place' }, { 'if-match': etag }),
      await postDesk(path, { name: 'Tallow Yard' }, { 'if-match': etag }),
    ]
    expect([first.status, second.status, second.body.code]).toEqual([200, 412, 'precondition_failed'])
    const now = await read(id)
    expect([now.project.name, now.etag]).toEqual(['Tallow Place', first.headers.get('etag')])
    expect(now.project.corrections).toMatchObject([
      { field: 'name', value: 'Tallow Place', source_value: 'Tallow Court' },
    ])
    const published = await server.get(`/api/v1/projects/${id}`, server.keys.elite)
    expect(published.body.data.name).toBe('Tallow Place')
  })

  it('reject a correction that lists the same tower more than once', async () => {
    const id = await idOf('the marlow')
    const tower = (await read(id)).project.buildings[0]!.id
    const withAddress = (line: string) => ({ id: tower, addresses: [{ line, kind: 'municipal' }] })
    const response = await correct(id, {
      buildings: [withAddress('14 Marlow St'), withAddress('16 Marlow St'), withAddress('18 Marlow St')],
    })
    expect([response.status, response.body.errors?.[0]?.pointer]).toEqual([400, '/buildings/1/id'])
  })

  it.each(fromCases<[object, number, string][]>('http/desk-projects', 'refused corrections'))(
    'reject the correction %j with %i %s',
    async (body, status, code) => {
      const response = await correct(await idOf('marlow house'), body)
      expect([response.status, response.body.code]).toEqual([status, code])
    },
  )

  it('merge: the old address links to the survivor, the old id returns 410, and imports keep the merge', async () => {
    const [from, into] = [await idOf('the marlow'), await idOf('marlow house')]
    const since = (await server.get('/api/v1/changes?since=0&limit=1', server.keys.elite)).body.meta
    const previewed = await getDesk(`projects/${from}/merge-preview?into=${into}`)
    const preview = MergePreviewSchema.parse(previewed.body.data)
    expect(preview).toMatchObject({
      aliases_added: ['The Marlow'],
      towers: [{ fate: 'coincides' }],
      decisions: { verified: 0, proposed: 0 },
    })
    const input = { into, reason: 'same building', preview_token: preview.preview_token }
    const stale = await postDesk(`projects/${from}/merge`, { ...input, preview_token: 'x' })
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed'])
    const receiver = await startReceiver()
    const endpoint = { url: receiver.url, event_types: ['project.removed'] }
    expect((await server.send('POST', '/api/v1/webhooks/endpoints', endpoint, server.keys.pro)).status).toBe(201)
    const done = await postDesk(`projects/${from}/merge`, input)
    expect(done.status).toBe(200)
    const delivery = await receiver.gets(({ type }) => type === 'project.removed')
    expect(delivery.body.data).toMatchObject({
      resource: { type: 'project', id: from },
      changes: [{ field: 'merged_into', from: null, to: into }],
    })
    await receiver.stop()

    const old = await server.get(`/api/v1/projects/${from}`, server.keys.elite)
    expect([old.status, old.body.code, old.body.merged_into]).toEqual([410, 'project_removed', into])
    const link = await server.send(
      'POST',
      '/api/v1/building-links',
      { address: '14 Marlow St, Toronto, ON' },
      server.keys.elite,
    )
    expect(link.body.data[0]).toMatchObject({ project_id: into })
    const changes = await server.get(`/api/v1/changes?since=${since.next_since}&limit=1000`, server.keys.elite)
    const removal = changes.body.data.find((change: { type: string }) => change.type === 'project.removed')
    expect(removal).toMatchObject({ project_id: from, changed_fields: ['merged_into'] })
    await importRows(BUILDINGS)
    expect((await server.get(`/api/v1/projects/${from}`, server.keys.elite)).status).toBe(410)

    const { project } = await read(into)
    expect(project.merges).toMatchObject([{ id: done.body.data.id, from_id: from, state: 'in_force' }])
    const undone = await postDesk(`merges/${done.body.data.id}/undo`, { reason: 'they are two buildings' })
    expect(undone.status).toBe(200)
    expect((await server.get(`/api/v1/projects/${from}`, server.keys.elite)).status).toBe(200)
  })

  it('record every change in the audit log', async () => {
    const { body } = await server.get('/api/v1/operator/audit-log?limit=50', operator)
    const actions = new Set(body.data.map(({ action }: { action: string }) => action))
    for (const action of ['desk.project_corrected', 'desk.project_merged', 'desk.merge_undone'])
      expect(actions).toContain(action)
  })
})
