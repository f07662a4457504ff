// The principal of visitors without an account: read-only access to the sandbox.
import type { Scope } from '../rights/plans.ts'
import type { Principal } from '../rights/principal.ts'
import { principalOf } from '../rights/principal.ts'

/** The complete Authorization header of a visitor. */
export const VISITOR = 'Visitor'

export const VISITOR_SCOPES: readonly Scope[] = [
  'projects:read',
  'floor_plans:read',
  'media:read',
  'building_links:read',
  'history:read',
]

const ACCOUNT_ID = 'acc_visitors'

/** Shared by all visitors. Rate limits are per network address, and usage is not recorded. */
export const visitor: Principal = principalOf(
  {
    id: ACCOUNT_ID,
    email: null,
    plan: 'sandbox',
    status: 'active',
    created_at: '1970-01-01T00:00:00.000Z',
    erase_at: null,
  },
  {
    kind: 'visitor',
    id: 'visitor',
    account_id: ACCOUNT_ID,
    mode: 'test',
    hash: '',
    scopes: VISITOR_SCOPES,
    expires_at: null,
    revoked_at: null,
  },
)
