// Decides cases, and optionally undoes them, until killed. Started by crash.test.ts.
import { openDatabase } from '../../src/db/database.ts'
import { readCase, readQueue } from '../../src/links/desk/cases.ts'
import { stage } from './stage.ts'

const db = await openDatabase(JSON.parse(process.argv[2]!))
const { desk } = await stage(db)
const { cases } = await readQueue(db, { status: 'open', limit: 200, offset: 0 })
const report = (line: string) => process.stdout.write(`${line}\n`)
const undoes = process.argv[3] === 'and undo'
for (const { id, version } of cases) {
  const { decision } = await desk.decide(id, version, 'ana', { verdict: 'correct', projectId: 1001, note: null })
  if (!undoes) {
    report(decision!.id)
    continue
  }
  await desk.undo(decision!.id, 'ana')
  report(`undone ${decision!.id}`)
  const opened = await readCase(db.query, id)
  const skipped = await desk.decide(id, opened.version, 'ana', { verdict: 'skip', note: null })
  await desk.reopen(id, skipped.case.version, 'ana')
  report(`reopened ${id}`)
}
await db.close()
