// Cuts CSV, from a file or a stream, into blocks of whole records.
import type { Readable } from 'node:stream'
import { readFully } from '../../kernel/tables/read-fully.ts'
import { CsvCutter } from './formats/csv-cutter.ts'
import { readRecord } from './formats/csv-scan.ts'
import type { Block, Shard, StreamBlock } from './formats/match-plan.ts'
import { BLOCK_BYTES } from './formats/match-plan.ts'
import { concatenate, gunzipIfNeeded } from './line-chunks.ts'
import { partStart } from './line-ranges.ts'

/** Length of the byte order mark that Excel writes, if the bytes start with it. */
const markLength = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)

const columnsIn = (header: Uint8Array): string[] => readRecord(header).map((name) => name.trim())

/** Reads a file in order and finds the ends of records. */
class CsvFileCutter {
  readonly #fd: number
  readonly #size: number
  readonly #cutter = new CsvCutter()
  #piece = Buffer.alloc(0)
  #pieceStart = 0
  position: number

  constructor(fd: number, size: number) {
    this.#fd = fd
    this.#size = size
    const head = Buffer.alloc(Math.min(size, 3))
    readFully(fd, head, 0)
    this.position = markLength(head)
  }

  get line(): number {
    return this.#cutter.line
  }

  /** Moves to the first record end at or after `least`, or to the end of the file. */
  next(least: number): number {
    if (this.position >= least) return this.position
    while (this.position < this.#size) {
      if (this.position >= this.#pieceStart + this.#piece.length) this.#load()
      const end = this.#cutter.cut(this.#piece, this.position - this.#pieceStart, least - this.#pieceStart)
      this.position = this.#pieceStart + (end < 0 ? this.#piece.length : end)
      if (end >= 0) return this.position
    }
    this.#cutter.end()
    return this.#size
  }

  #load(): void {
    const length = Math.min(BLOCK_BYTES, this.#size - this.position)
    if (this.#piece.length !== length) this.#piece = Buffer.allocUnsafeSlow(length)
    this.#pieceStart = this.position
    readFully(this.#fd, this.#piece, this.position)
  }
}

interface CsvFileBlocks {
  readonly header: readonly string[]
  readonly total: number
  readonly blocks: Iterable<Block>
}

export function csvRanges(fd: number, size: number, { index, count }: Shard, blockBytes: number): CsvFileBlocks {
  const cutter = new CsvFileCutter(fd, size)
  const headerStart = cutter.position
  const body = cutter.next(headerStart + 1)
  const header = Buffer.alloc(body - headerStart)
  readFully(fd, header, headerStart)
  const from = body + partStart(size - body, index - 1, count)
  const to = body + partStart(size - body, index, count)
  function* blocks(): Generator<Block> {
    for (let start = cutter.next(from); start < to; ) {
      const { line } = cutter
      const end = cutter.next(Math.min(start + blockBytes, to))
      yield { start, end, line }
      start = end
    }
  }
  return { header: columnsIn(header), total: to - from, blocks: blocks() }
}

interface CsvStreamBlocks {
  readonly header: readonly string[]
  readonly blocks: AsyncIterable<StreamBlock>
}

export async function csvStream(stream: Readable): Promise<CsvStreamBlocks> {
  const chunks = gunzipIfNeeded(stream)
  let head: Uint8Array = new Uint8Array(0)
  let cutter = new CsvCutter()
  let body = -1
  while (body < 0) {
    const { value, done } = await chunks.next()
    if (done) {
      cutter.end()
      body = head.length
    } else {
      head = concatenate([head, value])
      // Headers are short, so reading one again for each chunk costs nothing.
      cutter = new CsvCutter()
      body = cutter.cut(head, markLength(head), 0)
    }
  }
  return {
    header: columnsIn(head.subarray(markLength(head), body)),
    blocks: cutStream(cutter, head.subarray(body), chunks),
  }
}

async function* cutStream(
  cutter: CsvCutter,
  head: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamBlock> {
  let pieces: Uint8Array[] = []
  let { line } = cutter
  async function* all() {
    yield head
    yield* chunks
  }
  for await (const chunk of all()) {
    let end = 0
    for (let next = cutter.cut(chunk, 0, 0); next >= 0; next = cutter.cut(chunk, end, 0)) end = next
    if (end > 0) {
      yield { bytes: concatenate([...pieces, chunk.subarray(0, end)]), line }
      pieces = []
      line = cutter.line
    }
    if (end < chunk.length) pieces.push(chunk.subarray(end))
  }
  cutter.end()
  if (pieces.length > 0) yield { bytes: concatenate(pieces), line }
}
