// Reads decisions again and is killed at a given step. Started by rekey.test.ts.
import { openDatabase } from '../../src/db/database.ts'
import { rekeyDecisions } from '../../src/links/desk/rekey-decisions.ts'
import { killAt } from '../support/kill-at.ts'
import { stage } from './stage.ts'

const db = await openDatabase(JSON.parse(process.argv[2]!))
const { links } = await stage(db)
await rekeyDecisions({ db, links, clock: { now: () => Date.now() }, crash: killAt(process.argv[3]) })
await db.close()
