// Decodes bytes to text: UTF-8, or windows-1252 where a source may use it.
import { isAscii } from 'node:buffer'
import { cleanText, FileRefused } from '../record/draft.ts'

export type FallbackEncoding = 'windows-1252'

/** Invalid UTF-8 becomes U+FFFD, which rows must not contain. */
async function* decodeUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

export function decodeText(
  bytes: AsyncIterable<Buffer>,
  name: string,
  fallback?: FallbackEncoding,
): AsyncGenerator<string> {
  return fallback === undefined ? decodeUtf8(bytes) : decodeEither(bytes, name)
}

/** `é` in UTF-8, read as windows-1252, is `Ã©`. No name in Canada contains Ã before such a character. */
const UTF8_IN_1252 = /Ã[\u0080-\u00bf]/

/**
 * The first byte that is not ASCII decides. A file that has both encodings is refused: part of its names would be wrong without
 * anyone noticing.
 */
async function* decodeEither(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const other = new TextDecoder('windows-1252')
  let encoding = 'ascii' as 'ascii' | 'utf-8' | 'windows-1252'
  let offset = 0
  let carry: Buffer = Buffer.alloc(0)
  const refuse = () =>
    new FileRefused(
      `${cleanText(name)} mixes UTF-8 and windows-1252 (near byte ${offset}); save all of it in one encoding`,
    )
  const decode = (chunk: Buffer): string => {
    if (encoding === 'ascii' && isAscii(chunk)) return chunk.toString('latin1')
    if (encoding !== 'windows-1252') {
      try {
        const text = utf8.decode(chunk)
        encoding = 'utf-8'
        return text
      } catch {
        if (encoding === 'utf-8') throw refuse()
        encoding = 'windows-1252'
      }
    }
    const text = other.decode(chunk)
    if (UTF8_IN_1252.test(text)) throw refuse()
    return text
  }
  for await (const next of bytes) {
    let chunk = carry.length === 0 ? next : Buffer.concat([carry, next])
    if (offset === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) {
      chunk = chunk.subarray(3)
      encoding = 'utf-8'
    }
    const end = encoding === 'windows-1252' ? chunk.length : wholeCharacters(chunk)
    carry = chunk.subarray(end)
    if (end === 0) continue
    yield decode(chunk.subarray(0, end))
    offset += end
  }
  if (carry.length > 0) yield decode(carry)
}

/** The length without a character that may continue in the next chunk. */
function wholeCharacters(chunk: Buffer): number {
  for (let at = chunk.length - 1; at >= Math.max(0, chunk.length - 3); at--) if (chunk[at]! >= 0xc0) return at
  return chunk.length
}
