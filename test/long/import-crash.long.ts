// Kills an import at every point of a publish, on both databases.
import { it } from 'vitest'
import { CRASH_POINTS } from '../../src/ingest/publish/publication.ts'
import { surviveImportKills } from '../ingest/import-crash-run.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'

forEachDatabase('a process killed during an import', (_, kind) => {
  it('leaves the whole old or new version at every point', async () => {
    await surviveImportKills(await databaseOptions(kind), CRASH_POINTS)
  })
})
