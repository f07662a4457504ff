// Kills workers on both databases.
import { afterAll, beforeAll, describe } from 'vitest'
import { itLosesNothingOfKilledWorkers, itReplacesKilledWorker } from '../flows/killed-workers.ts'
import { TwoWorkers } from '../flows/two-workers.ts'
import { kinds } from '../support/databases.ts'

describe.each(kinds)('two workers (%s)', (kind) => {
  let workers: TwoWorkers
  beforeAll(async () => {
    workers = await TwoWorkers.start(kind)
  })
  afterAll(() => workers?.end())
  itReplacesKilledWorker(() => workers)
  itLosesNothingOfKilledWorkers(() => workers)
})
