// Reads the public plan table, and which plans an error asks for.
import { PlinthError } from '@plinth/client'
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
  'file_rows',
  'stored_file_mib',
  'running_files',
] as const

export async function fetchPlans(signal: AbortSignal): Promise<Plans> {
  return (await plinth.request<{ data: Plans }>('GET', '/api/v1/plans', { signal })).data
}

/** The plans that include what was asked for, or null if the error is another one. */
export function requiredPlans(error: Error | undefined): readonly string[] | null {
  if (!(error instanceof PlinthError) || error.code !== 'plan_required') return null
  return (error.problem.required_plans ?? []) as string[]
}
