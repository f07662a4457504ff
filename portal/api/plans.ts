// Reads the public plan table.
import type { Plans } from '../../src/http/api-types.ts'
import { plinth } from './plinth.ts'

/** In display order. */
export const LIMITS = [
  'requests_per_minute',
  'requests_per_month',
  'lookups_per_month',
  'batch_addresses_per_minute',
  'suggest_per_minute',
  'change_retention_days',
  'webhook_endpoints',
  'stored_listings',
  'request_log_days',
] as const

export async function fetchPlans(signal: AbortSignal): Promise<Plans> {
  return (await plinth.request<{ data: Plans }>('GET', '/api/v1/plans', { signal })).data
}
