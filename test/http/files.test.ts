// Files of addresses over HTTP: the whole journey with the client, repeated uploads, limits, languages, and the event.
import { createClient } from '@plinth/client'
import { afterAll, expect, it } from 'vitest'
import { startServer } from '../support/server.ts'
import { workbookOf } from '../support/workbook.ts'

const server = await startServer()
afterAll(() => server.stop())

const clientOf = (apiKey: string) => createClient({ baseUrl: server.url, apiKey })
const textOf = async (body: ReadableStream<Uint8Array>) => new Response(body).text()

async function send(key: string, path: string, body: string, headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream', ...headers }
  const response = await fetch(`${server.url}/api/v1/files${path}`, { method: 'POST', headers: all, body })
  // biome-ignore lint/suspicious/noExplicitAny: responses have no static type in tests
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

it('matches a file with one call, with the columns of the caller, and announces it', async () => {
  const key = await server.newKey('sandbox')
  const client = clientOf(key)
  const text = 'key;Address\r\n 7 ;"#1203 -1480 howe"\r\n8;\r\n'
  const seen: string[] = []
  const onProgress = ({ state }: { state: string }) => seen.push(state)
  const result = await textOf(await client.files.match(new Blob([text]), { name: 'été.csv', onProgress }))
  const [head, first, second, end] = result.split('\r\n')
  expect(head).toMatch(/^key;Address;plinth_outcome;plinth_recommended_action;.*;plinth_error$/)
  expect(first).toMatch(/^ 7 ;"#1203 -1480 howe";matched;accept;0\.\d+;1;.*;The Howe Residences;.*;1203;/)
  expect(second).toMatch(/^8;;error;;+The row has no address\.$/)
  expect([end, seen.at(-1)]).toEqual(['', 'finished'])
  const { data } = await client.files.list()
  expect(data).toMatchObject([{ name: 'été.csv', rows: 2, counts: { matched: 1, error: 1, lookups: 1 } }])
  const { data: changes } = await client.changes.list({ since: 0, types: ['file.finished'] })
  expect(changes).toMatchObject([{ resource: { type: 'file', id: data[0]!.id } }])
  await server.app.services.access.usage.flush()
  const usage = await client.usage()
  expect(usage.used.lookups).toBe(1)
})

it('takes a file under the content type of its format, and says how to send one', async () => {
  const key = await server.newKey('sandbox')
  const upload = (type: string) =>
    send(key, '?name=x.csv&hold=true', 'Address\n1480 Howe St\n', { 'content-type': type })
  expect((await upload('text/csv; charset=utf-8')).body.data).toMatchObject({ format: 'csv', state: 'waiting' })
  const refused = await upload('text/html')
  expect([refused.status, refused.body.detail]).toEqual([415, 'Send the body as application/octet-stream.'])
})

it('asks for the columns, and takes those that the caller names', async () => {
  const client = clientOf(await server.newKey('sandbox'))
  const rows = new Blob(['id,where,what\n1,1480 Howe St,Vancouver\n'])
  const failed = await client.files.match(rows).catch((error) => error)
  expect(failed).toMatchObject({
    status: 409,
    code: 'state_conflict',
    detail: expect.stringContaining('id, where, what'),
  })
  const result = await client.files.match(rows, { mapping: { address: ['where', 'what'] }, format: 'ndjson' })
  expect(JSON.parse(await textOf(result))).toMatchObject({ id: '1', where: '1480 Howe St', plinth_outcome: 'matched' })
})

it('reads a workbook in a thread of the built server', async () => {
  const client = clientOf(await server.newKey('sandbox'))
  const workbook = workbookOf([
    ['key', 'Address'],
    [7, '1480 Howe St'],
  ])
  const result = await textOf(await client.files.match(new Blob([new Uint8Array(workbook)])))
  expect(result).toMatch(/^\ufeff?key,Address,plinth_outcome.*\n7,1480 Howe St,matched,/)
})

it('stores a file once per Idempotency-Key, and refuses another file with the same key', async () => {
  const key = await server.newKey('sandbox')
  const headers = { 'idempotency-key': 'once' }
  const first = await send(key, '?hold=true', 'address\n1480 Howe St\n', headers)
  const again = await send(key, '?hold=true', 'address\n1480 Howe St\n', headers)
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
  expect(again.body).toEqual(first.body)
  expect((await send(key, '?hold=true', 'address\n77 Huntley St\n', headers)).body.code).toBe('idempotency_key_reused')
  expect((await clientOf(key).files.list()).data).toHaveLength(1)
})

it('keeps to the limits of the plan, and says what is wrong in the language of the caller', async () => {
  const key = await server.newKey('sandbox')
  const large = await send(key, '', `address\n${'x'.repeat(11 * 1024 * 1024)}`)
  expect([large.status, large.body.code]).toEqual([403, 'plan_limit'])
  const html = await send(key, '', '<html>', { 'accept-language': 'fr-CA' })
  expect([html.status, html.body.detail]).toEqual([
    400,
    'Le fichier est du HTML ou du XML. Exportez le tableau en CSV et utilisez ce fichier.',
  ])
  const { body } = await send(key, '', `address\n${'1480 Howe St\n'.repeat(1001)}`)
  const path = `/api/v1/files/${body.data.id}`
  const { worker } = server.app.services.files
  await worker.tick()
  await worker.settle()
  const file = (await server.get(path, key, { 'accept-language': 'fr' })).body.data
  expect(file).toMatchObject({
    state: 'failed',
    problem: { code: 'plan_limit', detail: 'Le fichier a plus de 1000 lignes. Divisez-le, ou changez de forfait.' },
  })
  expect((await server.get(`${path}/result`, key)).body.code).toBe('state_conflict')
  expect((await server.get(path, await server.newKey('sandbox'))).body.code).toBe('file_not_found')
  const visitor = await send('', '', 'address\nx\n', { authorization: 'Visitor' })
  expect([visitor.status, visitor.body.code]).toEqual([403, 'insufficient_scope'])
})
