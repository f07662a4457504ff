// Makes the templates of the embedded database: an empty one, and one with the real buildings that ship with Plinth.
// Run it after an upgrade of the engine, a new migration, or a change of the registers in assets/.
import '../shared/help.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { prepareRealBuildings } from '../../src/app/real-buildings.ts'
import { openDatabase } from '../../src/db/database.ts'
import { initCluster, templateFile } from '../../src/db/embedded/cluster.ts'
import { packTemplate } from '../../src/db/embedded/template.ts'

/** `fill` returns the folder of the cluster. */
async function make(
  name: Parameters<typeof templateFile>[0],
  fill: (folder: string) => Promise<string>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-template-'))
  try {
    const packed = await packTemplate(await fill(folder))
    const file = templateFile(name)
    await writeFile(file, packed)
    console.log(`${file.pathname}: ${packed.length} bytes`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await make('cluster', async (folder) => {
  await initCluster(folder, console.error)
  return folder
})
await make('real', async (dataDir) => {
  const db = await openDatabase({ dataDir })
  await prepareRealBuildings(db)
  // Deleted rows and the log of the writes would make the file larger.
  await sql`vacuum (full, analyze)`.execute(db.query)
  await sql`select pg_switch_wal()`.execute(db.query)
  await db.close()
  return join(dataDir, 'embedded', 'cluster')
})
