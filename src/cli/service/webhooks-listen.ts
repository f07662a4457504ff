// plinth webhooks listen: a receiver for trying things out, which says what came and whether it is genuine.
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, WebhookVerificationError } from '../../client/client.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { firstSignal } from '../signals.ts'

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly secret?: readonly string[]
  readonly status: number
  readonly json?: boolean
}

/** What is sent stays under 20 kB; this is for whoever else finds the port. */
const MAX_BODY_BYTES = 256 * 1024

export async function listenCommand(options: ListenOptions): Promise<number> {
  const { port, host, secret, status } = options
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end('Deliveries are POSTed.\n')
    const body = await readBody(request).catch(() => undefined)
    if (body === undefined) return response.writeHead(413, { connection: 'close' }).end()
    const check = await checkOf(body, request.headers, secret)
    console.log(options.json ? asJson(body, check) : asLine(body, check))
    response.writeHead(status).end()
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => {
    throw new Stop('failed', `cannot listen on ${host}:${port}: ${error.message}`, '--port 0 takes a free one.')
  })
  const at = host.includes(':') ? `[${host}]` : host
  // On the error stream, so that --json is nothing but deliveries.
  console.error(
    `listening on http://${at}:${(server.address() as AddressInfo).port}/, answering ${status}; Ctrl-C ends it`,
  )
  if (!secret) console.error('signatures are not checked: give the secret of the endpoint by --secret whsec_…')
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

/** `verified` is null when there was no secret to check with. */
interface Check {
  readonly verified: boolean | null
  readonly why: string | null
}

async function checkOf(body: Buffer, headers: IncomingHttpHeaders, secrets: ListenOptions['secret']): Promise<Check> {
  if (!secrets) return { verified: null, why: null }
  try {
    await verifyWebhook(body, headers, secrets)
    return { verified: true, why: null }
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { verified: false, why: error.message }
    throw error
  }
}

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value = JSON.parse(body.toString())
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function asJson(body: Buffer, check: Check): string {
  return JSON.stringify({ received_at: new Date().toISOString(), ...check, event: parsed(body) })
}

/** `06:00:04  project.price_changed  evt_00000000117d  48217 after 48216  project 1480  ✓` */
function asLine(body: Buffer, { verified, why }: Check): string {
  const event = parsed(body) ?? {}
  const resource = (event.data as { resource?: Record<string, unknown> } | undefined)?.resource
  const mark = verified === null ? 'not checked' : verified ? '✓' : `✗ ${why}`
  const numbers = [event.sequence, event.previous_sequence].map(plain).filter((text) => text !== '')
  const parts = [plain(event.type) || 'no event', plain(event.id), numbers.join(' after ')]
  const about = resource ? [`${plain(resource.type)} ${plain(resource.id)}`] : []
  return [new Date().toISOString().slice(11, 19), ...parts, ...about, mark].filter((part) => part !== '').join('  ')
}

/** Anybody may send anything here: no control characters reach the terminal, and no line becomes a page. */
function plain(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
    .slice(0, 80)
}
