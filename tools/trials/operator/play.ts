// Plays the operator on one database engine: upgrade, downgrade, and restore onto the other engine.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresProcess } from '../../target/postgres-process.ts'
import type { Program } from '../image/program.ts'
import type { Steps } from '../image/steps.ts'
import { check } from '../image/steps.ts'
import { NEW_DATA_FOLDER, READING_ITSELF, UPGRADE } from './allowed.ts'
import { checkContinuity, checkCredentials, checkWebhooks, writeAfterUpgrade } from './continuity.ts'
import type { Filled } from './fill.ts'
import { fill, untilDelivered, WEBHOOKS } from './fill.ts'
import type { Engine } from './installation.ts'
import { Installation } from './installation.ts'
import { Reader } from './reading.ts'
import { Receiver } from './receiver.ts'
import { requestsFor } from './requests.ts'
import type { Totals } from './totals.ts'

export interface Stage {
  readonly engine: Engine
  readonly folder: string
  readonly postgres: PostgresProcess
  readonly older: Program
  readonly newer: Program
  readonly steps: Steps
  readonly totals: Totals
}

const credentialsOf = ({ keys, refused, application, person }: Filled) => ({
  keys: { ...keys, ...refused, application: application.token },
  cookie: person.cookie,
})

export async function play(stage: Stage): Promise<void> {
  const receiver = await Receiver.start()
  const open: Installation[] = []
  const install = async (engine: Engine, name: string) => {
    const made = await Installation.create(engine, join(stage.folder, `${stage.engine}-${name}`), stage.postgres)
    open.push(made)
    return made
  }
  try {
    await playOn(stage, receiver, install)
  } finally {
    receiver.stop()
    await Promise.all(open.map((installation) => installation.kill()))
  }
}

async function playOn(
  { engine, older, newer, steps, totals, folder }: Stage,
  receiver: Receiver,
  install: (engine: Engine, name: string) => Promise<Installation>,
): Promise<void> {
  const step = <T>(name: string, work: () => Promise<T>) => steps.run(`${engine}: ${name}`, work)
  const main = await install(engine, 'main')
  const old = await step('start 0.1.0', () => main.serve(older))
  const filled = await step('fill 0.1.0 as customers and operator', () => fill(old, receiver))
  const credentials = credentialsOf(filled)
  const { requests, before } = await step('read everything', async () => {
    const reader = new Reader(old, credentials)
    const requests = await requestsFor(reader, filled.goneProjects)
    return { requests, before: await reader.read(requests) }
  })
  totals.count(before)
  await main.stop()

  const backup = await step('plinth migrate writes a backup and names it', () => migrate(main, newer))
  const nodes = await step(
    engine === 'postgres' ? 'start two nodes of the new version' : 'start it with two workers',
    () => main.serveTwo(newer),
  )
  for (const [i, node] of nodes.entries())
    await step(`node ${i + 1} has everything that 0.1.0 had`, async () => {
      const after = await new Reader(node, credentials).read(requests)
      totals.compare(before, after, { allowed: [...READING_ITSELF, ...NEW_DATA_FOLDER, ...UPGRADE], isExact: false })
    })
  const [first, last] = [nodes[0]!, nodes.at(-1)!]
  await step('credentials of 0.1.0 work, revoked ones are refused', () => checkCredentials(last, filled))
  await step('webhooks of 0.1.0 arrive with valid signatures', () => checkWebhooks(last, filled, receiver))
  await step('write with the new version', () => writeAfterUpgrade(first))
  await step('events continue after those of 0.1.0', () => checkContinuity(last, filled, receiver, before))
  const upgraded = await step('read everything again', async () => {
    await untilDelivered(first.url, filled.keys.elite!)
    const reader = new Reader(first, credentials)
    const requests = await requestsFor(reader, filled.goneProjects)
    return { requests, reading: await reader.read(requests) }
  })
  const newBackup = join(folder, `${engine}-upgraded.backup`)
  await step('plinth backup', () => main.command(newer, 'backup', newBackup))
  await main.stop()

  await step('0.1.0 restores the backup of the upgrade and has exactly what it had', async () => {
    // As it was when 0.1.0 was read.
    receiver.failing.add(WEBHOOKS.failing)
    const downgraded = await install(engine, 'downgraded')
    await downgraded.command(older, 'restore', backup)
    const server = await downgraded.serve(older)
    const after = await new Reader(server, credentials).read(requests)
    totals.compare(before, after, { allowed: [...READING_ITSELF, ...NEW_DATA_FOLDER], isExact: true })
    await downgraded.stop()
    receiver.failing.clear()
  })
  const other = engine === 'embedded' ? 'postgres' : 'embedded'
  await step(`the new backup restores onto ${other}`, async () => {
    const moved = await install(other, `to-${other}`)
    await moved.command(newer, 'restore', newBackup)
    const server = await moved.serve(newer)
    const after = await new Reader(server, credentials).read(upgraded.requests)
    totals.compare(upgraded.reading, after, { allowed: [...READING_ITSELF, ...NEW_DATA_FOLDER], isExact: true })
    await moved.stop()
  })
}

async function migrate(installation: Installation, newer: Program): Promise<string> {
  const output = await installation.command(newer, 'migrate')
  const folder = join(installation.dataDir, 'backups')
  const files = existsSync(folder) ? readdirSync(folder) : []
  check(files.length === 1, 'plinth migrate must write one backup', files)
  const file = join(folder, files[0]!)
  check(output.includes(file), `plinth migrate does not name ${file}`, output)
  return file
}
