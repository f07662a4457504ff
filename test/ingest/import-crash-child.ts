// Imports a file and kills itself at a named point. Started by crash tests.

import { openDatabase } from '../../src/db/database.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { killAt } from '../support/kill-at.ts'

const { options, file, point, workFolder } = JSON.parse(process.argv[2]!) as {
  options: { dataDir: string; url?: string }
  file: string
  point: string
  workFolder?: string
}
const db = await openDatabase(options)
const kill = killAt(point)
await importFile(db, {
  file,
  source: 'registry',
  actor: 'child',
  now: () => new Date('2026-11-15T06:00:00Z'),
  snapshot: () => Promise.reject(new Error('there is no other source')),
  onCrashPoint: kill,
  workFolder,
  onProgress: ({ phase }) => kill(phase),
})
await db.close()
