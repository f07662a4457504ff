// A process of its own that opens a database and does what its parent says; forked by tests that kill it.

import type { DatabaseOptions } from '../../src/db/database.ts'
import { connectDatabase, defaultMigrationsDir, openDatabase } from '../../src/db/database.ts'
import { takeLock } from '../../src/db/embedded/lock.ts'
import { migrate } from '../../src/db/migrate.ts'
import { Stop } from '../../src/kernel/fault.ts'
import { killAt } from './kill-at.ts'

/** What the parent may ask for, and what it hears back. */
export type Order =
  | { readonly do: 'open'; readonly options: DatabaseOptions }
  | { readonly do: 'write'; readonly options: DatabaseOptions }
  | { readonly do: 'lock'; readonly folder: string }
  | { readonly do: 'migrate and die'; readonly options: DatabaseOptions; readonly point: 'statement' | 'ledger' }
export type Answer =
  | { readonly said: 'up' | 'done' }
  | { readonly said: 'wrote'; readonly number: number }
  | { readonly said: 'refused'; readonly message: string }

const say = (answer: Answer) => process.send!(answer)

/** Each transaction writes two rows; its number is told only after the commit. */
async function writeForEver(options: DatabaseOptions): Promise<never> {
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
      say({ said: 'wrote', number })
    }
  }
  // Numbers start above everything a former process can have used.
  return Promise.race([0, 1, 2].map((lane) => writer((row.rows + 1) * 1000 + lane)))
}

async function obey(order: Order): Promise<void> {
  if (order.do === 'open') await openDatabase(order.options)
  else if (order.do === 'write') await writeForEver(order.options)
  else if (order.do === 'lock') await takeLock(order.folder)
  else {
    const { pool } = await connectDatabase(order.options)
    await migrate(pool, order.options.migrationsDir ?? defaultMigrationsDir, {
      onCrashPoint: killAt(order.point),
    })
  }
}

process.on('message', (order: Order) => {
  obey(order).then(
    () => say({ said: 'done' }),
    (error) => {
      if (!(error instanceof Stop)) throw error
      process.exitCode = error.exitCode
      say({ said: 'refused', message: error.message })
    },
  )
})
// Without a parent there is nobody to end us.
process.on('disconnect', () => process.exit())
say({ said: 'up' })
