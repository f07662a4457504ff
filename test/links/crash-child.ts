// Decides one case after the other and says each that is decided, until it is killed. Started by crash.test.ts.
import { openDatabase } from '../../src/db/database.ts'
import { readQueue } from '../../src/links/cases.ts'
import { stage } from './stage.ts'

const db = await openDatabase(JSON.parse(process.argv[2]!))
const { desk } = await stage(db)
const { cases } = await readQueue(db, { status: 'open', limit: 200, offset: 0 })
for (const { id, version } of cases) {
  const { decision } = await desk.decide(id, version, 'ana', { verdict: 'correct', projectId: 1001, note: null })
  process.stdout.write(`${decision!.id}\n`)
}
await db.close()
