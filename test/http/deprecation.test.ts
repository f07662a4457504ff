// Operations that will be removed say so in every response.
import { afterAll, expect, it } from 'vitest'
import { openApiDocument } from '../../src/http/reference/openapi.ts'
import { routes } from '../../src/http/routes.ts'
import { NOTICE_DAYS } from '../../src/http/server/link-headers.ts'
import type { Deprecation } from '../../src/http/server/route.ts'
import { startServer } from '../support/server.ts'

const deprecated = { since: '2026-11-16', sunset: '2027-06-30', instead: 'Use `/dataset`.' }
const marked = routes.map((row) =>
  row.operation.id === 'listCities' ? { ...row, operation: { ...row.operation, deprecated } } : row,
)

const noticeDays = ({ since, sunset }: Deprecation) => (Date.parse(sunset) - Date.parse(since)) / 86_400_000

const server = await startServer({}, { routes: marked })
afterAll(() => server.stop())

it('the headers name both days and the page that explains them', async () => {
  for (const key of [server.keys.elite, undefined]) {
    const { headers } = await server.get('/api/v1/cities', key)
    expect(headers.get('deprecation')).toBe('@1794787200')
    expect(headers.get('sunset')).toBe('Wed, 30 Jun 2027 00:00:00 GMT')
    expect(headers.get('link')).toContain('</docs/versioning>; rel="deprecation"')
  }
  expect((await server.get('/api/v1/developers', server.keys.elite)).headers.has('deprecation')).toBe(false)
})

it('the reference marks the operation', () => {
  const { paths } = openApiDocument(marked)
  expect(paths?.['/api/v1/cities']?.get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('works until 2027-06-30. Use `/dataset`.'),
  })
})

it('every deprecated operation works for the promised time', () => {
  const short = routes.filter(({ operation }) => operation.deprecated && noticeDays(operation.deprecated) < NOTICE_DAYS)
  expect(short).toEqual([])
  expect(noticeDays(deprecated)).toBe(226)
})
