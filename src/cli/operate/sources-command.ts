// plinth sources: the files that the daily refresh reads, and their recent imports.
import { resolve } from 'node:path'
import type { ConfiguredSource } from '../../ingest/import/configured-sources.ts'
import { listSources, removeSource, saveSource } from '../../ingest/import/configured-sources.ts'
import type { ImportRun } from '../../ingest/import/import-runs.ts'
import { listRuns } from '../../ingest/import/import-runs.ts'
import { readMapping } from '../../ingest/read/mapping.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { OutputOptions } from '../output.ts'
import { print } from '../output.ts'
import { runDataOperation } from './run-data-operation.ts'

const SOURCES = '/api/v1/operator/sources'

export async function listSourcesCommand(config: Config, options: { json?: boolean }): Promise<number> {
  const sources = await runDataOperation<ConfiguredSource[]>(config, {
    server: (server) => server.requestData('GET', SOURCES),
    local: (_, db) => listSources(db),
  })
  if (options.json) console.log(JSON.stringify(sources))
  else if (sources.length === 0) console.log('No sources. To add one, see: plinth sources add --help')
  for (const { name, location, format, enabled } of options.json ? [] : sources)
    console.log(`${name}  ${location}  ${format ?? 'detected format'}${enabled ? '' : '  (off)'}`)
  return EXIT.ok
}

export interface AddSourceOptions extends OutputOptions {
  readonly format?: string
  readonly map?: string
  readonly off?: boolean
}

export async function addSourceCommand(
  config: Config,
  name: string,
  file: string,
  options: AddSourceOptions,
): Promise<number> {
  const map = options.map === undefined ? null : await readMapping(resolve(options.map))
  const source = { name, location: resolve(file), format: options.format ?? null, map, enabled: !options.off }
  const saved = await runDataOperation<ConfiguredSource>(config, {
    server: (server) => server.requestData('POST', SOURCES, source),
    local: (_, db) => saveSource(db, source),
  })
  print(options, saved, `${saved.name}: ${saved.location} is now read by every refresh`)
  return EXIT.ok
}

export async function removeSourceCommand(config: Config, name: string, options: OutputOptions = {}): Promise<number> {
  const removed = await runDataOperation<boolean>(config, {
    server: async (server) => (await server.request('DELETE', `${SOURCES}/${encodeURIComponent(name)}`)).ok,
    local: (_, db) => removeSource(db, name),
  })
  if (!removed) throw new Stop('failed', `source "${name}" not found`)
  print(options, { name, removed: true }, `${name} is no longer refreshed. Its projects stay.`)
  return EXIT.ok
}

export async function listRunsCommand(config: Config, options: { json?: boolean }): Promise<number> {
  const runs = await runDataOperation<Omit<ImportRun, 'rejected'>[]>(config, {
    server: (server) => server.requestData('GET', '/api/v1/operator/imports?limit=20'),
    local: async (_, db) => (await listRuns(db, { limit: 20 })).runs,
  })
  if (options.json) console.log(JSON.stringify(runs))
  else if (runs.length === 0) console.log('No imports yet.')
  for (const { started_at, source, file_name, outcome, version, counts } of options.json ? [] : runs)
    console.log(
      `${started_at}  ${source}  ${file_name}  ${outcome ?? 'running'}  ${version ?? '-'}  ${counts.rows} rows, ${counts.rejected} rejected`,
    )
  return EXIT.ok
}
