// Lines of a body: cut right wherever the network cuts, bounded, pulled only as fast as they are used, given up when idle.
import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineSource } from '../../src/http/door/input/line-source.ts'

async function linesOf(chunks: Iterable<Buffer>): Promise<(string | null)[]> {
  const out: (string | null)[] = []
  for await (const bunch of new LineSource(Readable.from(chunks)).batches())
    for (const line of bunch) out.push(line?.toString() ?? null)
  return out
}

it('come out whole however the bytes were cut, blank ones left out', async () => {
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

it('longer than 64 KiB are told of and not held', async () => {
  const long = Buffer.alloc(40_000, 'x')
  const end = Buffer.from('\nnext\n')
  expect(await linesOf([long, long, long, end])).toEqual([null, 'next'])
})

it('are pulled only as fast as they are taken', async () => {
  let made = 0
  function* chunks() {
    for (; made < 1000; made++) yield Buffer.from('{"a":1}\n'.repeat(1000))
  }
  const bunches = new LineSource(Readable.from(chunks())).batches()
  for (let i = 0; i < 5; i++) await bunches.next()
  expect(made).toBeLessThan(30)
})

it('that do not come are given up with request_timeout', async () => {
  const body = new PassThrough()
  body.write('one\n')
  const bunches = new LineSource(body, 20).batches()
  expect((await bunches.next()).value.map(String)).toEqual(['one'])
  await expect(bunches.next()).rejects.toMatchObject({ code: 'request_timeout' })
})
