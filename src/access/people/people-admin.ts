// People as entry points use them: search, membership, and changes to role or status.
import type { Database } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Language } from '../../kernel/language.ts'
import type { Person } from '../rights/principal.ts'
import { sessionExpired } from '../rights/session-expired.ts'
import type { PersonChange } from './people.ts'
import { changePerson, claimantsOf, emailsOf, foldEmail, idOfActor, membersOf } from './people.ts'
import { setFirstLanguage, setLanguage } from './person-language.ts'
import type { Sessions } from './sessions.ts'

export class PeopleAdmin {
  readonly #db: Database
  readonly #clock: Clock
  readonly #sessions: Sessions

  constructor(db: Database, clock: Clock, sessions: Sessions) {
    this.#db = db
    this.#clock = clock
    this.#sessions = sessions
  }

  /** Everyone who can sign in with an email address: its verified owner first. */
  findByEmail(email: string): Promise<Person[]> {
    return claimantsOf(this.#db, foldEmail(email))
  }

  membersOf(accountId: string): Promise<Person[]> {
    return membersOf(this.#db.query, accountId)
  }

  /** Email addresses by person id; other actors have none. */
  emailsOf(ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return emailsOf(this.#db, ids)
  }

  /** Resolves an email address to the id of its verified owner; returns ids as they are. */
  idOfActor(idOrEmail: string): Promise<string> {
    return idOfActor(this.#db, idOrEmail)
  }

  async setLanguage(id: string, language: Language): Promise<Person> {
    const person = await this.#db.tx((tx) => setLanguage(tx, id, language))
    this.#sessions.clearCache()
    if (!person) throw sessionExpired()
    return person
  }

  async setFirstLanguage(id: string, language: Language): Promise<void> {
    await this.#db.tx((tx) => setFirstLanguage(tx, id, language))
    this.#sessions.clearCache()
  }

  async change(id: string, change: PersonChange, cause: Cause): Promise<Person | undefined> {
    const person = await this.#db.tx((tx) => changePerson(tx, id, change, cause, new Date(this.#clock.now())))
    this.#sessions.clearCache()
    return person
  }
}
