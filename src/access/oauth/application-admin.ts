// OAuth applications and consents as entry points use them. Each method is one transaction unless it takes a `tx`.
import type { Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import type { Principal } from '../rights/principal.ts'
import type { ApplicationChange, ApplicationInput, ClientRow, CreatedClient } from './clients.ts'
import {
  changeApplication,
  createApplication,
  deleteApplication,
  isSelfRegistered,
  listApplications,
  rotateSecret,
} from './clients.ts'
import type { Consent, Grant } from './grants.ts'
import { giveConsent, listGrants, withdrawConsent } from './grants.ts'
import type { OAuthDeps } from './oauth-deps.ts'

export class ApplicationAdmin {
  readonly #deps: Omit<OAuthDeps, 'cause'>

  constructor(deps: Omit<OAuthDeps, 'cause'>) {
    this.#deps = deps
  }

  list(accountId: string): Promise<ClientRow[]> {
    return listApplications(this.#deps.db, accountId)
  }

  create(tx: Tx, accountId: string, input: ApplicationInput, cause: Cause): Promise<CreatedClient> {
    return createApplication(tx, this.#deps.secrets, accountId, input, cause, this.#now())
  }

  change(accountId: string, id: string, change: ApplicationChange, cause: Cause): Promise<ClientRow> {
    return this.#commit((tx) => changeApplication(tx, accountId, id, change, cause, this.#now()))
  }

  rotateSecret(principal: Principal, id: string, overlapSeconds: number, cause: Cause): Promise<CreatedClient> {
    const oldUntil = new Date(this.#deps.clock.now() + overlapSeconds * 1000)
    return this.#deps.db.tx((tx) => rotateSecret(tx, this.#deps.secrets, principal, id, oldUntil, cause))
  }

  delete(accountId: string, id: string, cause: Cause): Promise<void> {
    return this.#commit((tx) => deleteApplication(tx, accountId, id, cause, this.#now()))
  }

  isSelfRegistered(clientId: string): Promise<boolean> {
    return isSelfRegistered(this.#deps.db, clientId)
  }

  listConsents(personId: string): Promise<Grant[]> {
    return listGrants(this.#deps.db, personId, this.#now())
  }

  giveConsent(consent: Consent, cause: Cause): Promise<string> {
    return this.#deps.db.tx((tx) => giveConsent(tx, consent, cause, this.#now()))
  }

  withdrawConsent(personId: string, id: string, cause: Cause): Promise<void> {
    return this.#commit((tx) => withdrawConsent(tx, personId, id, cause, this.#now()))
  }

  /** Revoked tokens stop working on this node before the caller gets a response. */
  async #commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await this.#deps.db.tx(work)
    await this.#deps.tokensChanged()
    return result
  }

  #now(): Date {
    return new Date(this.#deps.clock.now())
  }
}
