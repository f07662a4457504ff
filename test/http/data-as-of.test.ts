// What an import did not change stays as it is: `data_as_of`, ETags, exports and the change feed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileOf, ndjsonFile } from '../support/import-files.ts'
import { jsonLines } from '../support/json-lines.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

type Json = Record<string, unknown>

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const importContent = async (content: string) => {
  const file = await fileOf('rows.ndjson', content)
  return server.app.services.dataOperations.importFile({ file, source: 'builder', actor: 'test', approve: true })
}

const exported = async (name: string) => {
  const { text } = await server.get(`/api/v1/exports/${name}.ndjson`, server.keys.elite)
  return new Map((jsonLines(text) as Json[]).map((record) => [record.id, JSON.stringify(record)]))
}

it('moves nothing of the records that an import reports again without a change', async () => {
  const { elite } = server.keys
  await importContent(ndjsonFile(20))
  const before = { projects: await exported('projects'), buildings: await exported('buildings') }
  const [first, second] = [...before.projects.keys()].sort((a, b) => Number(a) - Number(b))
  const path = (id: unknown) => `/api/v1/projects/${id}`
  const etags = new Map<unknown, string>()
  for (const id of [first, second]) etags.set(id, (await server.get(path(id), elite)).headers.get('etag')!)
  const changes = await server.get('/api/v1/changes?since=0&limit=1000', elite)
  const since = changes.body.meta.next_since
  const formerly = JSON.parse(before.projects.get(first)!).data_as_of

  const run = await importContent(ndjsonFile(20, (n) => (n === 1 ? { storeys: 31 } : {})))
  expect(run).toMatchObject({ outcome: 'published', counts: { unchanged: 19 } })
  for (const name of ['projects', 'buildings'] as const) {
    const after = await exported(name)
    const moved = [...after].filter(([id, line]) => line !== before[name].get(id))
    expect([name, moved.length]).toEqual([name, 1])
  }
  const changed = (await server.get(path(first), elite)).body
  expect(changed.data.data_as_of).toBe(changed.data.updated_at)
  expect(changed.data.data_as_of > formerly).toBe(true)
  const notModified = await server.get(path(second), elite, { 'if-none-match': etags.get(second)! })
  expect(notModified.status).toBe(304)
  expect((await server.get(path(first), elite, { 'if-none-match': etags.get(first)! })).status).toBe(200)
  const feed = await server.get(`/api/v1/changes?since=${since}`, elite)
  const ids = new Set((feed.body.data as Json[]).map(({ project_id }) => project_id))
  expect([...ids].filter((id) => id !== null)).toEqual([first])
  const updated = await server.get(`/api/v1/projects?updated_since=${changed.data.updated_at}`, elite)
  expect((updated.body.data as Json[]).map(({ id }) => id)).toEqual([first])
})
