// The client in a real browser, on a page of another origin.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as client from '@plinth/client'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal } from '../support/portal.ts'

const PAGE = `<!doctype html><title>A listing site</title>
<script type="module">import * as plinth from '/client.js'; globalThis.plinth = plinth</script>`

const { server, browser } = await startPortal()
let script = ''
let origin = ''
const site = createServer((request, response) => {
  const isScript = request.url === '/client.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? script : PAGE)
})

beforeAll(async () => {
  const bundle = await rolldown({ input: 'packages/client/src/client.ts', platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm' })
  script = output[0].code
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => {
  site.close()
})

it('bundles to a small file without imports', () => {
  expect(script).not.toMatch(/\bimport\b|\brequire\(|node:/)
  expect(script.length).toBeLessThan(44_000)
})

it('looks up addresses, iterates a list and reads an error on a page of another site', async () => {
  const page = await browser.newPage()
  await page.goto(origin)
  const result = await page.evaluate(
    async ({ url, key }) => {
      const { createClient } = (globalThis as unknown as { plinth: typeof client }).plinth
      const plinth = createClient({ baseUrl: url, apiKey: key })
      const { data } = await plinth.buildingLinks.ask({ address: '#1203 -1480 howe' })
      const answers: unknown[] = []
      const queries = [
        { query_id: 1, address: '1480 Howe St' },
        { query_id: 2, address: '' },
      ]
      for await (const answer of plinth.buildingLinks.stream(queries)) answers.push(answer.query_id)
      const names: string[] = []
      for await (const { name } of plinth.projects.iterate({ limit: 6 })) names.push(name)
      const refused = await plinth
        .request('GET', '/api/v1/projects/999999999')
        .catch((error) => [error.status, error.code, error.requestId])
      return { name: data[0]?.project_name, answers, projects: names.length, refused }
    },
    { url: server.url, key: server.keys.sandbox },
  )
  expect(result).toEqual({
    name: 'The Howe Residences',
    answers: [1, 2],
    projects: 15,
    refused: [404, 'project_not_found', expect.stringMatching(/^req_/)],
  })
})

describe('a page of another site', () => {
  const preflight = (path: string) =>
    fetch(server.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://listings.example', 'access-control-request-method': 'POST' },
    })

  it('may send an API key, but no cookies', async () => {
    const { status, headers } = await preflight('/api/v1/building-links')
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST')
    expect(headers.get('access-control-allow-headers')).toContain('authorization')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it.each(['/api/v1/operator/keys', '/api/v1/desk/queue', '/api/v1/accounts', '/metrics'])(
    'has no access to %s',
    async (path) => {
      const response = await preflight(path)
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([405, null])
      const answer = await server.get(path, undefined, { origin: 'https://listings.example' })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it('can read error responses', async () => {
    const answer = await server.get('/api/v1/me', undefined, { origin: 'https://listings.example' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  })
})
