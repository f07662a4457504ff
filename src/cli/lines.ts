// Lines of a byte stream, a chunk's worth at a time; gzip is recognised by its first two bytes.

import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'

/** Longer than any line we accept: a file without line ends must not fill the memory. */
const LONGEST_LINE = 1_048_576

async function* inflated(input: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const source = input[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < 2) {
    const next = await source.next()
    if (next.done) break
    head = Buffer.concat([head, Buffer.from(next.value as Buffer)])
  }
  async function* whole(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head
    for (let next = await source.next(); !next.done; next = await source.next()) yield Buffer.from(next.value as Buffer)
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole()
    return
  }
  const gunzip = createGunzip()
  const feed = (async () => {
    try {
      for await (const chunk of whole())
        if (!gunzip.write(chunk)) await new Promise((resolve) => gunzip.once('drain', resolve))
      gunzip.end()
    } catch (error) {
      gunzip.destroy(error as Error)
    }
  })()
  yield* gunzip as AsyncIterable<Buffer>
  await feed
}

/** Arrays of lines as they arrive; empty lines are left out, a line that is too long is cut. */
export async function* lineBatches(input: NodeJS.ReadableStream | Readable): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of inflated(input as AsyncIterable<Buffer | string>)) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = (lines.pop() as string).slice(0, LONGEST_LINE)
    const full = lines.filter((line) => line.trim() !== '')
    if (full.length > 0) yield full
  }
  rest += decoder.end()
  if (rest.trim() !== '') yield [rest]
}
