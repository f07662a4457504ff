// Sessions of signed-in people: a random cookie, stored as a keyed hash.

import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId, randomBase62 } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Person, Session } from '../rights/principal.ts'
import { readCookie, writeCookie } from './cookie.ts'
import { PERSON_COLUMNS } from './people.ts'

export const SESSION_COOKIE = '__Host-plinth_session'
const IDLE_MS = 12 * HOUR_MS
const ABSOLUTE_MS = 30 * DAY_MS
const TOUCH_MS = MINUTE_MS
/** Sessions are cached this long; an ended session must stop working within two seconds. */
const CACHE_MS = 1000
const MAX_CACHED = 10_000
const SHAPE = /^pl_sess_[0-9A-Za-z]{43}$/

/** A new session with its cookie, which is not stored. */
export interface CreatedSession {
  readonly session: Session
  /** The Set-Cookie header. */
  readonly cookie: string
  readonly csrfToken: string
}

export class Sessions {
  readonly #db: Database
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #cache = new Map<string, { session: Session; readAt: number }>()

  constructor(db: Database, secrets: Secrets, clock: Clock) {
    this.#db = db
    this.#secrets = secrets
    this.#clock = clock
  }

  /** Always creates a new token, which prevents session fixation. */
  async open(tx: Tx, person: Person, accountId: string): Promise<CreatedSession> {
    const text = `pl_sess_${randomBase62(43)}`
    const now = this.#clock.now()
    const at = new Date(now).toISOString()
    const expires_at = new Date(now + ABSOLUTE_MS).toISOString()
    const member = await tx
      .selectFrom('account_members')
      .select('account_role')
      .where('account_id', '=', accountId)
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow()
    const row = {
      hash: this.#hash(text),
      id: newId('ses'),
      account_id: accountId,
      created_at: at,
      touched_at: at,
      expires_at,
    }
    await tx
      .insertInto('sessions')
      .values({ ...row, person_id: person.id })
      .execute()
    const session: Session = { ...row, ...member, person }
    const cookie = writeCookie(SESSION_COOKIE, text, ABSOLUTE_MS / 1000)
    return { session, cookie, csrfToken: this.csrfToken(session) }
  }

  /** The active session of a Cookie header. */
  async find(cookieHeader: string | undefined): Promise<Session | null> {
    const text = readCookie(cookieHeader, SESSION_COOKIE)
    if (text === undefined || !SHAPE.test(text)) return null
    return this.#findActive(this.#hash(text))
  }

  recheck({ hash }: Session): Promise<Session | null> {
    return this.#findActive(hash)
  }

  async #findActive(hash: string): Promise<Session | null> {
    const now = this.#clock.now()
    const cached = this.#cache.get(hash)
    const session = cached && now - cached.readAt < CACHE_MS ? cached.session : await this.#read(hash, cached?.session)
    if (session?.person.status !== 'active' || this.#isExpired(session, now)) return null
    return now - Date.parse(session.touched_at) < TOUCH_MS ? session : this.#touch(session, now)
  }

  #isExpired(session: Session, now: number): boolean {
    return Date.parse(session.expires_at) <= now || Date.parse(session.touched_at) + IDLE_MS <= now
  }

  /** Without the database, cached sessions stay valid and unknown ones get 503. */
  async #read(hash: string, known: Session | undefined): Promise<Session | null> {
    const readAt = this.#clock.now()
    try {
      const row = await this.#db.query
        .selectFrom('sessions as s')
        .innerJoin('people as p', 'p.id', 's.person_id')
        // The session of a person who was removed from the account is none.
        .innerJoin('account_members as m', (join) =>
          join.onRef('m.person_id', '=', 's.person_id').onRef('m.account_id', '=', 's.account_id'),
        )
        .select([
          's.id as session_id',
          's.hash',
          's.account_id',
          'm.account_role',
          's.created_at as session_created_at',
          's.touched_at',
          's.expires_at',
        ])
        .select(PERSON_COLUMNS.map((name) => `p.${name}` as const))
        .where('s.hash', '=', hash)
        .executeTakeFirst()
      if (!row) {
        this.#cache.delete(hash)
        return null
      }
      const {
        session_id,
        session_created_at,
        account_id,
        account_role,
        touched_at,
        expires_at,
        hash: _,
        ...person
      } = row
      const session = {
        id: session_id,
        hash,
        person,
        account_id,
        account_role,
        created_at: session_created_at,
        touched_at,
        expires_at,
      }
      this.#store(session, readAt)
      return session
    } catch (cause) {
      if (known) return known
      throw new Fault('temporarily_unavailable', {
        detail: 'The session cannot be checked right now. Try again.',
        retryAfterSeconds: 2,
        cause,
      })
    }
  }

  #store(session: Session, readAt: number): void {
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    this.#cache.set(session.hash, { session, readAt })
  }

  async #touch(session: Session, now: number): Promise<Session> {
    const touched = { ...session, touched_at: new Date(now).toISOString() }
    // A session closed in the meantime is not restored: the update matches no row.
    const write = this.#db.query.updateTable('sessions').set({ touched_at: touched.touched_at })
    await write
      .where('hash', '=', session.hash)
      .execute()
      // The session is valid; its time of last use is written with the next request.
      .catch(() => {})
    const cached = this.#cache.get(session.hash)
    if (cached) this.#store(touched, cached.readAt)
    return touched
  }

  async close(tx: Tx, session: Session): Promise<void> {
    await tx.deleteFrom('sessions').where('hash', '=', session.hash).execute()
    this.#cache.delete(session.hash)
  }

  async closeAll(tx: Tx, personId: string): Promise<void> {
    await tx.deleteFrom('sessions').where('person_id', '=', personId).execute()
    this.clearCache()
  }

  /** Ended sessions stop working on this node at once. */
  clearCache(): void {
    this.#cache.clear()
  }

  /** Derived from the session and not stored. */
  csrfToken({ hash }: Session): string {
    return this.#secrets.sign('csrf', hash)
  }

  isCsrfToken(session: Session, token: string | undefined): boolean {
    return token !== undefined && this.#secrets.verify('csrf', session.hash, token)
  }

  /** The Set-Cookie header that deletes the cookie. */
  get clearCookie(): string {
    return writeCookie(SESSION_COOKIE, '', 0)
  }

  async deleteExpired(): Promise<void> {
    const now = this.#clock.now()
    await this.#db.query
      .deleteFrom('sessions')
      .where((e) =>
        e.or([
          e('expires_at', '<=', new Date(now).toISOString()),
          e('touched_at', '<=', new Date(now - IDLE_MS).toISOString()),
        ]),
      )
      .execute()
  }

  #hash(text: string): string {
    return this.#secrets.hashKey(`session ${text}`)
  }
}
