// An endpoint's signing secrets: the current one and expiring ones, stored encrypted.
import type { Secrets } from '../kernel/secrets.ts'
import { newWebhookSecret } from './signature.ts'
import type { SealedSecret } from './webhook-tables.ts'

/** Rotating more often than this within one overlap drops the oldest. */
const MAX_SECRETS = 4

export interface NewSecret {
  /** Plain text, shown to the owner once. */
  readonly text: string
  readonly stored: readonly SealedSecret[]
}

export function firstSecret(secrets: Secrets): NewSecret {
  return addSecret(secrets, [], 0, 0)
}

/** Adds a secret; the active ones expire at the end of the overlap. */
export function addSecret(secrets: Secrets, old: readonly SealedSecret[], nowMs: number, overlapMs: number): NewSecret {
  const text = newWebhookSecret()
  const end = new Date(nowMs + overlapMs).toISOString()
  const ending = old
    .filter(({ ends_at }) => ends_at === null || Date.parse(ends_at) > nowMs)
    .map(({ sealed, ends_at }) => ({ sealed, ends_at: ends_at !== null && ends_at < end ? ends_at : end }))
  return { text, stored: [{ sealed: secrets.encrypt(text), ends_at: null }, ...ending].slice(0, MAX_SECRETS) }
}

/** Encrypted, newest first. */
export function activeSecrets(stored: readonly SealedSecret[], nowMs: number): string[] {
  return stored.filter(({ ends_at }) => ends_at === null || Date.parse(ends_at) > nowMs).map(({ sealed }) => sealed)
}
