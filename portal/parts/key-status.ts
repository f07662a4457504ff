// Whether an API key works, from its dates.
import type { ApiKey } from '../../src/http/api-types.ts'

export type KeyStatus = 'active' | 'ending' | 'expired' | 'revoked'

const WEEK_MS = 7 * 86_400_000

export function keyStatus(key: Pick<ApiKey, 'revoked_at' | 'expires_at'>, nowMs = Date.now()): KeyStatus {
  if (key.revoked_at) return 'revoked'
  if (!key.expires_at) return 'active'
  const leftMs = Date.parse(key.expires_at) - nowMs
  if (leftMs <= 0) return 'expired'
  return leftMs < WEEK_MS ? 'ending' : 'active'
}
