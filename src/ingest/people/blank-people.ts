// Removes values about people from an uploaded file before it is stored.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Fault } from '../../kernel/fault.ts'
import { CsvBlanker } from './blank-csv.ts'
import { JsonBlanker } from './blank-json.ts'

export interface BlankedFile {
  readonly bytes: AsyncGenerator<Buffer>
  /** The columns that were emptied. Complete when the bytes are read. */
  removed(): readonly string[]
}

/** Of a compressed file. A small file can expand to any size. */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024 * 1024
const HEAD_BYTES = 512

export function withoutPeople(bytes: AsyncIterable<Buffer>, maxUnpackedBytes = MAX_UNPACKED_BYTES): BlankedFile {
  let removed: () => readonly string[] = () => []
  async function* blanked(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { head, all } = await headOf(plain)
    requireText(head)
    const blanker = /^\s*[{[]/.test(head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, ''))
      ? new JsonBlanker()
      : new CsvBlanker()
    removed = () => blanker.removed
    for await (const chunk of all) yield* blanker.push(chunk)
    yield* blanker.end()
  }
  async function* stored(): AsyncGenerator<Buffer> {
    const { head, all } = await headOf(bytes)
    if (head[0] === 0x1f && head[1] === 0x8b) yield* packed(blanked(unpacked(all, maxUnpackedBytes)))
    else yield* blanked(all)
  }
  return { bytes: stored(), removed: () => removed() }
}

/** The first bytes, and all bytes including them. */
async function headOf(bytes: AsyncIterable<Buffer>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let done = false
  while (!done && head.length < HEAD_BYTES) {
    const next = await iterator.next()
    if (next.done) done = true
    else head = Buffer.concat([head, next.value])
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head
      while (!done) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { head, all: all() }
}

function requireText(head: Buffer): void {
  const starts = (...magic: number[]) => magic.every((byte, at) => head[at] === byte)
  const detail = starts(0x50, 0x4b)
    ? 'ZIP and Excel files cannot be uploaded. Upload the CSV file in it, or its gzip; or import the ZIP by its path on the server.'
    : starts(0xff, 0xfe) || starts(0xfe, 0xff)
      ? 'The file is UTF-16. Save it as UTF-8 and upload it again.'
      : /^(?:\u00ef\u00bb\u00bf)?\s*</.test(head.toString('latin1'))
        ? 'XML files cannot be uploaded, because they can name owners. Import the file by its path on the server.'
        : null
  if (detail !== null) throw new Fault('invalid_parameter', { detail })
}

async function* unpacked(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const feeding = pipeline(Readable.from(bytes), gunzip)
  // The loop below reports the error.
  feeding.catch(() => {})
  let count = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      count += chunk.length
      if (count > maxBytes)
        throw new Fault('payload_too_large', { detail: `The file unpacks to more than ${maxBytes} bytes.` })
      yield chunk
    }
    await feeding
  } catch (error) {
    if (error instanceof Fault || !(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
    throw new Fault('invalid_parameter', { detail: 'The gzip file is damaged or incomplete. Upload it again.' })
  } finally {
    gunzip.destroy()
  }
}

async function* packed(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: 6 })
  let failure: unknown
  const feeding = pipeline(Readable.from(bytes), gzip).catch((error) => {
    failure = error
  })
  try {
    yield* gzip as AsyncIterable<Buffer>
    await feeding
  } catch (error) {
    throw failure ?? error
  } finally {
    gzip.destroy()
  }
  if (failure !== undefined) throw failure
}
