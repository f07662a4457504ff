// A child process that runs database commands; tests kill it.

import type { DatabaseOptions } from '../../src/db/database.ts'
import { connectDatabase, defaultMigrationsDir, openDatabase } from '../../src/db/database.ts'
import { takeLock } from '../../src/db/embedded/lock.ts'
import { migrate } from '../../src/db/migrate.ts'
import { Stop } from '../../src/kernel/fault.ts'
import { killAt } from './kill-at.ts'

/** Commands from the parent, and replies to it. */
export type Order =
  | { readonly do: 'open'; readonly options: DatabaseOptions }
  | { readonly do: 'write'; readonly options: DatabaseOptions }
  | { readonly do: 'lock'; readonly folder: string }
  | { readonly do: 'migrate and die'; readonly options: DatabaseOptions; readonly point: 'statement' | 'ledger' }
export type Answer =
  | { readonly reply: 'up' | 'done' }
  | { readonly reply: 'wrote'; readonly number: number }
  | { readonly reply: 'refused'; readonly message: string }

const send = (answer: Answer) => process.send!(answer)

/** Each transaction writes two rows and reports its number after the commit. */
async function writeForever(options: DatabaseOptions): Promise<never> {
  const database = await openDatabase(options)
  const row = await database.query
    .selectFrom('instance')
    .select((q) => q.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  const writer = async (first: number) => {
    for (let number = first; ; number += 3) {
      const keys = [`${number}-a`, `${number}-b`]
      await database.tx(async (tx) => {
        for (const key of keys)
          await tx
            .insertInto('instance')
            .values({ key, value: 'x'.repeat(500) })
            .execute()
      })
      send({ reply: 'wrote', number })
    }
  }
  // Numbers start above those of earlier processes.
  return Promise.race([0, 1, 2].map((offset) => writer((row.rows + 1) * 1000 + offset)))
}

async function run(order: Order): Promise<void> {
  if (order.do === 'open') await openDatabase(order.options)
  else if (order.do === 'write') await writeForever(order.options)
  else if (order.do === 'lock') await takeLock(order.folder)
  else {
    const { pool } = await connectDatabase(order.options)
    await migrate(pool, order.options.migrationsDir ?? defaultMigrationsDir, {
      onCrashPoint: killAt(order.point),
    })
  }
}

process.on('message', (order: Order) => {
  run(order).then(
    () => send({ reply: 'done' }),
    (error) => {
      if (!(error instanceof Stop)) throw error
      process.exitCode = error.exitCode
      send({ reply: 'refused', message: error.message })
    },
  )
})
// Ends with its parent.
process.on('disconnect', () => process.exit())
send({ reply: 'up' })
