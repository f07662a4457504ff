// What a scrape shows of requests.
import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { Metrics, totalsOf } from '../../src/kernel/metrics.ts'

const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('plinth_http_'))

function someRequests(): Metrics {
  const metrics = new Metrics()
  for (const ms of [0.5, 1, 1.5, 70, 9000]) metrics.request('GET /a', 200, ms)
  metrics.request('GET /a', 404, 3, 'not_found')
  return metrics
}

it('counts requests by route and status, and errors by code', async () => {
  const lines = linesOf(await someRequests().registry.metrics())
  expect(lines).toContain('plinth_http_requests_total{route="GET /a",status="200"} 5')
  expect(lines).toContain('plinth_http_requests_total{route="GET /a",status="404"} 1')
  expect(lines).toContain('plinth_http_refused_total{code="not_found"} 1')
})

it('shows times as a histogram of prom-client does', async () => {
  const registry = new Registry()
  const buckets = [1, 2.5, 5, 10, 25, 50, 100, 250, 1000, 5000]
  const name = 'plinth_http_request_ms'
  const theirs = new Histogram({ name, help: 'x', labelNames: ['route'], buckets, registers: [registry] })
  for (const ms of [0.5, 1, 1.5, 70, 9000, 3]) theirs.observe({ route: 'GET /a' }, ms)
  const isTime = (line: string) => line.startsWith(name)
  const ours = linesOf(await someRequests().registry.metrics()).filter(isTime)
  expect(ours).toEqual(linesOf(await registry.metrics()).filter(isTime))
  expect(ours).toHaveLength(13)
})

it('adds up over workers', async () => {
  const both = await Promise.all([someRequests().values(), someRequests().values()])
  const lines = linesOf(await totalsOf(both).metrics())
  expect(lines).toContain('plinth_http_request_ms_bucket{le="+Inf",route="GET /a"} 12')
  expect(lines).toContain('plinth_http_requests_total{route="GET /a",status="200"} 10')
})
