// Creates secrets and signature headers according to Standard Webhooks.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** `whsec_` followed by 32 random bytes in base64. The bytes are the key. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** One signature per secret: during a rotation the receiver may have either. */
export function signatureHeaders(
  id: string,
  timestampSeconds: number,
  body: string,
  secrets: readonly string[],
): { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } {
  const timestamp = String(Math.floor(timestampSeconds))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
