// The plans, as anybody may read them.
import type { Plans } from '../../src/contract/types.ts'
import { plinth } from './plinth.ts'

export async function readPlans(signal: AbortSignal): Promise<Plans> {
  return (await plinth.request<{ data: Plans }>('GET', '/api/v1/plans', { signal })).data
}
