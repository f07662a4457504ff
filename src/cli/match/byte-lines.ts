// Lines of a byte stream, a chunk's worth at a time; gzip is recognised by its first two bytes.

import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Longer than any line we accept: a file without line ends must not fill the memory. */
const LONGEST_LINE = 1_048_576
const LINE_END = 0x0a
/** A gzip file is inflated in pieces of the size in which a plain one is read. */
const CHUNK_BYTES = 65_536

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
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
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

/**
 * Whole lines as they arrive, as bytes: nobody looks at single lines before the thread that answers them.
 * Each piece has memory of its own, so that it can be given away. A line that is too long is cut.
 */
export async function* wholeLines(input: NodeJS.ReadableStream | Readable): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  const hold = (piece: Uint8Array) => {
    const kept = piece.subarray(0, LONGEST_LINE - heldBytes)
    if (kept.length > 0) held.push(kept)
    heldBytes += kept.length
  }
  for await (const chunk of inflated(input as AsyncIterable<Buffer | string>)) {
    const firstEnd = chunk.indexOf(LINE_END)
    if (firstEnd < 0) {
      hold(chunk)
      continue
    }
    hold(chunk.subarray(0, firstEnd))
    const lastEnd = chunk.lastIndexOf(LINE_END)
    yield joined([...held, chunk.subarray(firstEnd, lastEnd + 1)])
    held = []
    heldBytes = 0
    hold(chunk.subarray(lastEnd + 1))
  }
  if (heldBytes > 0) yield joined(held)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** The lines in such a piece; empty ones are left out. */
export function linesIn({ buffer, byteOffset, byteLength }: Uint8Array): string[] {
  const lines = Buffer.from(buffer, byteOffset, byteLength).toString('utf8').split('\n')
  return lines.filter((line) => line.trim() !== '')
}
