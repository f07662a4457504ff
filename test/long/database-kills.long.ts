// Kills PostgreSQL many times under writers.
import { chmod } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { PostgresProcess } from '../../tools/target/postgres-process.ts'
import { survivePostgresKills } from '../flows/database-kills.ts'
import { cleanUp, kinds, runCleanups, temporaryFolder } from '../support/databases.ts'
import { operatorKeyOf } from '../support/people.ts'
import { startServer } from '../support/server.ts'

afterEach(runCleanups)

describe.runIf(kinds.includes('postgres'))('after 200 kills of PostgreSQL', () => {
  it('no confirmed write is missing, and nothing that was refused is stored', async () => {
    const folder = await temporaryFolder()
    // PostgreSQL runs as another user.
    await chmod(folder, 0o711)
    const postgres = await PostgresProcess.start(folder)
    cleanUp(() => postgres.stop())
    const server = await startServer({ DATABASE_URL: await postgres.createDatabase() })
    cleanUp(() => server.stop())
    const operatorKey = operatorKeyOf(server)
    const report = await survivePostgresKills({ url: server.url, operatorKey, postgres }, 200, 1, 1500)
    expect(report.problems).toEqual([])
    expect(report.unconfirmed).toBeGreaterThan(0)
  })
})
