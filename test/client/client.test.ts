// The client against a running server: operations, lists, streams and errors.
import { createHash } from 'node:crypto'
import { createClient, PlinthError } from '@plinth/client'
import { afterAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/http/routes.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const client = createClient({ baseUrl: server.url, apiKey: server.keys.elite })
afterAll(() => server.stop())

async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const record of records) found.push(record)
  return found
}

/** The reference shows no call for the upload of a file. */
const UPLOADS: Readonly<Record<string, string>> = { uploadFeedFile: 'feeds.upload', createFile: 'files.create' }

it('has a method for every public operation, with the path of the route table', async () => {
  const publicRows = routes.filter(
    ({ path, operation }) =>
      (operation.policy.who === 'credential' && !operation.hidden) || path === '/api/v1/accounts',
  )
  const requests: string[] = []
  const recording = createClient({
    baseUrl: 'http://plinth.invalid',
    fetch: async (url, init) => {
      requests.push(`${init?.method} ${new URL(String(url)).pathname}`)
      return Response.json({ data: {}, meta: {} })
    },
  })
  for (const { method, path, operation } of publicRows) {
    const { example } = operation
    const call = example?.call ?? UPLOADS[operation.id]
    expect(call, `${operation.id} has an example with a call`).toBeDefined()
    // biome-ignore lint/suspicious/noExplicitAny: methods of every shape, by their names
    const found = call!.split('.').reduce((at: any, name) => at?.[name], recording)
    expect(found, call).toBeTypeOf('function')
    const filled = path.replace(/\{(\w+)\}/, (_, param) => String(example!.params?.[param]))
    const result = await found(...Object.values(example!.params ?? {}), example!.body ?? example!.query)
    // A stream sends its request when it is read.
    if (result?.[Symbol.asyncIterator]) await result[Symbol.asyncIterator]().next()
    expect(requests.at(-1)).toBe(`${method} ${filled}`)
  }
})

describe('building links', () => {
  it('returns the same result by GET and by POST', async () => {
    const sandbox = createClient({ baseUrl: server.url, apiKey: server.keys.sandbox })
    const answer = await sandbox.buildingLinks.resolve('#1203 -1480 howe')
    expect(answer.data[0]).toMatchObject({ project_name: 'The Howe Residences', unit: '1203', match_method: 'auto' })
    expect(answer.meta.recommended_action).toBe('accept')
    expect(await sandbox.buildingLinks.ask({ address: '#1203 -1480 howe' })).toEqual(answer)
    const detailed = await sandbox.buildingLinks.ask({ address: '1480 Howe St', include: ['evidence', 'parsed'] })
    expect(detailed.data[0]!.evidence!.length).toBeGreaterThan(0)
    expect(detailed.meta.parsed).toMatchObject({ civic_number: '1480' })
  })

  it('returns no match as a result, not an error', async () => {
    const { data, meta } = await client.buildingLinks.resolve({ address: '1 Nowhere Cres', city: 'Toronto' })
    expect([data, meta.outcome]).toEqual([[], 'no_match'])
    expect(meta.reason_detail).toBeTruthy()
  })

  it.each(['lines', 'batches'] as const)(
    'streams %s and returns every result in order, including errors',
    async (upload) => {
      const projects = (await client.projects.list({ limit: 20 })).data
      async function* queries() {
        for (let i = 0; i < 1100; i++)
          yield { query_id: `q${i}`, address: i === 7 ? '' : projects[i % projects.length]!.address }
      }
      const answers = await all(client.buildingLinks.stream(queries(), { upload }))
      expect(answers.map(({ query_id }) => query_id)).toEqual(Array.from({ length: 1100 }, (_, i) => `q${i}`))
      expect(answers[7]).toMatchObject({ error: { code: 'invalid_parameter' } })
      expect(answers[1099]!.data![0]!.project_id).toBe(projects[1099 % projects.length]!.id)
    },
  )

  it('streams long texts in batches that the server accepts', async () => {
    const queries = Array.from({ length: 600 }, (_, i) => ({ query_id: i, address: '='.repeat(8000) }))
    const answers = await all(client.buildingLinks.stream(queries, { upload: 'batches' }))
    expect(answers.map(({ query_id }) => query_id)).toEqual(queries.map(({ query_id }) => query_id))
    expect(answers.every(({ meta }) => meta?.outcome === 'no_match')).toBe(true)
  })
})

describe('lists', () => {
  it('are iterated to the end, each record once, with filters and order', async () => {
    const { meta } = await client.projects.list({ limit: 1 })
    const records = await all(client.projects.iterate({ limit: 7, sort: '-name', fields: ['id', 'name'] }))
    expect(new Set(records.map(({ id }) => id)).size).toBe(meta.total)
    const { name: city } = (await client.cities.list()).data[0]!
    const inCity = await all(client.projects.iterate({ city, limit: 3 }))
    expect(inCity.length).toBeGreaterThan(0)
    expect(inCity.every(({ city_name }) => city_name === city)).toBe(true)
  })

  it('are empty, with a warning, if a filter value is unknown', async () => {
    const { data, meta } = await client.projects.list({ city: 'Torronto' })
    expect(data).toEqual([])
    expect(meta.warnings[0]).toMatchObject({ parameter: 'city' })
  })
})

describe('a mirror', () => {
  it('starts with complete exports and continues with changes', async () => {
    const { data: files } = await client.exports.list()
    const listed = files.find(({ name, format }) => name === 'projects' && format === 'ndjson')!
    const { rows, sha256, sequence, body } = await client.exports.download('projects.ndjson')
    const bytes = Buffer.from(await new Response(body).arrayBuffer())
    expect({ rows, sha256, sequence }).toEqual({ rows: listed.rows, sha256: listed.sha256, sequence: listed.sequence })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(await all(client.exports.records('projects'))).toHaveLength(rows)
    expect(await all(client.changes.iterate({ since: sequence }))).toEqual([])
  })
})

it('reports the wrong parameter with a suggestion', async () => {
  const error = await client
    .request<PlinthError>('GET', '/api/v1/projects', { query: { citty: 'Toronto' } })
    .catch((reason) => reason as PlinthError)
  expect(error).toMatchObject({ status: 400, code: 'unknown_parameter' })
  expect(error.errors[0]).toMatchObject({ parameter: 'citty', did_you_mean: 'city' })
  const starter = createClient({ baseUrl: server.url, apiKey: server.keys.starter })
  const refused = await starter.buildingLinks.resolve('1480 Howe St').catch((reason: PlinthError) => reason)
  expect((refused as PlinthError).problem.required_plans).toEqual(['pro', 'elite'])
})

it('asks for errors in the language of its options', async () => {
  const french = createClient({ baseUrl: server.url, apiKey: server.keys.elite, language: 'fr' })
  const error = await french.projects.get('nowhere').catch((reason: PlinthError) => reason)
  expect(error).toMatchObject({ code: 'project_not_found', detail: 'Le projet «\u00a0nowhere\u00a0» n’existe pas.' })
})

it.each(['..', '.', '%2e%2E'])('rejects the id %j, which would change the path, before sending', async (id) => {
  const sent: unknown[] = []
  const watched = createClient({
    baseUrl: server.url,
    fetch: async (input) => {
      sent.push(input)
      return new Response('{}')
    },
  })
  await expect(watched.request('GET', `/api/v1/projects/${id}`)).rejects.toMatchObject({ code: 'invalid_parameter' })
  await expect(watched.request('GET', `/api/v1/projects/${id}/media`)).rejects.toBeInstanceOf(PlinthError)
  expect(sent).toEqual([])
})
