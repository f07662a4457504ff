// Somebody who only looks around: no key, the sandbox, reading. `Authorization: Visitor` says so.
import type { Scope } from '../plans.ts'
import type { Principal } from '../principal.ts'
import { principalOf } from '../principal.ts'

/** The whole Authorization header of a visitor. */
export const VISITOR = 'Visitor'

export const VISITOR_SCOPES: readonly Scope[] = [
  'projects:read',
  'floor_plans:read',
  'media:read',
  'building_links:read',
  'history:read',
]

const ACCOUNT_ID = 'acc_visitors'

/** The same for all of them; their minutes are told apart by network address, and nothing of theirs is written down. */
export const visitor: Principal = principalOf(
  { id: ACCOUNT_ID, email: null, plan: 'sandbox', status: 'active', created_at: '1970-01-01T00:00:00.000Z' },
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
