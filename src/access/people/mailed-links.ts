// Emailed links: single use, valid for an hour, stored as keyed hashes.

import type { Database, Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { HOUR_MS } from '../../kernel/time.ts'

export type LinkPurpose = 'verify' | 'reset'

export interface MailedLink {
  readonly person_id: string
  readonly email: string
}

const LIFETIME_MS = HOUR_MS
const SHAPE = /^pl_mail_[0-9A-Za-z]{43}$/

export class MailedLinks {
  readonly #secrets: Secrets

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /** Creates a link and invalidates earlier ones for the same purpose. */
  async issue(tx: Tx, purpose: LinkPurpose, { person_id, email }: MailedLink, now: number): Promise<string> {
    await tx.deleteFrom('mailed_links').where('person_id', '=', person_id).where('purpose', '=', purpose).execute()
    const token = `pl_mail_${randomBase62(43)}`
    const expires_at = new Date(now + LIFETIME_MS).toISOString()
    await tx
      .insertInto('mailed_links')
      .values({ hash: this.#hash(purpose, token), person_id, purpose, email, expires_at })
      .execute()
    return token
  }

  /** Reads the link without using it. */
  async read(db: Database, purpose: LinkPurpose, token: string, now: number): Promise<MailedLink> {
    const row = SHAPE.test(token)
      ? await db.query
          .selectFrom('mailed_links')
          .select(['person_id', 'email'])
          .where('hash', '=', this.#hash(purpose, token))
          .where('expires_at', '>', new Date(now).toISOString())
          .executeTakeFirst()
      : undefined
    return row ?? invalidLink()
  }

  /** Uses the link; of two concurrent calls only one succeeds. */
  async use(tx: Tx, purpose: LinkPurpose, token: string, now: number): Promise<MailedLink> {
    const row = await tx
      .deleteFrom('mailed_links')
      .where('hash', '=', this.#hash(purpose, token))
      .where('expires_at', '>', new Date(now).toISOString())
      .returning(['person_id', 'email'])
      .executeTakeFirst()
    return row ?? invalidLink()
  }

  async deleteExpired(db: Database, now: number): Promise<void> {
    await db.query.deleteFrom('mailed_links').where('expires_at', '<=', new Date(now).toISOString()).execute()
  }

  #hash(purpose: LinkPurpose, token: string): string {
    return this.#secrets.hashKey(`mailed ${purpose} ${token}`)
  }
}

function invalidLink(): never {
  throw new Fault('link_expired', { detail: 'This link is invalid, expired or already used. Request a new one.' })
}
