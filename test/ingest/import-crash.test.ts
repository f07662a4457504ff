// A process that is killed during an import leaves the old or the new version.
import { it } from 'vitest'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
import { surviveImportKills } from './import-crash-run.ts'

forEachDatabase('a process killed during an import', (_, kind) => {
  // The other points are those of a publish, which crash.test.ts and the long tests go through.
  it('leaves the whole old or new version, and the next import succeeds', { timeout: 300_000 }, async () => {
    // The embedded database starts slowly.
    const points =
      kind === 'postgres' ? (['after batch', 'before commit', 'after commit'] as const) : (['after batch'] as const)
    await surviveImportKills(await databaseOptions(kind), points)
  })
})
