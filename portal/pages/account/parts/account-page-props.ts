// Props of every account page.
import type { Session } from '../../../../src/http/api-types.ts'

export interface AccountPageProps {
  readonly session: Session
  /** The last part of the path, or an empty string. */
  readonly id: string
}
