// A process that is killed during an import leaves the old or the new version.
import { it } from 'vitest'
import { databaseOptions, forOneDatabase } from '../support/databases.ts'
import { surviveImportKills } from './import-crash-run.ts'

forOneDatabase('a process killed during an import', (kind) => {
  // The other points are those of a publish, which crash.test.ts and the long tests go through.
  it('leaves the whole old or new version, and the next import succeeds', async () => {
    await surviveImportKills(await databaseOptions(kind), ['after batch', 'after commit'])
  })
})
