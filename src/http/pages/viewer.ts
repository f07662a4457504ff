// Who looks at a page, as far as its header shows it.
import type { PresentedCredentials } from '../../access/authenticator.ts'
import type { CoreServices } from '../server/services.ts'

/** `staff` can open the desk. */
export type Viewer = 'visitor' | 'person' | 'staff'

/** A page that anyone may read must not fail because the session cannot be read. */
export async function viewerOf(call: { services: CoreServices; credentials: PresentedCredentials }): Promise<Viewer> {
  const { services, credentials } = call
  // As a visitor, then.
  const session = await services.access.authenticator.findSession(credentials.cookie).catch(() => null)
  if (!session) return 'visitor'
  return session.person.role ? 'staff' : 'person'
}
