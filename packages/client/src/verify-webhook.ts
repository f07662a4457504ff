// Verifies webhook signatures in Node 20 or later, browsers and workers. Needs only WebCrypto.
import type { WebhookEvent, WebhookMessage } from './api-types.ts'

export type VerificationReason =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'invalid_secret'
  | 'no_match'
  | 'invalid_body'

/** The delivery is not authentic. Respond with 400 and ignore the body. */
export class WebhookVerificationError extends Error {
  readonly reason: VerificationReason
  constructor(reason: VerificationReason, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

/** Headers from `node:http` or `fetch`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

function fail(reason: VerificationReason, message: string): never {
  throw new WebhookVerificationError(reason, message)
}

export interface VerifyOptions {
  /** Maximum age of a delivery, and maximum clock difference, in seconds. Default: 300. */
  readonly toleranceSeconds?: number
  /** Current time in milliseconds since 1970. Default: the system clock. */
  readonly now?: number
}

/**
 * Verifies the signature and returns the event, or a batch of events: see `eventsOf`. `body` must be the raw body before parsing, because the signature covers
 * the bytes. During a rotation, pass both secrets.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  checkTime(timestamp, toleranceSeconds, now)
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyBytes)
  if (keys.length === 0) return fail('invalid_secret', 'Pass at least one secret.')
  const message = signedBytes(id, timestamp, body)
  let matches = false
  for (const key of keys) {
    const expected = `v1,${await sign(key, message)}`
    for (const signature of signatures) matches = equals(signature, expected) || matches
  }
  if (!matches)
    return fail('no_match', 'No signature matches the body and the secret. Check the secret, and pass the raw body.')
  return parse(body)
}

/** The events of a request: those of a batch, or the one event. */
export function eventsOf(message: WebhookMessage): readonly WebhookEvent[] {
  return message.type === 'batch' ? message.data.events : [message]
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : lookUp(headers as Record<string, string>, name)
  if (typeof value === 'string' && value !== '') return value
  return fail('missing_header', `The ${name} header is missing.`)
}

function lookUp(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string) {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  const value = found === undefined ? undefined : headers[found]
  return typeof value === 'string' ? value : value?.join(' ')
}

/** Rejects old deliveries, which may be replay attacks. */
function checkTime(timestamp: string, toleranceSeconds: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) fail('invalid_timestamp', 'webhook-timestamp must be a number of seconds.')
  const age = now / 1000 - Number(timestamp)
  if (age > toleranceSeconds)
    fail('too_old', `The delivery was signed ${Math.round(age)} s ago. Check your system clock.`)
  if (-age > toleranceSeconds)
    fail('too_new', `The delivery was signed ${Math.round(-age)} s in the future. Check your system clock.`)
}

function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(secret.replace(/^whsec_/, ''))
    if (text !== '') return Uint8Array.from(text, (char) => char.charCodeAt(0))
  } catch {
    // Throws below.
  }
  return fail('invalid_secret', 'The secret must be whsec_ followed by base64. Copy the whole secret.')
}

function signedBytes(id: string, timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    return fail('invalid_body', 'The body must be the raw text or bytes, not parsed JSON.')
  const encoder = new TextEncoder()
  const head = encoder.encode(`${id}.${timestamp}.`)
  const rest = typeof body === 'string' ? encoder.encode(body) : body
  const all = new Uint8Array(head.length + rest.length)
  all.set(head)
  all.set(rest, head.length)
  return all
}

async function sign(keyBytes: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mac = new Uint8Array(await subtle.sign('HMAC', key, message))
  return btoa(String.fromCharCode(...mac))
}

/** Constant-time comparison. */
function equals(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}

function parse(body: string | Uint8Array): WebhookMessage {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    return fail('invalid_body', 'The signature is valid, but the body is not JSON.')
  }
}
