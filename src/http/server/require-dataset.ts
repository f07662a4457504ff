// Refuses operations on a dataset that does not have its first data yet.
import type { Scope } from '../../access/rights/plans.ts'
import type { CredentialPolicy } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { DatasetLoading } from '../../catalog/dataset-loading.ts'

/** Operations with these scopes read the dataset of the caller. */
const DATA_SCOPES: ReadonlySet<Scope | null> = new Set<Scope>([
  'projects:read',
  'floor_plans:read',
  'media:read',
  'building_links:read',
  'building_links:write',
  'listings:read',
  'listings:write',
  'history:read',
  'exports:read',
])

export function requireDataset(loading: DatasetLoading, policy: CredentialPolicy, { dataset }: Principal): void {
  if (DATA_SCOPES.has(policy.scope) && !policy.whileLoading) loading.requireReady(dataset)
}
