// What every tab of the account is given.
import type { Session } from '../../../../src/contract/api-types.ts'

export interface AccountPageProps {
  readonly session: Session
  /** The last part of the path, where there is one. */
  readonly id: string
}
