// Emailed links: single use, valid for an hour, stored as keyed hashes.

import type { Database, Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/time.ts'

export type LinkPurpose = 'verify' | 'reset'

export interface MailedLink {
  readonly person_id: string
  readonly email: string
}

const LIFETIME_MS = HOUR_MS
/** A used link says so for this long. */
const USED_MS = 30 * DAY_MS
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
          .where('used_at', 'is', null)
          .executeTakeFirst()
      : undefined
    return row ?? invalidLink()
  }

  /** True if the link did its work earlier. Only someone with the link learns it. */
  async isUsed(db: Database, purpose: LinkPurpose, token: string): Promise<boolean> {
    if (!SHAPE.test(token)) return false
    const row = await db.query
      .selectFrom('mailed_links')
      .select('used_at')
      .where('hash', '=', this.#hash(purpose, token))
      .executeTakeFirst()
    return (row?.used_at ?? null) !== null
  }

  /** Uses the link; of two concurrent calls only one succeeds. */
  async use(tx: Tx, purpose: LinkPurpose, token: string, now: number): Promise<MailedLink> {
    const row = await tx
      .updateTable('mailed_links')
      .set({ used_at: new Date(now).toISOString(), expires_at: new Date(now + USED_MS).toISOString() })
      .where('hash', '=', this.#hash(purpose, token))
      .where('expires_at', '>', new Date(now).toISOString())
      .where('used_at', 'is', null)
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
