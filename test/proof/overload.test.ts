// The overload part: reads responses of attacks, and finds every kind of breach.
import { describe, expect, it } from 'vitest'
import type { Measured } from '../../tools/proof/overload/judge.ts'
import { breachesOf, growthOf, isNormal, leaksOf } from '../../tools/proof/overload/judge.ts'
import { StatusCounter } from '../../tools/proof/overload/load-attacks.ts'
import { stretchOf } from '../../tools/proof/overload/measure-processes.ts'
import type { ClientWindow } from '../../tools/proof/overload/messages.ts'
import { ResponseReader } from '../../tools/proof/overload/response-reader.ts'
import type { Scenario } from '../../tools/proof/overload/scenarios.ts'
import { roundsFor } from '../../tools/proof/overload/scenarios.ts'
import { quantile } from '../../tools/shared/tables.ts'

describe('the reader of responses', () => {
  const TEXT =
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello' +
    'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\nConnection: close\r\nContent-Length: 0\r\n\r\n' +
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n' +
    'HTTP/1.1 204 No Content\r\n\r\n'

  it.each([1, 2, 7, 1000])('finds every response in pieces of %i bytes', (size) => {
    const reader = new ResponseReader()
    const bytes = Buffer.from(TEXT)
    const found = []
    for (let i = 0; i < bytes.length; i += size) found.push(...reader.push(bytes.subarray(i, i + size)))
    expect(found).toEqual([
      { status: 200, retryAfter: undefined, closes: false },
      { status: 503, retryAfter: 7, closes: true },
      { status: 200, retryAfter: undefined, closes: false },
      { status: 204, retryAfter: undefined, closes: false },
    ])
  })

  it.each([1, 2, 7, 1000])('counts statuses in pieces of %i bytes without reading the rest', (size) => {
    const counter = new StatusCounter()
    const bytes = Buffer.from(TEXT)
    const found: string[] = []
    for (let i = 0; i < bytes.length; i += size)
      counter.count(bytes.subarray(i, i + size), (status) => found.push(status))
    expect(found).toEqual(['200', '503', '200', '204'])
  })

  it('refuses bytes that are not HTTP', () => {
    expect(() => new ResponseReader().push(Buffer.from('SSH-2.0\r\n\r\n'))).toThrow('Not an HTTP response')
  })
})

const health = { checks: 10, failures: 0, slowest: 20 }
const window: ClientWindow = {
  requests: 100,
  succeeded: 100,
  refused: 0,
  failures: {},
  p50: 5,
  p99: 20,
  slowest: 30,
  health,
}
const attack = {
  sent: 1000,
  statuses: { 200: 900, 503: 100 },
  dropped: 0,
  held: 0,
  withoutRetryAfter: 0,
  retries: { during: 50, throughDuring: 5, after: 20, throughAfter: 19 },
}
const good: Measured = {
  before: window,
  during: window,
  attack,
  recoveryMs: 1000,
  memoryBefore: 200,
  memoryPeak: 300,
  memoryAfter: 210,
  pauseMs: 30,
  stretch: 1,
  ended: 0,
}
const scenario: Scenario = { attack: 'slowHeaders', title: 'slow', ms: 1000, mustClose: true, mustRefuse: true }

describe('the judge', () => {
  it('finds nothing in a server that refused what was too much', () => {
    expect(breachesOf(scenario, good)).toEqual([])
  })

  it.each<[string, Partial<Measured>, RegExp]>([
    ['a dead process', { ended: 1 }, /1 processes/],
    ['a failed health check', { during: { ...window, health: { ...health, failures: 1 } } }, /health checks failed/],
    ['a slow health check', { during: { ...window, health: { ...health, slowest: 2500 } } }, /took 2500 ms/],
    ['a 500', { attack: { ...attack, statuses: { 500: 3, 503: 1 } } }, /3 responses were 500/],
    ['clients that are refused', { during: { ...window, refused: 6 } }, /6 of 100 requests .* were refused/],
    ['clients that wait', { during: { ...window, p99: 3500 } }, /p99 was 3500 ms/],
    ['a hang', { during: { ...window, failures: { timeout: 2 } } }, /failed with timeout/],
    ['a 503 without Retry-After', { attack: { ...attack, withoutRetryAfter: 4 } }, /no Retry-After/],
    [
      'a dishonest Retry-After',
      { attack: { ...attack, retries: { ...attack.retries, throughAfter: 17 } } },
      /only 17 of 20/,
    ],
    ['a connection that is held', { attack: { ...attack, held: 1 } }, /never closed/],
    ['memory without bound', { memoryPeak: 800 }, /memory grew from 200 to 800/],
    ['a server that lets everything in', { attack: { ...attack, statuses: { 200: 900 } } }, /nothing was refused/],
    ['a slow recovery', { recoveryMs: 11_000 }, /not as fast as before/],
    ['no recovery', { recoveryMs: undefined }, /not as fast as before/],
    ['an attack that failed', { attack: { ...attack, error: 'no sockets' } }, /no sockets/],
  ])('finds %s', (_, change, message) => {
    expect(breachesOf(scenario, { ...good, ...change })).toEqual([expect.stringMatching(message)])
  })

  it('gives a server that shares its processor more time', () => {
    const slow = { ...good, recoveryMs: 15_000, during: { ...window, health: { ...health, slowest: 2500 } } }
    expect(breachesOf(scenario, { ...slow, stretch: 2 })).toEqual([])
  })

  it('compares the clients with the time before the attack', () => {
    expect(isNormal({ ...window, p99: 250 }, window)).toBe(true)
    expect(isNormal({ ...window, p99: 251 }, window)).toBe(false)
    expect(isNormal({ ...window, p99: 350 }, { ...window, p99: 200 })).toBe(true)
    expect(isNormal({ ...window, succeeded: 99 }, window)).toBe(false)
  })

  it('finds memory and files that the server keeps', () => {
    const parts = { heap: 100, used: 60, external: 20 }
    const settled = { memoryBefore: 200, memoryAfter: 300, parts, filesBefore: 50, filesAfter: 60 }
    expect(growthOf(settled, { ...settled, memoryAfter: 340 })).toEqual([])
    expect(growthOf(settled, { ...settled, memoryAfter: 400 })).toEqual([
      'memory grew from 300 to 400 MB by the same attacks',
    ])
    expect(leaksOf(settled)).toEqual([])
    expect(leaksOf({ ...settled, memoryAfter: 600 })).toHaveLength(1)
    expect(leaksOf({ ...settled, filesAfter: 500 })).toHaveLength(1)
  })
})

it('computes percentiles and the share of the processor', () => {
  expect(quantile([], 0.99)).toBeNaN()
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
  expect(quantile([3, 1, 2], 0.99)).toBe(3)
  const none = [{ usedMs: 0, waitedMs: 0 }]
  expect(stretchOf(none, [{ usedMs: 1000, waitedMs: 3000 }])).toBe(4)
  expect(stretchOf(none, [{ usedMs: 1, waitedMs: 3000 }])).toBe(1)
})

it('leaves out what the database does not touch and what the build lacks', () => {
  const names = (rounds: ReturnType<typeof roundsFor>) => rounds.map((round) => round.scenario.attack)
  expect(names(roundsFor('embedded', [], () => true))).toContain('manyRenders')
  expect(names(roundsFor('postgres', [], () => true))).not.toContain('manyRenders')
  expect(names(roundsFor('embedded', [], () => false))).not.toContain('storedListings')
  expect(names(roundsFor('embedded', ['pipelines'], () => true))).toEqual(['pipelines', 'pipelines'])
  expect(() => roundsFor('embedded', ['pipes'], () => true)).toThrow('No scenario pipes. Choose from: idleConnections')
})
