// plinth sources: which files the daily refresh reads, and how their last imports went.
import { resolve } from 'node:path'
import type { ConfiguredSource } from '../../ingest/import/configured-sources.ts'
import { listSources, removeSource, saveSource } from '../../ingest/import/configured-sources.ts'
import type { ImportRun } from '../../ingest/import/import-runs.ts'
import { listRuns } from '../../ingest/import/import-runs.ts'
import { readMapping } from '../../ingest/read/mapping.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { Printing } from '../printing.ts'
import { print } from '../printing.ts'
import { onData } from './on-data.ts'

const SOURCES = '/api/v1/operator/sources'

const dataOf = async <T>(response: Response): Promise<T> => ((await response.json()) as { data: T }).data

export async function listSourcesCommand(config: Config, options: { json?: boolean }): Promise<number> {
  const sources = await onData<ConfiguredSource[]>(config, {
    server: async (server) => dataOf(await server.ask('GET', SOURCES)),
    here: (_, db) => listSources(db),
  })
  if (options.json) console.log(JSON.stringify(sources))
  else if (sources.length === 0) console.log('no sources; see: plinth sources add --help')
  for (const { name, location, format, enabled } of options.json ? [] : sources)
    console.log(`${name}  ${location}  ${format ?? 'format by content'}${enabled ? '' : '  (off)'}`)
  return EXIT.ok
}

export interface AddSourceOptions extends Printing {
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
  const saved = await onData<ConfiguredSource>(config, {
    server: async (server) => dataOf(await server.ask('POST', SOURCES, source)),
    here: (_, db) => saveSource(db, source),
  })
  print(options, saved, `${saved.name}: ${saved.location} is read by plinth refresh and by the daily refresh`)
  return EXIT.ok
}

export async function removeSourceCommand(config: Config, name: string, options: Printing = {}): Promise<number> {
  const removed = await onData<boolean>(config, {
    server: async (server) => (await server.ask('DELETE', `${SOURCES}/${encodeURIComponent(name)}`)).ok,
    here: (_, db) => removeSource(db, name),
  })
  if (!removed) throw new Stop('failed', `there is no source "${name}"`)
  print(options, { name, removed: true }, `${name} is no longer refreshed; its projects stay`)
  return EXIT.ok
}

export async function listRunsCommand(config: Config, options: { json?: boolean }): Promise<number> {
  const runs = await onData<Omit<ImportRun, 'rejected'>[]>(config, {
    server: async (server) => dataOf(await server.ask('GET', '/api/v1/operator/imports?limit=20')),
    here: async (_, db) => (await listRuns(db, { limit: 20 })).runs,
  })
  if (options.json) console.log(JSON.stringify(runs))
  else if (runs.length === 0) console.log('nothing was imported yet')
  for (const { started_at, source, file_name, outcome, version, counts } of options.json ? [] : runs)
    console.log(
      `${started_at}  ${source}  ${file_name}  ${outcome ?? 'running'}  ${version ?? '-'}  ${counts.rows} rows, ${counts.rejected} rejected`,
    )
  return EXIT.ok
}
