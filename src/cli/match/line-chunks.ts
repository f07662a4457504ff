// Cuts a byte stream, plain or gzipped, into chunks that end at line ends.

import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MAX_RECORD_BYTES } from './formats/match-plan.ts'

const LINE_END = 0x0a
/** The size in which Node reads a plain file. */
const CHUNK_BYTES = 65_536

export async function* gunzipIfNeeded(input: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const source = input[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < 2) {
    const next = await source.next()
    if (next.done) break
    head = Buffer.concat([head, Buffer.from(next.value as Buffer)])
  }
  async function* allBytes(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head
    for (let next = await source.next(); !next.done; next = await source.next()) yield Buffer.from(next.value as Buffer)
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* allBytes()
    return
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  const feed = (async () => {
    try {
      for await (const chunk of allBytes())
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
 * Chunks of complete lines. Splitting into lines is left to the thread that matches them. Each chunk has its own
 * buffer, so that it can be transferred. Lines over the limit are truncated.
 */
export async function* lineChunks(input: NodeJS.ReadableStream | Readable): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let pendingBytes = 0
  const append = (bytes: Uint8Array) => {
    const piece = bytes.subarray(0, MAX_RECORD_BYTES - pendingBytes)
    if (piece.length > 0) pieces.push(piece)
    pendingBytes += piece.length
  }
  for await (const chunk of gunzipIfNeeded(input as AsyncIterable<Buffer | string>)) {
    const firstEnd = chunk.indexOf(LINE_END)
    if (firstEnd < 0) {
      append(chunk)
      continue
    }
    append(chunk.subarray(0, firstEnd))
    const lastEnd = chunk.lastIndexOf(LINE_END)
    yield concatenate([...pieces, chunk.subarray(firstEnd, lastEnd + 1)])
    pieces = []
    pendingBytes = 0
    append(chunk.subarray(lastEnd + 1))
  }
  if (pendingBytes > 0) yield concatenate(pieces)
}

/** Not Buffer.concat, which may return a view into a shared pool. */
export function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** The non-empty lines of a chunk. */
export function linesIn({ buffer, byteOffset, byteLength }: Uint8Array): string[] {
  const lines = Buffer.from(buffer, byteOffset, byteLength).toString('utf8').split('\n')
  return lines.filter((line) => line.trim() !== '')
}
