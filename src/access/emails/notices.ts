// Orders emails about the events of accounts, for the people who chose them.
import type { Database, Tx } from '../../db/database.ts'
import { lastSequence, readEvents } from '../../events/change-log.ts'
import type { StoredEvent } from '../../events/event-types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Session } from '../rights/principal.ts'
import type { NoticeKind } from './email-kinds.ts'
import { NOTICE_KINDS } from './email-kinds.ts'
import type { Notice } from './email-text.ts'
import type { Emails, Written } from './emails.ts'
import type { NotificationSettings, Recipient, SettingsChange } from './notification-settings.ts'
import { changeSettings, readSettings, recipientsOf, settingsOf } from './notification-settings.ts'
import { nextAtMs, quietUntilMs } from './quiet-hours.ts'

const EVENTS_PER_TRANSACTION = 100

interface NoticesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly emails: Emails
}

export class Notices {
  readonly #deps: NoticesDeps

  constructor(deps: NoticesDeps) {
    this.#deps = deps
    deps.emails.writes('notice', (notices) => this.#write(notices))
  }

  async read({ person, account_role }: Session): Promise<NotificationSettings> {
    return settingsOf(await readSettings(this.#deps.db.query, person.id), account_role)
  }

  async change({ person, account_role }: Session, change: SettingsChange): Promise<NotificationSettings> {
    return settingsOf(await this.#deps.db.tx((tx) => changeSettings(tx, person.id, change)), account_role)
  }

  /**
   * Orders the emails of all new events. The cursor and the emails are written together, so each event is looked at exactly
   * once, also when a process is killed.
   */
  async orderNew(): Promise<void> {
    let mayBeMore = true
    while (mayBeMore) mayBeMore = await this.#deps.db.tx((tx) => this.#orderSome(tx))
  }

  async #orderSome(tx: Tx): Promise<boolean> {
    const cursor = await tx.selectFrom('notice_cursor').select('sequence').forUpdate().skipLocked().executeTakeFirst()
    // Undefined: another process is doing it.
    if (!cursor) return false
    const until = await lastSequence(tx)
    if (until <= cursor.sequence) return false
    const range = { since: cursor.sequence, until, limit: EVENTS_PER_TRANSACTION }
    const events = await readEvents(tx, range, NOTICE_KINDS)
    for (const event of events) if (!event.body.sample) await this.#orderOne(tx, event)
    const isFull = events.length === EVENTS_PER_TRANSACTION
    await tx
      .updateTable('notice_cursor')
      .set({ sequence: isFull ? events.at(-1)!.sequence : until })
      .execute()
    return isFull
  }

  async #orderOne(tx: Tx, { id, type, account_id, resource_id: resourceId, body }: StoredEvent): Promise<void> {
    const [kind, cause, accountId] = [type as NoticeKind, `${type} ${resourceId}`, account_id!]
    for (const person of await recipientsOf(tx, accountId)) {
      if (!isWanted(person, kind) || (await this.#wasTold(tx, person.id, cause))) continue
      const notice = { personId: person.id, accountId, kind, resourceId, details: body.details ?? {} }
      // Ids sort as the events do.
      const facts = { id: `eml_${id}_${person.id}`, email: person.email, account_id: accountId, person_id: person.id }
      await this.#deps.emails.order(tx, 'notice', notice, { ...facts, cause, ...this.#timesOf(person) })
    }
  }

  async #wasTold(tx: Tx, personId: string, cause: string): Promise<boolean> {
    const dayAgo = new Date(this.#deps.clock.now() - DAY_MS).toISOString()
    const rows = tx.selectFrom('emails').select('id').where('person_id', '=', personId).where('cause', '=', cause)
    return (await rows.where('created_at', '>', dayAgo).executeTakeFirst()) !== undefined
  }

  #timesOf({ id, settings: { digest_hour, time_zone } }: Recipient) {
    const now = this.#deps.clock.now()
    if (digest_hour === null) return {}
    const hour = `${String(digest_hour).padStart(2, '0')}:00`
    const due_at = new Date(nextAtMs(hour, time_zone, now)).toISOString()
    return { due_at, bundle: `${id} ${due_at}` }
  }

  /** With the settings of now: they may have changed since the event. */
  async #write(notices: readonly [Notice, ...Notice[]]): Promise<Written> {
    const { db, clock, emails } = this.#deps
    const [{ personId, accountId }] = notices
    const person = (await recipientsOf(db.query, accountId)).find(({ id }) => id === personId)
    const wanted = person ? notices.filter(({ kind }) => isWanted(person, kind)) : []
    if (!person || wanted.length === 0) return null
    const { quiet_hours, time_zone } = person.settings
    const waitUntilMs = quietUntilMs(quiet_hours, time_zone, clock.now())
    return waitUntilMs === null ? emails.messages.notices(person.email, wanted, person.language) : { waitUntilMs }
  }
}

const isWanted = ({ settings, account_status }: Recipient, kind: NoticeKind) =>
  account_status === 'active' && settings.kinds[kind]
