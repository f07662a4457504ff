// Range requests (RFC 9110, section 14): one byte range. Other ranges get the whole file.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'

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

/** A file on disk, sent without reading it into memory. */
export interface FileBody {
  readonly path: string
  readonly bytes: number
  /** Reads this open file, although another may have its path by now. It stays open. */
  readonly fd?: number
}

export function sendBytes(bytes: Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const part = chooseRange(bytes.length, request, reply)
  return reply.send(part ? bytes.subarray(part.from, part.to + 1) : bytes)
}

/** The range applies to the bytes of the chosen encoding, as its ETag does. */
export function sendFile({ path, bytes, fd }: FileBody, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const part = chooseRange(bytes, request, reply)
  reply.header('content-length', String(part ? part.to - part.from + 1 : bytes))
  // For HEAD the length is enough; the file stays closed.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const open = fd === undefined ? {} : { fd, autoClose: false, start: 0 }
  return reply.send(createReadStream(path, { ...open, ...(part && { start: part.from, end: part.to }) }))
}

/** Sets status and headers. Expects the ETag on the reply. */
function chooseRange(length: number, request: FastifyRequest, reply: FastifyReply): ByteRange | undefined {
  reply.header('accept-ranges', 'bytes')
  const { range, 'if-range': ifRange } = request.headers
  // If-Range requires a strong match (RFC 9110, 13.1.5).
  const applies = request.method === 'GET' && (ifRange === undefined || ifRange === reply.getHeader('etag'))
  const part = applies ? readRange(range, length) : undefined
  if (part === 'unsatisfiable') {
    for (const name of ['etag', 'content-disposition', 'content-encoding', 'digest']) reply.removeHeader(name)
    reply.header('content-range', `bytes */${length}`)
    throw new Fault('range_not_satisfiable', { detail: say`The file has ${length} bytes.` })
  }
  if (part) reply.code(206).header('content-range', `bytes ${part.from}-${part.to}/${length}`)
  return part
}
