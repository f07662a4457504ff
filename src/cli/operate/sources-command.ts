// plinth sources: licences, trust, the files that the daily refresh reads, and imports.
import { resolve } from 'node:path'
import { LOCAL_OPERATOR } from '../../events/audit-log.ts'
import { SourceChangeBody } from '../../http/operator/import-schemas.ts'
import type { SourceState } from '../../ingest/import/freshness.ts'
import type { ImportRun } from '../../ingest/import/import-runs.ts'
import { listRuns } from '../../ingest/import/import-runs.ts'
import type { Source, SourceChange } from '../../ingest/sources/source-registry.ts'
import { removeSource, saveSource } from '../../ingest/sources/source-registry.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import type { Style, TableColumn } from '../terminal/style.ts'
import { styleOf, tableLines, tableWithNotes } from '../terminal/style.ts'
import { mappingOf } from './import-command.ts'
import { runDataOperation } from './run-data-operation.ts'

const SOURCES = '/api/v1/operator/sources'

export async function listSourcesCommand(config: Config, options: { json?: boolean }): Promise<number> {
  const sources = await runDataOperation<SourceState[]>(config, {
    server: (server) => server.requestData('GET', SOURCES),
    local: (operations) => operations.sources(),
  })
  const none = 'No sources. To add one, see: plinth sources add --help'
  print(options, sources, ...(sources.length === 0 ? [none] : sourceLines(sources, styleOf(config))))
  return EXIT.ok
}

const SOURCE_COLUMNS: readonly TableColumn<SourceState>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Trust', text: ({ trust }) => `trust ${trust}`, right: true },
  { title: 'Rows', text: ({ rows }) => `${rows.toLocaleString('en-CA')} rows`, right: true },
  {
    title: 'Updated',
    text: ({ fresh_at }) =>
      fresh_at === null ? 'never imported' : `updated ${fresh_at.slice(0, 16).replace('T', ' ')} UTC`,
    tone: ({ fresh_at }) => (fresh_at === null ? 'warn' : undefined),
  },
  {
    title: 'Licence',
    text: licenceText,
    tone: ({ share_alike, share_alike_allowed_at: allowed }) => (share_alike && allowed === null ? 'bad' : undefined),
  },
]

/** The most trusted source comes first. */
export function sourceLines(sources: readonly SourceState[], style: Style): string[] {
  return tableWithNotes(sources, SOURCE_COLUMNS, sourceNotes, style)
}

function sourceNotes(source: SourceState): string[] {
  const { name, title, publisher, attribution, location, format, enabled } = source
  const notes = [
    title === null || title === name ? null : `${publisher === null ? '' : `${publisher}: `}${title}`,
    attribution === null ? null : `attribution: ${attribution}`,
    location === null ? null : `file: ${location}  ${format ?? 'detected format'}${enabled ? '' : '  (off)'}`,
    source.creates_projects ? null : 'adds to buildings of other sources; creates none',
  ]
  return notes.filter((note) => note !== null)
}

function licenceText({ licence, share_alike, share_alike_allowed_at: allowed }: Source): string {
  const name = licence ?? 'own data'
  if (!share_alike) return name
  return `${name} (share-alike, ${allowed === null ? 'not allowed' : `allowed ${allowed.slice(0, 10)}`})`
}

export interface SetSourceOptions extends OutputOptions {
  readonly trust?: number
  readonly title?: string
  readonly publisher?: string
  readonly licence?: string
  readonly licenceUrl?: string
  readonly attribution?: string
  readonly createsProjects?: boolean
}

export async function setSourceCommand(config: Config, name: string, options: SetSourceOptions): Promise<number> {
  const { json: _, licenceUrl, createsProjects, ...facts } = options
  const change: SourceChange = {
    ...facts,
    ...(licenceUrl === undefined ? {} : { licence_url: licenceUrl }),
    ...(createsProjects === undefined ? {} : { creates_projects: createsProjects }),
  }
  if (Object.keys(change).length === 0) throw new Stop('usage', 'nothing to change', 'See: plinth sources set --help')
  const source = await changeSource(config, name, change)
  print(options, source, `${name}: trust ${source.trust}, ${licenceText(source)}`)
  return EXIT.ok
}

export async function allowSourceCommand(
  config: Config,
  name: string,
  options: OutputOptions & { readonly shareAlike?: boolean },
): Promise<number> {
  if (!options.shareAlike)
    throw new Stop('usage', 'nothing to allow', 'To allow a share-alike licence, add --share-alike.')
  const source = await changeSource(config, name, { share_alike_allowed: true })
  print(options, source, `${name} may be imported. The dataset and its exports then carry its licence.`)
  return EXIT.ok
}

function changeSource(config: Config, name: string, change: SourceChange): Promise<Source> {
  const problem = SourceChangeBody.safeParse(change).error?.issues[0]
  if (problem) throw new Stop('usage', `${problem.path.join('.')}: ${problem.message}`)
  return runDataOperation<Source>(config, {
    server: (server) => server.requestData('PATCH', `${SOURCES}/${encodeURIComponent(name)}`, change),
    local: (operations) => operations.changeSource(name, change, LOCAL_OPERATOR),
  })
}

export interface AddSourceOptions extends OutputOptions {
  readonly format?: string
  readonly map?: string
  readonly minUnits?: number
  readonly off?: boolean
}

export async function addSourceCommand(
  config: Config,
  name: string,
  file: string,
  options: AddSourceOptions,
): Promise<number> {
  const map = (await mappingOf(options)) ?? null
  const source = { name, location: resolve(file), format: options.format ?? null, map, enabled: !options.off }
  const saved = await runDataOperation<Source>(config, {
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
  if (!removed) throw new Stop('failed', `the refresh reads no source "${name}"`)
  print(options, { name, removed: true }, `${name} is no longer refreshed. Its projects stay.`)
  return EXIT.ok
}

export async function listRunsCommand(config: Config, options: { json?: boolean }): Promise<number> {
  const runs = await runDataOperation<Omit<ImportRun, 'rejected' | 'quality'>[]>(config, {
    server: (server) => server.requestData('GET', '/api/v1/operator/imports?limit=20'),
    local: async (_, db) => (await listRuns(db, { limit: 20 })).runs,
  })
  if (options.json) console.log(JSON.stringify(runs))
  else if (runs.length === 0) console.log('No imports yet.')
  else for (const line of runLines(runs, config)) console.log(line)
  return EXIT.ok
}

function runLines(runs: readonly Omit<ImportRun, 'rejected' | 'quality'>[], config: Config): string[] {
  return tableLines(
    runs,
    [
      { title: 'Started', text: ({ started_at }) => started_at },
      { title: 'Source', text: ({ source }) => source },
      { title: 'File', text: ({ file_name }) => file_name },
      { title: 'As of', text: ({ as_of }) => as_of ?? '-' },
      {
        title: 'Outcome',
        text: ({ outcome }) => outcome ?? 'running',
        tone: ({ outcome }) => (outcome === 'failed' || outcome === 'refused' ? 'bad' : undefined),
      },
      { title: 'Version', text: ({ version }) => version ?? '-' },
      { title: 'Rows', text: ({ counts }) => `${counts.rows} rows, ${counts.rejected} rejected` },
    ],
    styleOf(config),
  )
}
