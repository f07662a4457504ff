// plinth doctor: checks that the parts work, asks the running server, and prints all settings.
import { existsSync, statSync } from 'node:fs'
import { openFoundation } from '../../app/foundation.ts'
import { loadModel } from '../../app/model-file.ts'
import { openMapTiles } from '../../app/open-map-tiles.ts'
import type { Config } from '../../kernel/config.ts'
import { describeConfig, VERSION } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import { findServer } from '../terminal/running-server.ts'
import type { Style } from '../terminal/style.ts'
import { styleOf } from '../terminal/style.ts'

interface Finding {
  readonly part: string
  readonly ok: boolean
  readonly says: string
}

export async function doctorCommand(config: Config, options: { json?: boolean }): Promise<number> {
  const settings = describeConfig(config)
  const server = await findServer(config)
  const findings = [
    nodeVersion(),
    dataFolder(config),
    ...(await (server ? askServer(server) : [{ part: 'server', ok: true, says: 'none runs on this data folder' }])),
    await database(config, server),
    model(config),
    mapTiles(config),
  ]
  if (options.json) console.log(JSON.stringify({ version: VERSION, findings, settings }, null, 2))
  else printReport(settings, findings, styleOf(config))
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

interface Readiness {
  readonly status: string
  readonly database: string
  readonly datasets: Readonly<Record<'production' | 'sandbox', { state: string; seconds_left?: number }>>
}

/** The server that holds the data folder knows best how it is. */
async function askServer(server: RunningServer): Promise<Finding[]> {
  const { url, version } = server
  const isSame = version === VERSION
  const findings: Finding[] = [
    {
      part: 'server',
      ok: isSame,
      says: isSame
        ? `version ${version} at ${url}`
        : `version ${version ?? 'unknown'} at ${url}, but this command is version ${VERSION}; restart the server`,
    },
  ]
  const readiness = (await (await fetch(`${url}/readyz`)).json()) as Readiness
  const isReady = readiness.status === 'ready'
  findings.push({ part: 'readiness', ok: isReady, says: `${readiness.status}, database ${readiness.database}` })
  const [newest] = await server.requestData<readonly { version: string; published_at: string }[]>(
    'GET',
    '/api/v1/operator/versions?limit=1',
  )
  const { state, seconds_left } = readiness.datasets.production
  const published = newest ? `version ${newest.version}, published ${newest.published_at.slice(0, 16)}Z` : 'empty'
  const says = state === 'loading' ? `being created, about ${seconds_left} s left` : published
  findings.push({ part: 'dataset', ok: true, says })
  return findings
}

async function database(config: Config, server: RunningServer | undefined): Promise<Finding> {
  const part = config.databaseUrl ? 'PostgreSQL' : 'embedded database'
  if (!config.databaseUrl && !existsSync(config.dataDir)) return { part, ok: true, says: 'not created yet' }
  if (!config.databaseUrl && server) return { part, ok: true, says: 'in use by the running server, which responds' }
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

function printReport(
  settings: ReturnType<typeof describeConfig>,
  findings: readonly Finding[],
  { bold, good, bad, dim }: Style,
): void {
  const failed = findings.filter(({ ok }) => !ok).length
  const widthOf = (names: readonly string[]) => Math.max(...names.map((name) => name.length))
  const partWidth = widthOf(findings.map(({ part }) => part))
  console.log(`plinth ${VERSION}\n\n${bold('Checks')}`)
  for (const { part, ok, says } of findings)
    console.log(`  ${ok ? good('ok  ') : bad('FAIL')}  ${part.padEnd(partWidth)}  ${says}`)
  console.log(failed === 0 ? good('All checks passed.') : bad(`${failed} of ${findings.length} checks failed.`))
  const width = widthOf(settings.map(({ name }) => name))
  console.log(`\n${bold('Settings')}`)
  for (const { name, value, sentence } of settings)
    console.log(`  ${name.padEnd(width)}  ${value}\n  ${' '.repeat(width)}  ${dim(sentence)}`)
}
