// Imports over real HTTP: upload, dry run, approval, versions and rollback.
import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { FreshnessSchema } from '../../src/http/operator/freshness-schemas.ts'
import {
  ChangesPage,
  ImportRunSchema,
  RejectedPage,
  RunsPage,
  VersionsPage,
} from '../../src/http/operator/import-schemas.ts'
import { MAX_UPLOAD_BYTES } from '../../src/ingest/import/uploads.ts'
import { peopleOf } from '../support/credentials.ts'
import { ndjsonFile } from '../support/import-files.ts'
import { operatorKeyOf } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const operator = operatorKeyOf(server)
afterAll(() => server.stop())

const OPERATOR = '/api/v1/operator'
const get = async (path: string) => server.get(`${OPERATOR}${path}`, operator)
/** The last line of a progress stream. */
async function runToEnd(path: string, body: object) {
  const response = await server.send('POST', `${OPERATOR}${path}`, body, operator)
  if (response.status !== 200) return response.body
  return JSON.parse(response.text.trim().split('\n').at(-1)!)
}

async function upload(content: string, name = 'projects.ndjson') {
  const response = await fetch(`${server.url}${OPERATOR}/uploads?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: content,
    headers: { authorization: `Bearer ${operator}`, 'content-type': 'application/octet-stream' },
  })
  return { status: response.status, body: (await response.json()) as { data: { upload_id: string; bytes: number } } }
}

async function runImport(content: string, options: object = {}) {
  const { body } = await upload(content)
  return (await runToEnd('/imports', { upload: body.data.upload_id, source: 'builder', ...options })).data
}

describe('an operator in a browser', () => {
  it('uploads a file, previews its changes and publishes it', async () => {
    const { status, body } = await upload(ndjsonFile(40), '../../my "file".ndjson')
    expect([status, body.data.bytes]).toEqual([201, Buffer.byteLength(ndjsonFile(40))])
    const folder = join(server.dataDir, 'uploads')
    expect(readdirSync(folder).sort()).toEqual([body.data.upload_id, `${body.data.upload_id}.json`])
    expect(statSync(join(folder, body.data.upload_id)).mode & 0o777).toBe(0o600)
    const input = { upload: body.data.upload_id, source: 'builder' }
    const dry = (await runToEnd('/imports', { ...input, dry_run: true })).data
    expect(dry).toMatchObject({ outcome: 'dry_run', file_name: '../../my "file".ndjson', changes: { created: 40 } })
    const created = ChangesPage.parse((await get(`/imports/${dry.id}/changes?kind=created&limit=3`)).body)
    expect(created).toMatchObject({ meta: { has_more: true, counts: dry.changes, version: dry.version } })
    const next = await get(`/imports/${dry.id}/changes?kind=created&limit=3&cursor=${created.meta.next_cursor}`)
    expect(next.body.data[0].name).toBe('8 Marlow St')
    expect((await runToEnd('/imports', input)).data).toMatchObject({ outcome: 'published', approves: null })
    expect((await runToEnd('/imports', { ...input, file: '/x.csv' })).code).toBe('invalid_parameter')
    expect((await runToEnd('/imports', { source: 'builder' })).code).toBe('invalid_parameter')
    expect((await runToEnd('/imports', { upload: 'upl_none', source: 'builder' })).detail).toContain(
      'Upload the file again',
    )
  })

  it('sees why an import was stopped and approves it with a reason, which adds its changes to the feed', async () => {
    const run = await runImport(ndjsonFile(30, (n) => (n === 1 ? { storeys: 12 } : {})))
    const stopped = ImportRunSchema.parse((await get(`/imports/${run.id}`)).body.data)
    expect(stopped).toMatchObject({ outcome: 'refused', gates: [expect.stringContaining('10 of 40 projects')] })
    const gone = (await get(`/imports/${run.id}/changes?kind=gone&q=62 marlow`)).body
    expect(gone.data).toMatchObject([{ name: '62 Marlow St', change: 'gone', project_id: expect.any(Number) }])
    const changed = (await get(`/imports/${run.id}/changes?kind=changed`)).body.data
    expect(changed).toMatchObject([{ fields: [{ field: 'storeys', from: null, to: 12 }] }])
    expect((await runToEnd(`/imports/${run.id}/approve`, {})).code).toBe('missing_parameter')
    const since = (await server.get('/api/v1/changes?since=0&limit=1000', server.keys.pro)).body.meta.next_since
    const approved = (await runToEnd(`/imports/${run.id}/approve`, { reason: 'They were torn down.' })).data
    expect(approved).toMatchObject({ outcome: 'published', approves: run.id, gates: run.gates })
    const changes = (await server.get(`/api/v1/changes?since=${since}&limit=100`, server.keys.pro)).body.data
    expect(changes.filter(({ type }: { type: string }) => type === 'project.removed')).toHaveLength(10)
    const audit = (await get('/audit-log?action=data.import_approved')).body.data
    expect(audit).toMatchObject([
      { target: approved.id, actor: 'operator', details: { reason: 'They were torn down.', approves: run.id } },
    ])
    const runs = RunsPage.parse((await get('/imports?source=builder&outcome=refused')).body)
    expect(runs.data).toMatchObject([{ id: run.id, approved_by: approved.id }])
    const again = await server.send('POST', `${OPERATOR}/imports/${run.id}/approve`, { reason: 'once more' }, operator)
    expect([again.status, again.body.code]).toEqual([409, 'state_conflict'])
  })

  it('reads rejected rows by page, by column and as CSV without formula cells', async () => {
    const run = await runImport(
      ndjsonFile(30, (n) => (n > 20 ? { key: `=k${n}`, storeys: 5000 } : {})),
      { dry_run: true },
    )
    const page = RejectedPage.parse((await get(`/imports/${run.id}/rejected?limit=4&column=storeys`)).body)
    expect(page.data[0]).toMatchObject({ line: 21, column: 'storeys', key: '=k21' })
    const rest = await get(`/imports/${run.id}/rejected?limit=7&column=storeys`)
    expect([page.meta.has_more, page.meta.rejected, rest.body.data.length]).toEqual([true, 10, 7])
    expect((await get(`/imports/${run.id}/rejected?q=k29`)).body.data).toHaveLength(1)
    expect((await get(`/imports/${run.id}/rejected?column=city`)).body.data).toEqual([])
    const file = await get(`/imports/${run.id}/rejected.csv`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.text.split('\r\n').slice(0, 2)).toEqual([
      'line,column,key,reason',
      expect.stringMatching(/^21,storeys,'=k21,/),
    ])
  })

  it('rolls back with a preview and a reason, and sees versions and freshness', async () => {
    const { data } = VersionsPage.parse((await get('/versions?limit=2')).body)
    expect(data.map((version) => version.is_current)).toEqual([true, false])
    const before = data[1]!.version
    const preview = (await get(`/versions/${before}/preview`)).body.data
    expect(preview).toEqual({
      version: before,
      current: data[0]!.version,
      projects: { created: 10, changed: 1, gone: 0 },
    })
    const report = (await runToEnd('/rollback', { version: before, reason: 'They are still standing.' })).data
    expect(report.records.project).toEqual({ created: 10, changed: 1, removed: 0 })
    const now = (await get('/versions?limit=1')).body.data[0]
    expect(now).toMatchObject({ version: report.version, kind: 'rollback', actor: 'operator', is_current: true })
    expect(now.note).toBe(`rollback to ${before}: They are still standing.`)
    const audit = (await get('/audit-log?action=data.rolled_back')).body.data
    expect(audit[0]).toMatchObject({ target: before, details: { reason: 'They are still standing.' } })
    const fresh = FreshnessSchema.parse((await get('/freshness')).body)
    expect(fresh.data.find(({ source }) => source === 'builder')).toMatchObject({ projects: 40, refreshed: 'no' })
    expect(fresh.meta.refresh_at).toBe('04:30')
  })
})

describe('an upload', () => {
  /** Declares `length` bytes and sends `bytes`. */
  const send = (length: number | undefined, bytes: number) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${operator}`, 'content-type': 'application/octet-stream' }
      const lengthHeader = length === undefined ? {} : { 'content-length': length }
      const call = request(`${server.url}${OPERATOR}/uploads?name=x`, {
        method: 'POST',
        headers: { ...headers, ...lengthHeader },
      })
      call.on('response', (response) => {
        response.resume()
        resolve(response.statusCode!)
        call.destroy()
      })
      call.on('error', reject)
      const chunk = Buffer.alloc(1024 * 1024, `${'x'.repeat(1023)}\n`)
      const writeChunks = (left: number): void => {
        if (left <= 0) return void (length === undefined && call.end())
        if (call.write(left < chunk.length ? chunk.subarray(0, left) : chunk))
          setImmediate(writeChunks, left - chunk.length)
        else call.once('drain', () => writeChunks(left - chunk.length))
      }
      writeChunks(bytes)
    })

  it('over the size limit is rejected at once if it declares its length, otherwise while streaming', async () => {
    expect(await send(MAX_UPLOAD_BYTES + 1, 1)).toBe(413)
    const files = readdirSync(join(server.dataDir, 'uploads'))
    const memoryBefore = process.memoryUsage().arrayBuffers
    expect(await send(undefined, MAX_UPLOAD_BYTES + 1)).toBe(413)
    // Part of it is not collected yet, but the body as a whole was never in memory.
    expect(process.memoryUsage().arrayBuffers - memoryBefore).toBeLessThan(MAX_UPLOAD_BYTES / 2)
    expect(readdirSync(join(server.dataDir, 'uploads'))).toEqual(files)
  })

  it('must be binary, and no other operation accepts a binary body', async () => {
    const json = await server.send('POST', `${OPERATOR}/uploads?name=x`, {}, operator)
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type'])
    const types = { 'content-type': 'application/octet-stream' }
    expect((await server.send('POST', `${OPERATOR}/rollback`, {}, operator, types)).status).toBe(415)
  })
})

it('a person with the operator role can import uploads but not server files', async () => {
  const [person] = (await peopleOf(server, 'elite', 'operator')).filter(({ forged, refused }) => !forged && !refused)
  const post = (path: string, body: object) =>
    server.send('POST', `${OPERATOR}${path}`, body, undefined, person!.headers)
  const file = join(server.dataDir, 'operator-key')
  for (const [path, body] of [
    ['/imports', { file, source: 'mine', dry_run: true }],
    ['/sources', { name: 'mine', location: file }],
    ['/backup', { file: join(server.dataDir, 'all.backup') }],
  ] as const) {
    const response = await post(path, body)
    expect([path, response.status, response.body?.code]).toEqual([path, 403, 'insufficient_scope'])
  }
  const { body } = await upload(ndjsonFile(3))
  const dry = await post('/imports', { upload: body.data.upload_id, source: 'mine', dry_run: true })
  expect(dry.text).toContain('"outcome":"dry_run"')
})
