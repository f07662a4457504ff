// The directory of credentials never goes back to an older plan.
import { expect, it } from 'vitest'
import { CredentialDirectory } from '../../src/access/credentials/credential-directory.ts'
import type { Database } from '../../src/db/database.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Secrets } from '../../src/kernel/secrets.ts'

type Rows = Readonly<Record<string, readonly object[]>>

/** Answers every transaction with the next rows, and each query on `api_keys` when its gate opens. */
function databaseOf(states: readonly { readonly rows: Rows; readonly gate?: Promise<void> }[]): Database {
  let next = 0
  const tx = async (work: (tx: unknown) => Promise<unknown>) => {
    const { rows, gate } = states[next++]!
    const selectFrom = (table: string) => {
      const query = {
        select: () => query,
        selectAll: () => query,
        where: () => query,
        executeTakeFirstOrThrow: async () => rows[table]![0],
        execute: async () => {
          if (table === 'api_keys') await gate
          return rows[table] ?? []
        },
      }
      return query
    }
    return work({ selectFrom })
  }
  return { tx } as unknown as Database
}

const stateOf = (value: number, plan: string): Rows => ({
  access_revision: [{ value }],
  accounts: [{ id: 'acc_1', plan, revision: value }],
})

it('a load that started earlier and ends later does not overwrite a newer plan', async () => {
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const db = databaseOf([{ rows: stateOf(1, 'starter'), gate }, { rows: stateOf(2, 'elite') }])
  const directory = new CredentialDirectory(db, {} as Secrets, systemClock)
  const first = directory.sync()
  // The first load has read its revision and waits for the keys.
  await new Promise((resolve) => setImmediate(resolve))
  const second = directory.sync()
  await new Promise((resolve) => setImmediate(resolve))
  open()
  await Promise.all([first, second])
  expect(directory.account('acc_1')?.plan).toBe('elite')
})

it('a failed load after a commit does not fail the change', async () => {
  const db = { tx: () => Promise.reject(new Error('cut')) } as unknown as Database
  const directory = new CredentialDirectory(db, {} as Secrets, systemClock)
  await directory.syncCommitted()
  await expect(directory.sync()).rejects.toThrow('cut')
  expect(directory.reachable).toBe(false)
})
