// Creates the template of an embedded database with the real buildings: part of `npm run template`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { prepareRealBuildings } from '../../src/app/real-buildings.ts'
import { openDatabase } from '../../src/db/database.ts'
import { templateFile } from '../../src/db/embedded/cluster.ts'
import { packTemplate } from '../../src/db/embedded/template.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'plinth-template-'))
try {
  const db = await openDatabase({ dataDir })
  await prepareRealBuildings(db)
  // Deleted rows and the log of the writes would make the file larger.
  await sql`vacuum (full, analyze)`.execute(db.query)
  await sql`select pg_switch_wal()`.execute(db.query)
  await db.close()
  const packed = await packTemplate(join(dataDir, 'embedded', 'cluster'))
  const file = templateFile('real')
  await writeFile(file, packed)
  console.log(`${file.pathname}: ${packed.length} bytes`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
