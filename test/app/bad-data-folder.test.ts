// A data folder that is damaged, foreign or incomplete is refused with a clear message and left as it is.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { startApp } from '../../src/app/app.ts'
import { openFoundation } from '../../src/app/foundation.ts'
import { stopFromDatabaseError } from '../../src/db/damage.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { freePort } from '../../tools/target/server-process.ts'
import { cleanUp, runCleanups, temporaryFolder } from '../support/databases.ts'

afterEach(runCleanups)

async function migratedFolder(): Promise<string> {
  const dataDir = await temporaryFolder()
  await cp(inject('migratedFolder'), dataDir, { recursive: true })
  return dataDir
}

const open = (dataDir: string) => openFoundation(readConfig({ DATA_DIR: dataDir }), () => {})

describe('a data folder', () => {
  it('with a database that lost its PG_VERSION is refused, and nothing in it is deleted', async () => {
    const dataDir = await migratedFolder()
    const cluster = join(dataDir, 'embedded/cluster')
    rmSync(join(cluster, 'PG_VERSION'))
    const before = readdirSync(cluster, { recursive: true })
    await expect(open(dataDir)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`${cluster} is not a database`),
      advice: expect.stringContaining('Restore a backup'),
    })
    expect(readdirSync(cluster, { recursive: true })).toEqual(before)
  })

  it('with files of another program is refused, and the files stay', async () => {
    const dataDir = await temporaryFolder()
    const file = join(dataDir, 'embedded/cluster/precious.txt')
    mkdirSync(join(dataDir, 'embedded/cluster'), { recursive: true })
    writeFileSync(file, 'precious')
    await expect(open(dataDir)).rejects.toMatchObject({ message: expect.stringContaining('is not a database') })
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })

  it('with a damaged database says what PostgreSQL found, and what to do', async () => {
    const dataDir = await migratedFolder()
    writeFileSync(join(dataDir, 'embedded/cluster/global/pg_control'), '')
    await expect(open(dataDir)).rejects.toMatchObject({
      message: 'the embedded database failed: could not read file "global/pg_control": read 0 of 296.',
      advice: expect.stringMatching(/are damaged.* Restore a backup/),
    })
  })

  it.each([
    ['cut to half', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['empty', (file: string) => truncateSync(file, 0)],
    ['deleted', (file: string) => rmSync(file)],
  ])('with a table whose file is %s is refused with the name of the file', async (_, damage) => {
    const dataDir = await migratedFolder()
    await (await open(dataDir)).db.close()
    const tables = join(dataDir, 'embedded/cluster/base/5')
    const [largest] = readdirSync(tables)
      .filter((name) => /^\d+$/.test(name))
      .map((name) => join(tables, name))
      .sort((a, b) => statSync(b).size - statSync(a).size)
    damage(largest!)
    await expect(open(dataDir)).rejects.toMatchObject({
      message: expect.stringContaining(`damaged: ${largest} `),
      advice: expect.stringContaining('restore a backup'),
    })
  })

  it('without its secret key is refused, and no other key is put in its place', async () => {
    const dataDir = await migratedFolder()
    await (await open(dataDir)).db.close()
    const file = join(dataDir, 'secret-key')
    const key = readFileSync(file)
    for (const lose of [() => rmSync(file), () => writeFileSync(file, '')]) {
      lose()
      await expect(open(dataDir)).rejects.toMatchObject({
        exitCode: 4,
        message: expect.stringContaining(`${file} is missing or empty`),
        advice: expect.stringContaining('Put back your copy'),
      })
      expect(existsSync(file)).toBe(false)
    }
    writeFileSync(file, key)
    await (await open(dataDir)).db.close()
  })
})

describe('an error of the database that ends a command', () => {
  it.each([
    ['XX001', 'The database is damaged: invalid page.', /Restore a backup/],
    ['53100', 'The disk of the database is full: invalid page.', /Free some space/],
  ])('%s says what to do', (code, message, advice) => {
    const error = Object.assign(new Error('invalid page'), { code })
    for (const thrown of [error, new Error('unavailable', { cause: error })])
      expect(stopFromDatabaseError(thrown)).toMatchObject({ message, advice: expect.stringMatching(advice) })
  })

  it('leaves errors of a wrong statement as they are', () => {
    expect(stopFromDatabaseError(Object.assign(new Error('syntax'), { code: '42601' }))).toBeUndefined()
  })
})

it('says that another program listens on the port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  cleanUp(() => new Promise((resolve) => other.close(() => resolve())))
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const config = readConfig({
    DATA_DIR: await migratedFolder(),
    PORT: String(port),
    DEMONSTRATION: 'invented',
    DEMO_PROJECTS: '1',
  })
  await expect(startApp(config, pino({ level: 'silent' }))).rejects.toMatchObject({
    message: `Another program already listens on 127.0.0.1:${port}.`,
    advice: expect.stringContaining('PORT'),
  })
})

it('a server that cannot write its key files listens no longer, so that the process ends', async () => {
  const dataDir = await migratedFolder()
  mkdirSync(join(dataDir, 'operator-key'))
  const port = await freePort()
  const config = readConfig({ DATA_DIR: dataDir, PORT: String(port), DEMONSTRATION: 'invented', DEMO_PROJECTS: '1' })
  await expect(startApp(config, pino({ level: 'silent' }))).rejects.toThrow(/operator-key/)
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})
