// Is this delivery ours, whole, and fresh? For receivers: Node 20 and newer, browsers, workers; it needs nothing but WebCrypto.
import type { WebhookEvent } from '../contract/event-schemas.ts'

export type VerificationReason =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'invalid_secret'
  | 'no_match'
  | 'invalid_body'

/** Answer 400 to a delivery that throws it, and do nothing else: it is not from us. */
export class WebhookVerificationError extends Error {
  readonly reason: VerificationReason
  constructor(reason: VerificationReason, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

/** As `node:http` gives them, or as `fetch` does. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the clocks may be apart, and how old a recorded delivery may be (default 300). */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970. */
  readonly now?: number
}

/**
 * `body` is what came over the wire, before anybody parsed it: the signature is over the bytes. With several secrets, as
 * while one is being rotated, any of them will do.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  checkTime(timestamp, toleranceSeconds, now)
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyBytes)
  if (keys.length === 0) throw new WebhookVerificationError('invalid_secret', 'There is no secret to verify with.')
  const message = signedBytes(id, timestamp, body)
  let matches = false
  for (const key of keys) {
    const expected = `v1,${await sign(key, message)}`
    for (const signature of signatures) matches = equals(signature, expected) || matches
  }
  if (!matches) throw new WebhookVerificationError('no_match', 'No signature is of this body and a known secret.')
  return parse(body)
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : lookUp(headers as Record<string, string>, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`)
}

function lookUp(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string) {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  const value = found === undefined ? undefined : headers[found]
  return typeof value === 'string' ? value : value?.join(' ')
}

/** An old delivery may have been recorded by somebody who now sends it again. */
function checkTime(timestamp: string, toleranceSeconds: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('invalid_timestamp', 'webhook-timestamp is not a number of seconds.')
  const age = now / 1000 - Number(timestamp)
  if (age > toleranceSeconds)
    throw new WebhookVerificationError('too_old', `It was signed ${Math.round(age)} s ago; is your clock right?`)
  if (-age > toleranceSeconds)
    throw new WebhookVerificationError('too_new', `It was signed ${Math.round(-age)} s ahead; is your clock right?`)
}

function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(secret.replace(/^whsec_/, ''))
    if (text !== '') return Uint8Array.from(text, (char) => char.charCodeAt(0))
  } catch {
    // Said below.
  }
  throw new WebhookVerificationError('invalid_secret', 'The secret is not whsec_ and base64; copy it whole.')
}

function signedBytes(id: string, timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new WebhookVerificationError('invalid_body', 'The body must be text or bytes as they came, not parsed JSON.')
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

/** Takes as long for a near miss as for a far one. */
function equals(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i)
  return difference === 0
}

function parse(body: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    throw new WebhookVerificationError('invalid_body', 'The body is signed, but it is not JSON.')
  }
}
