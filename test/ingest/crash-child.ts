// Publishes run `run` and kills itself at a named point. Started by crash.test.ts.

import { openDatabase } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { killAt } from '../support/kill-at.ts'
import { crashRows } from './crash-rows.ts'

const { options, run, point } = JSON.parse(process.argv[2]!) as {
  options: { dataDir: string; url?: string }
  run: number
  point: string
}
const db = await openDatabase(options)
await publishRows(db, {
  dataset: 'production',
  source: 'builder',
  rows: crashRows(run),
  at: new Date(`2026-11-14T06:00:${String(run).padStart(2, '0')}Z`),
  onCrashPoint: killAt(point),
})
await db.close()
