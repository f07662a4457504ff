// plinth doctor: prints all settings and checks that the parts work.
import { existsSync, statSync } from 'node:fs'
import { openFoundation } from '../../app/foundation.ts'
import { openMapTiles } from '../../app/map-tiles.ts'
import { loadModel } from '../../app/model-file.ts'
import type { Config } from '../../kernel/config.ts'
import { describeConfig, VERSION } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { findServer } from '../running-server.ts'

interface Finding {
  readonly part: string
  readonly ok: boolean
  readonly says: string
}

export async function doctorCommand(config: Config, options: { json?: boolean }): Promise<number> {
  const settings = describeConfig(config)
  const findings = [nodeVersion(), dataFolder(config), await database(config), model(config), mapTiles(config)]
  if (options.json) console.log(JSON.stringify({ version: VERSION, settings, findings }, null, 2))
  else printReport(settings, findings)
  return findings.every((finding) => finding.ok) ? EXIT.ok : EXIT.failed
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > 20 || (major === 20 && minor >= 19)
  return { part: 'node', ok, says: ok ? process.version : `${process.version} is too old; install 20.19 or newer` }
}

function dataFolder({ dataDir }: Config): Finding {
  const part = 'data folder'
  if (!existsSync(dataDir)) return { part, ok: true, says: `${dataDir} will be created at the first start` }
  const open = (statSync(dataDir).mode & 0o077) !== 0
  return { part, ok: !open, says: open ? `other users can read ${dataDir}; run: chmod 700 ${dataDir}` : dataDir }
}

async function database(config: Config): Promise<Finding> {
  const part = config.databaseUrl ? 'PostgreSQL' : 'embedded database'
  if (!config.databaseUrl && !existsSync(config.dataDir)) return { part, ok: true, says: 'not created yet' }
  if (!config.databaseUrl && (await findServer(config)))
    return { part, ok: true, says: 'in use by the running server, which responds' }
  try {
    const { db } = await openFoundation(config, () => {})
    await db.close()
    return { part, ok: true, says: 'opens, and its schema is current' }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { part, ok: false, says: `${error.message}. ${error.advice}` }
  }
}

function model({ modelFile }: Config): Finding {
  const part = 'model'
  try {
    const { version } = loadModel(modelFile).model
    return { part, ok: true, says: modelFile ? `${version} from ${modelFile}` : `${version}, built in` }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { part, ok: false, says: `${error.message}. ${error.advice}` }
  }
}

function mapTiles(config: Config): Finding {
  const part = 'map tiles'
  try {
    const tiles = openMapTiles(config.mapTiles)
    tiles?.close()
    return { part, ok: true, says: tiles ? `${tiles.file.path}, zoom ${tiles.minZoom} to ${tiles.maxZoom}` : 'none' }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { part, ok: false, says: `${error.message}. ${error.advice}` }
  }
}

function printReport(settings: ReturnType<typeof describeConfig>, findings: readonly Finding[]): void {
  const width = Math.max(...settings.map((row) => row.name.length))
  console.log(`plinth ${VERSION}\n\nSettings`)
  for (const { name, value, sentence } of settings)
    console.log(`  ${name.padEnd(width)}  ${value}\n  ${' '.repeat(width)}  ${sentence}`)
  console.log('\nChecks')
  for (const { part, ok, says } of findings) console.log(`  ${ok ? 'ok  ' : 'FAIL'}  ${part}: ${says}`)
}
