// Long operations of the command line: the end of their progress streams.
import type { PassThrough } from 'node:stream'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { followProgress } from '../../src/cli/operate/run-data-operation.ts'
import { databaseUnavailable } from '../../src/db/database-failure.ts'
import { streamProgress } from '../../src/http/operator/progress-stream.ts'
import { silentLog } from '../../src/kernel/log.ts'

const ignore = () => {}

/** What a client gets of an operation that ends like this. */
const responseOf = async (work: () => Promise<unknown>) =>
  new Response(await text(streamProgress(silentLog, work).body as Readable))

describe('an operation that streams its progress', () => {
  it('returns the data of the last line', async () => {
    const response = await responseOf(async () => ({ version: '1' }))
    expect(await followProgress(response, ignore)).toEqual({ version: '1' })
  })

  it('does not store progress that the client does not read, and still sends the result', async () => {
    const { body } = streamProgress(silentLog, async (onProgress) => {
      for (let rows = 0; rows < 10_000; rows++) onProgress({ rows, file: 'x'.repeat(100) })
      return { version: '1' }
    })
    const stream = body as Readable
    await new Promise((resolve) => setImmediate(resolve))
    expect(stream.readableLength + (stream as PassThrough).writableLength).toBeLessThan(200_000)
    expect(await followProgress(new Response(await text(stream)), ignore)).toEqual({ version: '1' })
  })

  it('ends with an error line when the database fails, and the command fails with it', async () => {
    const response = await responseOf(() => Promise.reject(databaseUnavailable(new Error('cut'))))
    const lines = (await response.clone().text()).trim().split('\n')
    expect(JSON.parse(lines.at(-1)!).error).toMatchObject({
      code: 'temporarily_unavailable',
      message: 'The database is unavailable. Try again.',
    })
    await expect(followProgress(response, ignore)).rejects.toMatchObject({
      exitCode: 1,
      message: 'the server refused: The database is unavailable. Try again.',
      advice: expect.stringContaining('plinth sources runs'),
    })
  })

  it('reports an unexpected error without its details, and logs it', async () => {
    const logged = vi.spyOn(silentLog, 'error')
    const response = await responseOf(() => Promise.reject(new Error('secret')))
    expect(await response.clone().text()).not.toContain('secret')
    await expect(followProgress(response, ignore)).rejects.toMatchObject({ exitCode: 1 })
    expect(logged).toHaveBeenCalledOnce()
  })

  it.each([
    ['ends without a result', Readable.from(['{"progress":{}}\n'])],
    [
      'breaks off',
      Readable.from(
        (async function* () {
          yield '{"progress":{}}\n'
          throw new Error('socket closed')
        })(),
      ),
    ],
  ])('fails when the stream %s', async (_, stream) => {
    const bytes = stream.map((line: string) => Buffer.from(line))
    const response = new Response(Readable.toWeb(bytes) as ReadableStream)
    await expect(followProgress(response, ignore)).rejects.toMatchObject({
      exitCode: 1,
      message: 'the server stopped before the operation finished',
    })
  })
})
