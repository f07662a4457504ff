// Range requests (RFC 9110, section 14): one byte range. Other ranges get the whole file.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/fault.ts'

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

/** Expects the ETag on the reply. */
export function sendBytes(bytes: Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('accept-ranges', 'bytes')
  const { range, 'if-range': ifRange } = request.headers
  // If-Range requires a strong match (RFC 9110, 13.1.5).
  const applies = request.method === 'GET' && (ifRange === undefined || ifRange === reply.getHeader('etag'))
  const part = applies ? readRange(range, bytes.length) : undefined
  if (part === 'unsatisfiable') {
    for (const name of ['etag', 'content-disposition']) reply.removeHeader(name)
    reply.header('content-range', `bytes */${bytes.length}`)
    throw new Fault('range_not_satisfiable', { detail: `The file has ${bytes.length} bytes.` })
  }
  if (!part) return reply.send(bytes)
  reply.header('content-range', `bytes ${part.from}-${part.to}/${bytes.length}`)
  return reply.code(206).send(bytes.subarray(part.from, part.to + 1))
}
