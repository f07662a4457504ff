// Sessions of people who signed in: a cookie outside, a keyed hash inside, ended everywhere within two seconds.

import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId, randomBase62 } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Person, Session } from '../principal.ts'
import { readCookie, writeCookie } from './cookie.ts'
import { PERSON_COLUMNS } from './people.ts'

export const SESSION_COOKIE = '__Host-plinth_session'
const IDLE_MS = 12 * HOUR_MS
const ABSOLUTE_MS = 30 * DAY_MS
const TOUCH_MS = MINUTE_MS
/** How long what was read of a session is good: half of what an end may take to be in force. */
const FRESH_MS = 1000
const MOST_KEPT = 10_000
const SHAPE = /^pl_sess_[0-9A-Za-z]{43}$/

/** A session just opened: the only moment its cookie exists. */
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
  readonly #seen = new Map<string, { session: Session; readAt: number }>()

  constructor(db: Database, secrets: Secrets, clock: Clock) {
    this.#db = db
    this.#secrets = secrets
    this.#clock = clock
  }

  /** Always with a new id: one that somebody may have planted before is worth nothing. */
  async open(tx: Tx, person: Person, accountId: string): Promise<CreatedSession> {
    const text = `pl_sess_${randomBase62(43)}`
    const now = this.#clock.now()
    const at = new Date(now).toISOString()
    const expires_at = new Date(now + ABSOLUTE_MS).toISOString()
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
    const session: Session = { ...row, person }
    const cookie = writeCookie(SESSION_COOKIE, text, ABSOLUTE_MS / 1000)
    return { session, cookie, csrfToken: this.csrfToken(session) }
  }

  /** The session behind a Cookie header, if it is in force. */
  async find(cookieHeader: string | undefined): Promise<Session | null> {
    const text = readCookie(cookieHeader, SESSION_COOKIE)
    if (text === undefined || !SHAPE.test(text)) return null
    return this.#inForce(this.#hash(text))
  }

  /** For calls that last: the same session as of now. */
  recheck({ hash }: Session): Promise<Session | null> {
    return this.#inForce(hash)
  }

  async #inForce(hash: string): Promise<Session | null> {
    const now = this.#clock.now()
    const seen = this.#seen.get(hash)
    const session = seen && now - seen.readAt < FRESH_MS ? seen.session : await this.#read(hash, seen?.session)
    if (session?.person.status !== 'active' || this.#isOver(session, now)) return null
    return now - Date.parse(session.touched_at) < TOUCH_MS ? session : this.#touch(session, now)
  }

  #isOver(session: Session, now: number): boolean {
    return Date.parse(session.expires_at) <= now || Date.parse(session.touched_at) + IDLE_MS <= now
  }

  /** Without the database a session that is known goes on; of any other nobody can say that it has ended. */
  async #read(hash: string, known: Session | undefined): Promise<Session | null> {
    const readAt = this.#clock.now()
    try {
      const row = await this.#db.query
        .selectFrom('sessions as s')
        .innerJoin('people as p', 'p.id', 's.person_id')
        .select([
          's.id as session_id',
          's.hash',
          's.account_id',
          's.created_at as opened_at',
          's.touched_at',
          's.expires_at',
        ])
        .select(PERSON_COLUMNS.map((name) => `p.${name}` as const))
        .where('s.hash', '=', hash)
        .executeTakeFirst()
      if (!row) {
        this.#seen.delete(hash)
        return null
      }
      const { session_id, opened_at, account_id, touched_at, expires_at, hash: _, ...person } = row
      const session = { id: session_id, hash, person, account_id, created_at: opened_at, touched_at, expires_at }
      this.#keep(session, readAt)
      return session
    } catch (cause) {
      if (known) return known
      throw new Fault('temporarily_unavailable', {
        detail: 'The session cannot be looked up just now.',
        retryAfterSeconds: 2,
        cause,
      })
    }
  }

  #keep(session: Session, readAt: number): void {
    if (this.#seen.size >= MOST_KEPT) this.#seen.clear()
    this.#seen.set(session.hash, { session, readAt })
  }

  async #touch(session: Session, now: number): Promise<Session> {
    const touched = { ...session, touched_at: new Date(now).toISOString() }
    // One that was closed meanwhile is not brought back: nothing is updated, and the next look finds no row.
    const write = this.#db.query.updateTable('sessions').set({ touched_at: touched.touched_at })
    await write
      .where('hash', '=', session.hash)
      .execute()
      .catch(() => {})
    const kept = this.#seen.get(session.hash)
    if (kept) this.#keep(touched, kept.readAt)
    return touched
  }

  async close(tx: Tx, session: Session): Promise<void> {
    await tx.deleteFrom('sessions').where('hash', '=', session.hash).execute()
    this.#seen.delete(session.hash)
  }

  async closeAll(tx: Tx, personId: string): Promise<void> {
    await tx.deleteFrom('sessions').where('person_id', '=', personId).execute()
    this.clearCache()
  }

  /** What was read is read again: for acts that end sessions, on the node that did them. */
  clearCache(): void {
    this.#seen.clear()
  }

  /** What only our own pages can know: it follows from the session and is stored nowhere. */
  csrfToken({ hash }: Session): string {
    return this.#secrets.sign('csrf', hash)
  }

  isCsrfToken(session: Session, token: string | undefined): boolean {
    return token !== undefined && this.#secrets.verify('csrf', session.hash, token)
  }

  /** The Set-Cookie header that makes a browser forget. */
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
