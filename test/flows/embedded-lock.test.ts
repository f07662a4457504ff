// Only one process can open an embedded database, also after a kill.
import { cp, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { databaseOptions, openFor, runCleanups, temporaryFolder } from '../support/databases.ts'
import { DatabaseProcess } from '../support/processes.ts'

/** Starts many processes, which takes long on a busy machine. */
const TIMEOUT_MS = 240_000

afterEach(runCleanups)

describe('the lock on a data folder', () => {
  it(
    'is given to exactly one of eight processes, also after its holder is killed',
    async () => {
      const folder = await temporaryFolder()
      let contenders = await Promise.all(Array.from({ length: 8 }, () => DatabaseProcess.start()))
      // Every round but the first finds the lock of a killed process.
      while (contenders.length > 1) {
        const answers = await Promise.all(contenders.map((contender) => contender.ask({ do: 'lock', folder })))
        const winners = contenders.filter((_, position) => answers[position]?.reply === 'done')
        expect(winners).toHaveLength(1)
        const refusals = answers.flatMap((answer) => (answer.reply === 'refused' ? [answer.message] : []))
        expect(refusals).toHaveLength(contenders.length - 1)
        for (const message of refusals) expect(message).toContain(`process ${winners[0]!.child.pid} on`)
        await winners[0]!.kill()
        contenders = contenders.filter((contender) => contender !== winners[0])
      }
    },
    TIMEOUT_MS,
  )

  it('refuses a second process with exit code 3, naming folder and holder', async () => {
    const { dataDir } = await databaseOptions('embedded')
    const holder = await openFor({ dataDir })
    const second = await DatabaseProcess.start()
    const answer = await second.ask({ do: 'open', options: { dataDir } })
    expect(answer).toMatchObject({ reply: 'refused', message: expect.stringContaining(`process ${process.pid} on`) })
    expect(answer).toMatchObject({ message: expect.stringContaining(dataDir) })
    expect(await second.leave()).toBe(3)
    await holder.ping()
  })

  it('refuses a second open in the same process until the first is closed', async () => {
    const { dataDir } = await databaseOptions('embedded')
    const first = await openDatabase({ dataDir })
    await expect(openDatabase({ dataDir })).rejects.toMatchObject({ exitCode: 3 })
    await first.close()
    await openFor({ dataDir })
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const dataDir = join(await temporaryFolder(), 'x'.repeat(120))
    await cp(inject('migratedFolder'), dataDir, { recursive: true })
    const first = await openFor({ dataDir })
    await first.query.insertInto('instance').values({ key: 'a', value: 'b' }).execute()
    await expect(openDatabase({ dataDir })).rejects.toMatchObject({ exitCode: 3 })
  })

  it('reports a path that cannot be a folder', async () => {
    const file = join(await temporaryFolder(), 'a file')
    await writeFile(file, '')
    await expect(openDatabase({ dataDir: file })).rejects.toMatchObject({ exitCode: 1, name: 'Stop' })
  })

  it('is in a folder that only the owner can enter, like the socket', async () => {
    const dataDir = await temporaryFolder()
    await openFor({ dataDir })
    const mode = async (name: string) => (await stat(join(dataDir, 'embedded', name))).mode & 0o777
    expect(await mode('')).toBe(0o700)
    expect(await mode('.s.PGSQL.5432')).toBe(0o600)
  })
})
