// Tells from the first bytes of a file what it is, and unpacks gzip and Zstandard. Its name is not trusted.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import { FILE_SIGNATURES } from '../../kernel/tables/assets.ts'
import { wrongFileText } from '../../kernel/tables/file-kind.ts'
import { FileProblem } from './file-problem.ts'

export const FILE_FORMATS = ['csv', 'tsv', 'ndjson', 'xlsx', 'parquet'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

const GZIP = '1f8b'
const ZSTANDARD = '28b52ffd'
const ZIP = '504b0304'
const PARQUET = '50415231'
const OLE = 'd0cf11e0'
/** How an encrypted workbook names what is in it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')
const HEAD_BYTES = 512
const ENCRYPTED_BYTES = 1024 * 1024
/** Two hours of work for the largest file allowed. A bomb would never end. */
const MAX_UNPACKED_BYTES = 16 * 1024 ** 3
/** What every decoder must support; larger windows take as much memory. */
const MAX_WINDOW = 8 * 1024 ** 2
const PIECE_BYTES = 2048

const startsWith = (head: Uint8Array, hex: string): boolean => Buffer.from(head).toString('hex').startsWith(hex)

/** `text`: CSV, TSV or NDJSON. Throws a FileProblem for everything else that is no table. */
export async function kindOf(path: string): Promise<'text' | 'xlsx' | 'parquet'> {
  const packed = await headOf(path, HEAD_BYTES)
  if (packed.length === 0) throw new FileProblem('invalid_file', 'The file is empty.')
  if (startsWith(packed, OLE) && (await headOf(path, ENCRYPTED_BYTES)).includes(ENCRYPTED))
    throw new FileProblem(
      'invalid_file',
      'The workbook is protected with a password. Remove the password and upload it again.',
    )
  if (startsWith(packed, ZIP)) return 'xlsx'
  if (startsWith(packed, PARQUET)) return 'parquet'
  const head = await firstBytes(path)
  const wrong = wrongFileText(FILE_SIGNATURES, { name: 'The file', head })
  if (wrong) throw new FileProblem('invalid_file', wrong)
  if (/^\s*</.test(head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')))
    throw new FileProblem('invalid_file', 'The file is HTML or XML. Export the table as CSV and use that file.')
  return 'text'
}

async function firstBytes(path: string): Promise<Buffer> {
  for await (const bytes of unpacked(path)) if (bytes.length > 0) return bytes.subarray(0, HEAD_BYTES)
  throw new FileProblem('invalid_file', 'The file is empty.')
}

async function headOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The bytes of a text file, without its compression. */
export async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const head = await headOf(path, HEAD_BYTES)
  const packed = createReadStream(path)
  const source = startsWith(head, GZIP)
    ? // A failure of either ends both, and the loop below throws it.
      pipeline(packed, createGunzip(), () => {})
    : startsWith(head, ZSTANDARD)
      ? unzstd(packed)
      : packed
  let length = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > MAX_UNPACKED_BYTES)
        throw new FileProblem('invalid_file', `The file has more than ${MAX_UNPACKED_BYTES / 1024 ** 3} GiB unpacked.`)
      yield chunk
    }
  } catch (error) {
    throw isDamage(error) ? new FileProblem('invalid_file', 'The compressed file is damaged or incomplete.') : error
  } finally {
    packed.destroy()
  }
}

/** Errors of zlib have codes such as Z_DATA_ERROR, those of fzstd have numbers. */
const isDamage = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'number' || (typeof code === 'string' && /^Z_/.test(code))
}

/** zlib of Node 20 has no Zstandard. */
async function* unzstd(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let blocks: Buffer[] = []
  const decoder = new Decompress((block) => {
    // The window of a frame is used after its first block, and takes no memory before.
    const { s: frame } = decoder as unknown as { s?: { e: number } }
    if ((frame?.e ?? 0) > MAX_WINDOW)
      throw new FileProblem('invalid_file', 'The file needs too much memory. Compress it with gzip, or without --long.')
    blocks.push(Buffer.from(block))
  })
  // Four bytes can stand for 128 KiB.
  for await (const chunk of packed)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      decoder.push(chunk.subarray(at, at + PIECE_BYTES))
      yield* blocks
      blocks = []
    }
  decoder.push(new Uint8Array(0), true)
  yield* blocks
}
