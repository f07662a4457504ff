// How many nodes are up: each leaves a sign of life, and an account's requests a minute are divided by their number.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

/** A node not seen for so long is down; its share goes back to the others. */
const SILENT_SECONDS = 10

export class LiveNodes {
  readonly name: string
  readonly #db: Database
  #count = 1

  constructor(db: Database, name: string) {
    this.#db = db
    this.name = name
  }

  /** As last seen; never less than one, for this one is up. */
  get count(): number {
    return this.#count
  }

  /** Called every few seconds. The database's clock decides, so that the nodes' clocks need not agree. */
  async beat(): Promise<void> {
    const { rows } = await sql<{ others: number }>`
      with sign as (
        insert into nodes (name, seen_at) values (${this.name}, clock_timestamp())
        on conflict (name) do update set seen_at = excluded.seen_at
      ), gone as (
        delete from nodes where seen_at < clock_timestamp() - interval '1 hour'
      )
      select count(*) as others from nodes
      where name <> ${this.name} and seen_at > clock_timestamp() - ${SILENT_SECONDS} * interval '1 second'
    `.execute(this.#db.query)
    this.#count = 1 + rows[0]!.others
  }

  /** A node that stops in good order gives its share back at once. */
  async leave(): Promise<void> {
    await this.#db.tx(async (tx) => {
      await tx.deleteFrom('quota_holds').where('node', '=', this.name).execute()
      await tx.deleteFrom('nodes').where('name', '=', this.name).execute()
    })
  }
}
