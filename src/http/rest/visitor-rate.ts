// The limit of batches without a key.
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import type { CoreServices } from '../server/services.ts'

/** Visitors have no monthly quota, so batches are limited per network and minute instead. */
export const MAX_VISITOR_QUERIES = 200
export const VISITOR_BATCHES_PER_MINUTE = 10

type VisitorCall = { readonly services: Pick<CoreServices, 'access'>; readonly address: string }

export function requireVisitorRate({ services: { access }, address }: VisitorCall, count: number): void {
  if (count > MAX_VISITOR_QUERIES)
    throw new Fault('payload_too_large', {
      detail: say`Without a key, a batch takes at most ${MAX_VISITOR_QUERIES} addresses.`,
    })
  const { allowed, waitSeconds } = access.rates.takeVisitorBatch(address, VISITOR_BATCHES_PER_MINUTE)
  if (allowed) return
  throw new Fault('rate_limited', {
    detail: say`Without a key, at most ${VISITOR_BATCHES_PER_MINUTE} batches a minute. Try again in ${waitSeconds} s.`,
    retryAfterSeconds: waitSeconds,
  })
}
