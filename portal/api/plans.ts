// The plans, as anybody may read them.
import type { Plans } from '../../src/contract/wire-types.ts'
import { plinth } from './plinth.ts'

/** In the order they are shown in. */
export const LIMITS = [
  'requests_per_minute',
  'requests_per_month',
  'lookups_per_month',
  'batch_addresses_per_minute',
  'change_retention_days',
  'webhook_endpoints',
] as const

export async function readPlans(signal: AbortSignal): Promise<Plans> {
  return (await plinth.request<{ data: Plans }>('GET', '/api/v1/plans', { signal })).data
}
