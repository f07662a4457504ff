// Reads a request body as its content type says, within limits of size and time.
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { nextTurn } from '../../kernel/turns.ts'
import type { Exchange } from './exchange.ts'
import { BodySource, OCTETS } from './input/body-source.ts'
import { FORM, parseForm } from './input/form-body.ts'
import { parseJson } from './input/json-body.ts'
import { LineSource, NDJSON } from './input/line-source.ts'
import type { BodyMemory } from './load/body-memory.ts'
import type { Operation } from './route.ts'

export const BODY_LIMIT = 64 * 1024
const BODY_TIMEOUT_MS = 30_000
const JSON_BODY = 'application/json'

/** `application/json; charset=utf-8` → `application/json`. */
function typeOf({ headers }: Exchange): string {
  const header = headers['content-type'] ?? ''
  const cut = header.indexOf(';')
  return (cut < 0 ? header : header.slice(0, cut)).trim().toLowerCase()
}

export function isStream(exchange: Exchange, { stream }: Operation): boolean {
  return stream !== undefined && typeOf(exchange) === NDJSON
}

/** The limit for a body that the operation reads as it arrives. */
export function streamLimit(exchange: Exchange, operation: Operation): number | undefined {
  if (isStream(exchange, operation)) return Number.POSITIVE_INFINITY
  return isUpload(exchange, operation) ? operation.upload?.mostBytes : undefined
}

function isUpload(exchange: Exchange, { upload }: Operation): boolean {
  const type = typeOf(exchange)
  return upload !== undefined && (type === OCTETS || (upload.types ?? []).includes(type))
}

/**
 * A request that may have a body: GET requests have none that is read. Many clients send `application/json` with every
 * request, also without a body. A file may be empty.
 */
export function hasBody({ method, headers }: Exchange, { stream, upload }: Operation): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return length !== '0' || encoding !== undefined || (type !== undefined && Boolean(stream ?? upload))
}

/** Reserves the announced length; without one, the maximum. */
export function reserveBody(memory: BodyMemory, exchange: Exchange, maxBytes: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = exchange.headers
  if (length === undefined && encoding === undefined) return
  const free = memory.reserve(callerOf(exchange), length === undefined ? maxBytes : Number(length))
  if (free) exchange.response.once('close', free)
}

function callerOf({ principal, address }: Exchange): string {
  return principal && principal.credential.kind !== 'visitor' ? principal.account.id : address
}

export async function readBody(exchange: Exchange, operation: Operation, limit: number): Promise<unknown> {
  const { request } = exchange
  const type = typeOf(exchange)
  if (type === NDJSON && operation.stream) return new LineSource(request)
  if (isUpload(exchange, operation)) return new BodySource(request)
  // Only pages accept forms, because any site can make a browser send one.
  const accepted = operation.page ? FORM : operation.upload && !operation.body ? OCTETS : JSON_BODY
  if (type !== accepted) throw new Fault('unsupported_media_type', { detail: say`Send the body as ${accepted}.` })
  const bytes = await readBytes(exchange, limit)
  // 4 MiB take 0.1 s. Many that end in one turn would keep other requests waiting for their sum.
  if (bytes.length > BODY_LIMIT) await nextTurn()
  if (operation.page) return parseForm(bytes)
  // Sent in chunks, of which there was none.
  return bytes.length === 0 ? undefined : parseJson(bytes)
}

function readBytes(exchange: Exchange, limit: number): Promise<Buffer> {
  const { request } = exchange
  limitBodyTime(exchange)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = () => request.off('data', add).off('end', end).off('error', fail).off('close', leave)
    const add = (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      if (length > limit) fail(new Fault('payload_too_large'))
    }
    const end = () => {
      stop()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    }
    const fail = (error: Error) => {
      stop()
      // Discards the rest, so that the connection can be used again.
      request.resume()
      reject(error instanceof Fault ? error : new Fault('malformed_json', { cause: error }))
    }
    const leave = () => fail(new Error('the client disconnected before the end of the body'))
    request.on('data', add).on('end', end).on('error', fail).on('close', leave)
  })
}

/** Ends a body that arrives too slowly. */
export function limitBodyTime(exchange: Exchange): void {
  const { request, response } = exchange
  const timer = setTimeout(() => {
    // An error that nobody handles would end the process.
    if (response.writableEnded || request.listenerCount('error') === 0) return void request.destroy()
    exchange.setHeader('connection', 'close')
    request.emit('error', new Fault('request_timeout', { detail: 'The body took more than 30 s to arrive.' }))
  }, BODY_TIMEOUT_MS)
  timer.unref()
  const stop = () => clearTimeout(timer)
  request.once('end', stop).once('close', stop)
}
