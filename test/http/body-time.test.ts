// The time limit of request bodies.
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitBodyTime } from '../../src/http/server/read-body.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function waitForBody(isAnswered: boolean) {
  const request = new PassThrough()
  const headers: string[] = []
  const exchange = {
    request,
    response: { writableEnded: isAnswered },
    setHeader: (name: string) => headers.push(name),
  } as unknown as Parameters<typeof limitBodyTime>[0]
  limitBodyTime(exchange)
  return { request, headers }
}

it('a body that takes too long gets 408', () => {
  const { request, headers } = waitForBody(false)
  const failed = vi.fn()
  request.on('error', failed)
  vi.advanceTimersByTime(60_000)
  expect(failed.mock.calls[0]![0]).toMatchObject({ code: 'request_timeout' })
  expect(headers).toEqual(['connection'])
})

it('a body that nobody reads after the response closes the connection and throws nothing', () => {
  const { request } = waitForBody(true)
  vi.advanceTimersByTime(60_000)
  expect(request.destroyed).toBe(true)
})

it('a body that nobody reads before the response closes the connection too', () => {
  const { request } = waitForBody(false)
  vi.advanceTimersByTime(60_000)
  expect(request.destroyed).toBe(true)
})
