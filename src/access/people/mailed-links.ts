// Links that are sent by mail: random, kept as a keyed hash, good once, for an hour, for the address they were sent to.

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

const GOOD_MS = HOUR_MS
const SHAPE = /^pl_mail_[0-9A-Za-z]{43}$/

export class MailedLinks {
  readonly #secrets: Secrets

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /** A new link; the ones of the same purpose that were sent before are worth nothing from here on. */
  async issue(tx: Tx, purpose: LinkPurpose, { person_id, email }: MailedLink, now: number): Promise<string> {
    await tx.deleteFrom('mailed_links').where('person_id', '=', person_id).where('purpose', '=', purpose).execute()
    const token = `pl_mail_${randomBase62(43)}`
    const expires_at = new Date(now + GOOD_MS).toISOString()
    await tx
      .insertInto('mailed_links')
      .values({ hash: this.#hash(purpose, token), person_id, purpose, email, expires_at })
      .execute()
    return token
  }

  /** Whose link it is, without using it up. */
  async read(db: Database, purpose: LinkPurpose, token: string, now: number): Promise<MailedLink> {
    const row = SHAPE.test(token)
      ? await db.query
          .selectFrom('mailed_links')
          .select(['person_id', 'email'])
          .where('hash', '=', this.#hash(purpose, token))
          .where('expires_at', '>', new Date(now).toISOString())
          .executeTakeFirst()
      : undefined
    return row ?? spent()
  }

  /** Of two at once, one finds it. */
  async use(tx: Tx, purpose: LinkPurpose, token: string, now: number): Promise<MailedLink> {
    const row = await tx
      .deleteFrom('mailed_links')
      .where('hash', '=', this.#hash(purpose, token))
      .where('expires_at', '>', new Date(now).toISOString())
      .returning(['person_id', 'email'])
      .executeTakeFirst()
    return row ?? spent()
  }

  async deleteExpired(db: Database, now: number): Promise<void> {
    await db.query.deleteFrom('mailed_links').where('expires_at', '<=', new Date(now).toISOString()).execute()
  }

  #hash(purpose: LinkPurpose, token: string): string {
    return this.#secrets.hashKey(`mailed ${purpose} ${token}`)
  }
}

function spent(): never {
  throw new Fault('link_expired', { detail: 'This link was used, has expired, or was never sent. Ask for a new one.' })
}
