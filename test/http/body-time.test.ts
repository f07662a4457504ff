// The time limit of request bodies.
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitBodyTime } from '../../src/http/server/request-checks.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function waitForBody(isAnswered: boolean) {
  const payload = new PassThrough()
  const headers: string[] = []
  const request = { raw: payload }
  const reply = { raw: { writableEnded: isAnswered }, header: (name: string) => headers.push(name) }
  const [first, second] = [request, reply] as unknown as Parameters<typeof limitBodyTime>
  limitBodyTime(first, second, payload, () => {})
  return { payload, headers }
}

it('a body that takes too long gets 408', () => {
  const { payload, headers } = waitForBody(false)
  const failed = vi.fn()
  payload.on('error', failed)
  vi.advanceTimersByTime(60_000)
  expect(failed.mock.calls[0]![0]).toMatchObject({ code: 'request_timeout' })
  expect(headers).toEqual(['connection'])
})

it('a body that nobody reads after the response closes the connection and throws nothing', () => {
  const { payload } = waitForBody(true)
  vi.advanceTimersByTime(60_000)
  expect(payload.destroyed).toBe(true)
})
