// Counts the running nodes and their machines, which share each account's limits.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { at } from '../../kernel/at.ts'

/** A node without a heartbeat for this long counts as down. */
const SILENT_SECONDS = 10

export class LiveNodes {
  readonly name: string
  readonly #db: Database
  readonly #machine: string
  #count = 1
  #machines = 1

  constructor(db: Database, name: string) {
    this.#db = db
    this.name = name
    // The workers of a machine have names such as machine/1 and machine/2.
    this.#machine = name.split('/')[0]!
  }

  /** At least 1, for this node. */
  get count(): number {
    return this.#count
  }

  /** Machines with live nodes, at least 1. */
  get machines(): number {
    return this.#machines
  }

  /** Uses the database's clock, so that the nodes' clocks need not agree. */
  async beat(): Promise<void> {
    const { rows } = await sql<{ others: number; machines: number }>`
      with sign as (
        insert into nodes (name, seen_at) values (${this.name}, clock_timestamp())
        on conflict (name) do update set seen_at = excluded.seen_at
      ), gone as (
        delete from nodes where seen_at < clock_timestamp() - interval '1 hour'
      )
      select count(*) as others,
        count(distinct split_part(name, '/', 1)) filter (where split_part(name, '/', 1) <> ${this.#machine}) as machines
      from nodes
      where name <> ${this.name} and seen_at > clock_timestamp() - ${SILENT_SECONDS} * interval '1 second'
    `.execute(this.#db.query)
    this.#count = 1 + at(rows, 0).others
    this.#machines = 1 + at(rows, 0).machines
  }

  /** Returns this node's share to the others at once. */
  async leave(): Promise<void> {
    await this.#db.tx(async (tx) => {
      // Those for keys have the key after the name.
      await sql`delete from quota_holds where node = ${this.name} or starts_with(node, ${`${this.name} `})`.execute(tx)
      await tx.deleteFrom('nodes').where('name', '=', this.name).execute()
    })
  }
}
