// Emailed links: single use, valid for a time, stored as keyed hashes.
import type { Database, Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/time.ts'

/** What a link is for, and how long it works. */
export const LINK_LIFETIMES_MS = { verify: HOUR_MS, reset: HOUR_MS, invitation: 7 * DAY_MS } as const
type LinkPurpose = keyof typeof LINK_LIFETIMES_MS
type PersonPurpose = Exclude<LinkPurpose, 'invitation'>

export interface MailedLink {
  readonly person_id: string
  readonly email: string
}

/** A used link says so for this long. */
const USED_MS = 30 * DAY_MS
const SHAPE = /^pl_mail_[0-9A-Za-z]{43}$/

export interface MailedToken {
  readonly token: string
  readonly hash: string
  readonly expiresAt: string
}

export const newLinkToken = (): string => `pl_mail_${randomBase62(43)}`

export function mailedToken(secrets: Secrets, purpose: LinkPurpose, token: string, now: number): MailedToken {
  const expiresAt = new Date(now + LINK_LIFETIMES_MS[purpose]).toISOString()
  return { token, hash: secrets.hashKey(`mailed ${purpose} ${token}`), expiresAt }
}

/** Undefined for a text that is no token. */
export function hashOfToken(secrets: Secrets, purpose: LinkPurpose, token: string): string | undefined {
  return SHAPE.test(token) ? secrets.hashKey(`mailed ${purpose} ${token}`) : undefined
}

/** Links of a person, which prove access to the mailbox. Invitations have a table of their own. */
export class MailedLinks {
  readonly #secrets: Secrets

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /**
   * Makes the token a link that works from now on, and invalidates earlier ones for the same purpose. An email that is sent
   * again has the same link: if that was used meanwhile, it stays used.
   */
  async issue(
    tx: Tx,
    purpose: PersonPurpose,
    token: string,
    { person_id, email }: MailedLink,
    now: number,
  ): Promise<void> {
    const unused = tx.deleteFrom('mailed_links').where('used_at', 'is', null)
    await unused.where('person_id', '=', person_id).where('purpose', '=', purpose).execute()
    const { hash, expiresAt: expires_at } = mailedToken(this.#secrets, purpose, token, now)
    await tx
      .insertInto('mailed_links')
      .values({ hash, person_id, purpose, email, expires_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Reads the link without using it. */
  async read(db: Database, purpose: PersonPurpose, token: string, now: number): Promise<MailedLink> {
    const row = await db.query
      .selectFrom('mailed_links')
      .select(['person_id', 'email'])
      .where('hash', '=', this.#hash(purpose, token) ?? invalidLink())
      .where('expires_at', '>', new Date(now).toISOString())
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return row ?? invalidLink()
  }

  /** True if the link did its work earlier. Only someone with the link learns it. */
  async isUsed(db: Database, purpose: PersonPurpose, token: string): Promise<boolean> {
    const hash = this.#hash(purpose, token)
    if (hash === undefined) return false
    const row = await db.query.selectFrom('mailed_links').select('used_at').where('hash', '=', hash).executeTakeFirst()
    return (row?.used_at ?? null) !== null
  }

  /** Uses the link; of two concurrent calls only one succeeds. */
  async use(tx: Tx, purpose: PersonPurpose, token: string, now: number): Promise<MailedLink> {
    const row = await tx
      .updateTable('mailed_links')
      .set({ used_at: new Date(now).toISOString(), expires_at: new Date(now + USED_MS).toISOString() })
      .where('hash', '=', this.#hash(purpose, token) ?? invalidLink())
      .where('expires_at', '>', new Date(now).toISOString())
      .where('used_at', 'is', null)
      .returning(['person_id', 'email'])
      .executeTakeFirst()
    return row ?? invalidLink()
  }

  async deleteExpired(db: Database, now: number): Promise<void> {
    await db.query.deleteFrom('mailed_links').where('expires_at', '<=', new Date(now).toISOString()).execute()
  }

  #hash(purpose: PersonPurpose, token: string): string | undefined {
    return hashOfToken(this.#secrets, purpose, token)
  }
}

function invalidLink(): never {
  throw new Fault('link_expired', { detail: 'This link is invalid, expired or already used. Request a new one.' })
}
