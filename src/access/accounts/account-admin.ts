// Accounts and API keys as entry points use them. Each method is one transaction unless it takes a `tx`.
import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Account, ApiKey, Principal } from '../rights/principal.ts'
import type { AccountSearch } from './account-search.ts'
import { readAccount, searchAccounts } from './account-search.ts'
import type { AccountChange, AccountWithKey, CreatedKey, Grant, KeyChange, KeyInput } from './accounts.ts'
import {
  changeAccount,
  createKey,
  grantKey,
  listKeys,
  openSandboxAccount,
  revokeAnyKey,
  revokeKey,
  rotateKey,
  updateKey,
} from './accounts.ts'
import { scheduleErasure } from './delete-account.ts'

export interface AccountAdminDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  /** Makes a committed change visible on this node at once. */
  changed(): Promise<void>
}

export class AccountAdmin {
  readonly #deps: AccountAdminDeps

  constructor(deps: AccountAdminDeps) {
    this.#deps = deps
  }

  search(query: AccountSearch): Promise<{ accounts: Account[]; hasMore: boolean }> {
    return searchAccounts(this.#deps.db, query)
  }

  find(id: string): Promise<Account | undefined> {
    return readAccount(this.#deps.db, id)
  }

  change(id: string, change: AccountChange, cause: Cause): Promise<Account | undefined> {
    return this.#commit((tx) => changeAccount(tx, id, change, cause))
  }

  /** Suspends the account at once. It is erased after seven days. */
  delete(id: string, announce: (tx: Tx, eraseAt: string) => Promise<void>, cause: Cause): Promise<Account> {
    return this.#commit((tx) => scheduleErasure(tx, id, announce, cause, new Date(this.#deps.clock.now())))
  }

  grantKey(grant: Grant, cause: Cause): Promise<AccountWithKey> {
    return this.#commit((tx) => grantKey(tx, this.#deps.secrets, grant, cause))
  }

  listKeys(accountId: string): Promise<ApiKey[]> {
    return listKeys(this.#deps.db, accountId)
  }

  updateKey(principal: Principal, keyId: string, change: KeyChange, cause: Cause): Promise<ApiKey> {
    return this.#commit((tx) => updateKey(tx, principal, keyId, change, cause))
  }

  revokeKey(accountId: string, keyId: string, cause: Cause): Promise<ApiKey> {
    const at = new Date(this.#deps.clock.now()).toISOString()
    return this.#commit((tx) => revokeKey(tx, accountId, keyId, at, cause))
  }

  /** For operators. */
  revokeAnyKey(keyId: string, cause: Cause): Promise<ApiKey> {
    return this.#commit((tx) => revokeAnyKey(tx, keyId, new Date(this.#deps.clock.now()).toISOString(), cause))
  }

  openSandbox(tx: Tx, email: string, cause: Cause): Promise<AccountWithKey> {
    return openSandboxAccount(tx, this.#deps.secrets, email, cause)
  }

  createKey(tx: Tx, account: Account, input: KeyInput, cause: Cause): Promise<CreatedKey> {
    return createKey(tx, this.#deps.secrets, account, input, cause)
  }

  /** The old key keeps working for `overlapSeconds`. */
  rotateKey(tx: Tx, principal: Principal, keyId: string, overlapSeconds: number, cause: Cause): Promise<CreatedKey> {
    const { clock, secrets } = this.#deps
    const oldUntil = new Date(clock.now() + overlapSeconds * 1000).toISOString()
    return rotateKey(tx, secrets, principal, keyId, oldUntil, cause)
  }

  async #commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await this.#deps.db.tx(work)
    await this.#deps.changed()
    return result
  }
}
