// plinth webhooks listen: prints deliveries and whether their signatures are valid.
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, WebhookVerificationError } from '@plinth/client'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { firstSignal } from '../terminal/signals.ts'

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly secret?: readonly string[]
  readonly status: number
  readonly json?: boolean
}

/** Batches are under 1.1 MB, single events under 20 kB; the limit protects against other senders. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

export async function listenCommand(options: ListenOptions): Promise<number> {
  const { port, host, secret, status } = options
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end('Send deliveries with POST.\n')
    // Too large, or the sender hung up.
    const body = await readBody(request).catch(() => undefined)
    if (body === undefined) return response.writeHead(413, { connection: 'close' }).end()
    const check = await checkSignature(body, request.headers, secret)
    console.log(options.json ? asJson(body, check) : asLines(body, check))
    response.writeHead(status).end()
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => {
    throw new Stop('failed', `cannot listen on ${host}:${port}: ${error.message}`, 'Use --port 0 to pick a free port.')
  })
  const at = host.includes(':') ? `[${host}]` : host
  // On standard error, so that standard output has only deliveries.
  console.error(
    `listening on http://${at}:${(server.address() as AddressInfo).port}/, responding with ${status}; press Ctrl-C to stop`,
  )
  if (!secret) console.error('signatures are not checked; set the endpoint secret with --secret whsec_…')
  await firstSignal()
  server.close()
  server.closeAllConnections()
  return EXIT.ok
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new RangeError('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** `verified` is null when no secret is set. */
interface Check {
  readonly verified: boolean | null
  readonly why: string | null
}

async function checkSignature(
  body: Buffer,
  headers: IncomingHttpHeaders,
  secrets: ListenOptions['secret'],
): Promise<Check> {
  if (!secrets) return { verified: null, why: null }
  try {
    await verifyWebhook(body, headers, secrets)
    return { verified: true, why: null }
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { verified: false, why: error.message }
    throw error
  }
}

function parseBody(body: Buffer): Record<string, unknown> | null {
  try {
    const value = JSON.parse(body.toString())
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function asJson(body: Buffer, check: Check): string {
  return JSON.stringify({ received_at: new Date().toISOString(), ...check, event: parseBody(body) })
}

/** A batch is one line for the request, then one for each event. */
function asLines(body: Buffer, check: Check): string {
  const message = parseBody(body) ?? {}
  const events = (message.data as { events?: unknown } | undefined)?.events
  const isBatch = message.type === 'batch' && Array.isArray(events)
  const time = new Date().toISOString().slice(11, 19)
  const { verified, why } = check
  const mark = verified === null ? 'not checked' : verified ? '✓' : `✗ ${why}`
  if (!isBatch) return joinParts([time, ...partsOf(message), mark])
  const head = joinParts([time, 'batch', printable(message.id), `${events.length} events`, mark])
  return [head, ...events.map((event) => joinParts(['        ', ...partsOf(event ?? {})]))].join('\n')
}

const joinParts = (parts: readonly string[]) => parts.filter((part) => part !== '').join('  ')

/** `project.price_changed  evt_00000000117d  48217 after 48216  project 1480` */
function partsOf(event: Record<string, unknown>): string[] {
  const resource = (event.data as { resource?: Record<string, unknown> } | undefined)?.resource
  const numbers = [event.sequence, event.previous_sequence].map(printable).filter((text) => text !== '')
  return [
    printable(event.type) || 'no event type',
    printable(event.id),
    numbers.join(' after '),
    resource ? `${printable(resource.type)} ${printable(resource.id)}` : '',
  ]
}

/** The sender is untrusted: control characters must not reach the terminal. */
function printable(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
    .slice(0, 80)
}
