// Range requests (RFC 9110, section 14): one byte range. Other ranges get the whole file.
import { createReadStream, open, read } from 'node:fs'
import type { Readable } from 'node:stream'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import type { Exchange } from './exchange.ts'
import type { FileBody } from './services.ts'

interface ByteRange {
  readonly from: number
  /** Inclusive, as in Content-Range. */
  readonly to: number
}

/** Undefined: send the whole file. `unsatisfiable`: 416. */
function readRange(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim())
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  if (first === '') {
    const suffix = Number(last)
    return suffix === 0 || length === 0 ? 'unsatisfiable' : { from: Math.max(0, length - suffix), to: length - 1 }
  }
  const from = Number(first)
  const to = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= length ? 'unsatisfiable' : { from, to }
}

export function rangeOfBytes(bytes: Buffer, exchange: Exchange): Buffer {
  const part = chooseRange(bytes.length, exchange)
  return part ? bytes.subarray(part.from, part.to + 1) : bytes
}

/** Other requests read the same open file. A stream whose client leaves would close it, even with `autoClose: false`. */
const KEEP_OPEN = { open, read, close: (_fd: number, done: (error: null) => void) => done(null) }

/** The range applies to the bytes of the chosen encoding, as its ETag does. Undefined for HEAD: the file stays closed. */
export function rangeOfFile({ path, bytes, fd }: FileBody, exchange: Exchange): Readable | undefined {
  const part = chooseRange(bytes, exchange)
  exchange.setHeader('content-length', String(part ? part.to - part.from + 1 : bytes))
  if (exchange.method === 'HEAD') return undefined
  const opened = fd === undefined ? {} : { fd, fs: KEEP_OPEN, start: 0 }
  return createReadStream(path, { ...opened, ...(part && { start: part.from, end: part.to }) })
}

/** Sets status and headers. Expects the ETag in them. */
function chooseRange(length: number, exchange: Exchange): ByteRange | undefined {
  const { method, headers } = exchange
  exchange.setHeader('accept-ranges', 'bytes')
  const { range, 'if-range': ifRange } = headers
  // If-Range requires a strong match (RFC 9110, 13.1.5).
  const applies = method === 'GET' && (ifRange === undefined || ifRange === exchange.header('etag'))
  const part = applies ? readRange(range, length) : undefined
  if (part === 'unsatisfiable') {
    for (const name of ['etag', 'content-disposition', 'content-encoding', 'digest']) exchange.removeHeader(name)
    exchange.setHeader('content-range', `bytes */${length}`)
    throw new Fault('range_not_satisfiable', { detail: say`The file has ${length} bytes.` })
  }
  if (part) {
    exchange.status = 206
    exchange.setHeader('content-range', `bytes ${part.from}-${part.to}/${length}`)
  }
  return part
}
