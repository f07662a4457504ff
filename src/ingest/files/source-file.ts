// Streams a file as text: decompresses, decodes, hashes and counts it.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Fault } from '../../kernel/fault.ts'
import { reasonOfFileError } from '../../kernel/system-errors.ts'
import { FILE_SIGNATURES } from '../../kernel/tables/assets.ts'
import { wrongFileText } from '../../kernel/tables/file-kind.ts'
import { cleanText, FileRefused } from '../record/draft.ts'
import type { FileLimits } from './file-limits.ts'
import { FILE_LIMITS, isBomb } from './file-limits.ts'
import type { FallbackEncoding } from './text-encoding.ts'
import { decodeText } from './text-encoding.ts'
import type { ZipMember } from './zip-archive.ts'
import { readMember } from './zip-archive.ts'

export interface SourceFile {
  /** Without its folder. */
  readonly name: string
  /** The file on disk. Members of one archive share it. */
  readonly path: string
  readonly bytes: number
  /** Bytes of the file read so far. */
  bytesRead(): number
  /** Null until the file is read to the end. */
  sha256(): string | null
  /** The bytes, decompressed. Like text, from the start. */
  chunks(): AsyncGenerator<Buffer>
  /** Reads from the start. Invalid UTF-8 becomes U+FFFD, which rows must not contain, unless the fallback applies. */
  text(fallback?: FallbackEncoding): AsyncGenerator<string>
}

const CHUNK_BYTES = 256 * 1024
const HEAD_BYTES = 16

const MAGIC = {
  gzip: [0x1f, 0x8b],
  zip: [0x50, 0x4b, 0x03, 0x04],
  emptyZip: [0x50, 0x4b, 0x05, 0x06],
  utf16le: [0xff, 0xfe],
  utf16be: [0xfe, 0xff],
} as const

const startsWith = (head: Buffer, magic: readonly number[]) => magic.every((byte, i) => head[i] === byte)

export const isZip = (head: Buffer): boolean => startsWith(head, MAGIC.zip) || startsWith(head, MAGIC.emptyZip)

/** A plain or gzipped file. `name` is for display, when it differs from the file's name. */
export async function openSourceFile(
  path: string,
  name = basename(path),
  limits: FileLimits = FILE_LIMITS,
): Promise<SourceFile> {
  const { bytes, head } = await readHead(path)
  const wrong = wrongFileText(FILE_SIGNATURES, { name: cleanText(name), head, readable: ['zip', 'gzip', 'binary'] })
  if (wrong) throw new FileRefused(wrong)
  if (isZip(head)) throw new FileRefused(`${cleanText(name)} is a ZIP file; its members are read one by one`)
  if (startsWith(head, MAGIC.utf16le) || startsWith(head, MAGIC.utf16be))
    throw new FileRefused(`${cleanText(name)} is UTF-16; save it as UTF-8`)
  const compressed = startsWith(head, MAGIC.gzip)
  let done = 0
  let sha256: string | null = null
  async function* raw(): AsyncGenerator<Buffer> {
    done = 0
    sha256 = null
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      done += chunk.length
      hash.update(chunk)
      yield chunk
    }
    sha256 = hash.digest('hex')
  }
  const unpacked = () => (compressed ? inflate(raw(), name, () => done, limits) : raw())
  return {
    name,
    path,
    bytes,
    bytesRead: () => done,
    sha256: () => sha256,
    chunks: unpacked,
    text: (fallback) => decodeText(unpacked(), name, fallback),
  }
}

/** One file in an archive. The hash is that of the whole archive. */
export function memberFile(path: string, archiveName: string, member: ZipMember, sha256: string): SourceFile {
  let done = 0
  async function* counted(): AsyncGenerator<Buffer> {
    done = 0
    for await (const chunk of readMember(path, member.name, archiveName)) {
      if (done === 0 && (isZip(chunk) || startsWith(chunk, MAGIC.gzip)))
        throw new FileRefused(
          `${cleanText(archiveName)}/${cleanText(member.name)} is an archive itself; unpack it first`,
        )
      done += chunk.length
      yield chunk
    }
  }
  const name = `${archiveName}/${member.name}`
  return {
    name,
    path,
    bytes: member.bytes,
    bytesRead: () => Math.round((done / Math.max(1, member.uncompressedBytes)) * member.bytes),
    sha256: () => sha256,
    chunks: counted,
    text: (fallback) => decodeText(counted(), name, fallback),
  }
}

/** Returns null when the file cannot be read. */
export async function hashFile(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hash.update(chunk)
    return hash.digest('hex')
  } catch {
    return null
  }
}

export async function readHead(path: string): Promise<{ bytes: number; head: Buffer }> {
  try {
    const handle = await open(path, 'r')
    try {
      const facts = await handle.stat()
      if (!facts.isFile()) throw new Fault('invalid_parameter', { detail: `${cleanText(path)} is not a file.` })
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      return { bytes: facts.size, head: buffer.subarray(0, bytesRead) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('invalid_parameter', {
      detail: `Cannot read ${cleanText(path)}: ${reasonOfFileError(error) ?? 'the disk reports an error'}.`,
    })
  }
}

async function* inflate(
  raw: AsyncIterable<Buffer>,
  name: string,
  compressedBytes: () => number,
  limits: FileLimits,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  const feeding = pipeline(raw, gunzip)
  // The reader below reports the error.
  feeding.catch(() => {})
  let total = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > limits.totalBytes || isBomb(compressedBytes(), total, limits))
        throw new FileRefused(
          `${cleanText(name)} expands to more than ${limits.ratio} times its size or ${limits.totalBytes} bytes; it is not read`,
        )
      yield chunk
    }
    await feeding
  } catch (error) {
    if (error instanceof FileRefused) throw error
    throw new FileRefused(`${cleanText(name)} is damaged or incomplete: ${(error as Error).message}`)
  } finally {
    gunzip.destroy()
  }
}

const HEAD_LENGTH = 65_536

/** The first 64 KiB of text, to detect the format. */
export async function headOf(file: SourceFile): Promise<string> {
  let head = ''
  for await (const chunk of file.text()) {
    head += chunk
    if (head.length >= HEAD_LENGTH) break
  }
  return head
}
