// The fault for a session that has ended, also during the request: the person may be deleted at any time.
import { Fault } from '../../kernel/fault.ts'

export function sessionExpired(): Fault {
  return new Fault('expired_credentials', { detail: 'The session has expired. Sign in again.' })
}
