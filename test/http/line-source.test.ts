// Lines of a request body: split, bounded in length, read with back-pressure, timed out.
import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineSource } from '../../src/http/server/input/line-source.ts'

async function linesOf(chunks: Iterable<Buffer>): Promise<(string | null)[]> {
  const out: (string | null)[] = []
  for await (const batch of new LineSource(Readable.from(chunks)).batches())
    for (const line of batch) out.push(line?.toString() ?? null)
  return out
}

it('yields whole lines wherever the chunks split, and skips blank ones', async () => {
  const text = fc.array(
    fc.string({ maxLength: 12 }).map((line) => line.replaceAll('\n', ' ')),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(400), { maxLength: 20 }), async (lines, cuts) => {
      const bytes = Buffer.from(lines.join('\n'))
      const at = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]
      const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end))
      expect(await linesOf(chunks)).toEqual(lines.filter((line) => /[^ \t\r]/.test(line)))
    }),
  )
})

it('reports lines over 64 KiB as null without buffering them', async () => {
  const long = Buffer.alloc(40_000, 'x')
  const end = Buffer.from('\nnext\n')
  expect(await linesOf([long, long, long, end])).toEqual([null, 'next'])
})

it('reads only as fast as the consumer takes lines', async () => {
  let produced = 0
  function* chunks() {
    for (; produced < 1000; produced++) yield Buffer.from('{"a":1}\n'.repeat(1000))
  }
  const batches = new LineSource(Readable.from(chunks())).batches()
  for (let i = 0; i < 5; i++) await batches.next()
  expect(produced).toBeLessThan(30)
})

it('fails with request_timeout when no line arrives', async () => {
  const body = new PassThrough()
  body.write('one\n')
  const batches = new LineSource(body, 20).batches()
  expect((await batches.next()).value.map(String)).toEqual(['one'])
  await expect(batches.next()).rejects.toMatchObject({ code: 'request_timeout' })
})
