// Joins the small blocks of past hours, so that reading needs few rows.
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { at } from '../kernel/at.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { readBlock } from './block-reader.ts'
import type { Block } from './block-writer.ts'
import { BlockWriter, MAX_ROWS } from './block-writer.ts'

/** Blocks with more rows stay as they are. */
const SMALL_ROWS = MAX_ROWS / 2

interface Group {
  readonly account_id: string
  readonly process: string
  readonly hour: string
}

/** Only requests of one process and one hour are joined: their ids are packed as numbers, and blocks stay short. */
export async function compactBlocks(db: Database, now: number): Promise<void> {
  const hour = new Date(Math.floor(now / HOUR_MS) * HOUR_MS).toISOString()
  const { rows } = await sql<Group>`
    select account_id, process, date_trunc('hour', from_at) as hour from request_log_blocks
    where to_at < ${hour} and requests < ${SMALL_ROWS}
      and date_trunc('hour', from_at) = date_trunc('hour', to_at)
    group by 1, 2, 3 having count(*) > 1`.execute(db.query)
  for (const group of rows) await compactGroup(db, group)
}

async function compactGroup(db: Database, { account_id, process, hour }: Group): Promise<void> {
  const end = new Date(Date.parse(hour) + HOUR_MS).toISOString()
  await db.tx(async (tx) => {
    // Another machine may compact at the same time; it skips rows that are locked.
    const locked = await tx
      .selectFrom('request_log_blocks')
      .selectAll()
      .where('account_id', '=', account_id)
      .where('process', '=', process)
      .where('from_at', '>=', hour)
      .where('to_at', '<', end)
      .where('requests', '<', SMALL_ROWS)
      .orderBy('from_at')
      .orderBy('first_number')
      .forUpdate()
      .skipLocked()
      .execute()
    if (locked.length < 2) return
    await tx
      .deleteFrom('request_log_blocks')
      .where('account_id', '=', account_id)
      .where('process', '=', process)
      .where(
        'first_number',
        'in',
        locked.map((block) => block.first_number),
      )
      .execute()
    for (const block of joinBlocks(locked)) await tx.insertInto('request_log_blocks').values(block).execute()
  })
}

/** In the order of time. */
export function joinBlocks(blocks: readonly Block[]): Block[] {
  const { account_id, process } = at(blocks, 0)
  const joined: Block[] = []
  let writer = new BlockWriter(account_id, process)
  let omitted = 0
  for (const block of blocks) {
    omitted += block.omitted
    readBlock(block, {}, ({ at, number, credential, route, outcome, tenths }) => {
      writer.addNumbered(at, number, credential, route, outcome, tenths)
      if (writer.rows < MAX_ROWS) return
      joined.push(writer.finish(omitted))
      writer = new BlockWriter(account_id, process)
      omitted = 0
    })
  }
  if (writer.rows > 0) joined.push(writer.finish(omitted))
  return joined
}
