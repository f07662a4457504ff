// Installs open data and kills itself at a named point. Started by crash tests.
import { createDataOperations } from '../../src/app/data-operations.ts'
import { openDatabase } from '../../src/db/database.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { killAt } from '../support/kill-at.ts'

const { dataDir, mirror, name, point } = JSON.parse(process.argv[2]!) as Record<
  'dataDir' | 'mirror' | 'name' | 'point',
  string
>
const db = await openDatabase({ dataDir })
const kill = killAt(point)
const operations = createDataOperations({
  db,
  clock: systemClock,
  demonstration: 'none',
  demoProjects: 1,
  refreshAt: '04:30',
  holder: 'child',
  snapshot: () => Promise.reject(new Error('nobody decided about addresses')),
  workFolder: `${dataDir}/imports`,
  openData: { folder: `${dataDir}/open-data`, mirror, reader: createGuardedSender({ allowPrivate: true }) },
  published: async () => {},
})
await operations.installSource(name, { actor: 'child', onProgress: ({ phase }) => kill(phase) })
await db.close()
