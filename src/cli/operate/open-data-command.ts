// plinth data: installs, updates and removes open data of the table.
import { resolve } from 'node:path'
import { LOCAL_OPERATOR } from '../../events/audit-log.ts'
import type { DataOperations } from '../../ingest/data-operations-api.ts'
import { requireOpenSource } from '../../ingest/open-sources/open-source-table.ts'
import type { InstallResult, RemoveResult } from '../../ingest/open-sources/open-sources.ts'
import type { OpenSourceState, SourceHealth } from '../../ingest/open-sources/source-states.ts'
import type { ImportProgress } from '../../ingest/read/row-stream.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Fault, Stop } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import type { TableColumn } from '../terminal/style.ts'
import { styleOf, tableWithNotes } from '../terminal/style.ts'
import { summaryLines } from './import-summary.ts'
import { ProgressLine } from './progress-line.ts'
import { followProgress, runDataOperation } from './run-data-operation.ts'

const OPEN_DATA = '/api/v1/operator/open-data'

const HEALTH: Readonly<Record<SourceHealth, readonly [text: string, tone?: 'good' | 'warn' | 'bad']>> = {
  fresh: ['up to date', 'good'],
  late: ['LATE', 'warn'],
  failed: ['FAILED', 'bad'],
  refused: ['REFUSED', 'bad'],
  not_installed: ['not installed'],
  unreadable: ['not readable by this version'],
}

const COLUMNS: readonly TableColumn<OpenSourceState>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Publisher', text: ({ publisher }) => publisher ?? '-' },
  { title: 'Licence', text: ({ licence }) => licence ?? '-' },
  { title: 'Size', text: ({ bytes }) => sizeOf(bytes), right: true },
  { title: 'Changes', text: ({ changes }) => changes },
  { title: 'Health', text: ({ health }) => HEALTH[health][0], tone: ({ health }) => HEALTH[health][1] },
  { title: 'Installed', text: installedText },
]

function installedText({ fresh_at, rows, version, age_seconds }: OpenSourceState): string {
  if (fresh_at === null) return '-'
  const days = Math.floor((age_seconds ?? 0) / 86_400)
  return `${version ?? '-'}, ${fresh_at.slice(0, 10)} (${days} days), ${rows.toLocaleString('en-CA')} rows`
}

const sizeOf = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(bytes >= 1e7 ? 0 : 1)} MB`

export async function listDataCommand(config: Config, options: OutputOptions): Promise<number> {
  const sources = await listAll(config)
  const notes = ({ title, note, problem }: OpenSourceState) =>
    [title, note, problem].filter((text): text is string => text !== null)
  print(options, sources, ...tableWithNotes(sources, COLUMNS, notes, styleOf(config)))
  return EXIT.ok
}

const listAll = (config: Config): Promise<OpenSourceState[]> =>
  runDataOperation(config, {
    server: (server) => server.requestData('GET', OPEN_DATA),
    local: (operations) => operations.openSources(),
  })

export interface InstallCommandOptions extends OutputOptions {
  readonly from?: string
  readonly approve?: boolean
  readonly confirm?: string
  readonly dryRun?: boolean
}

type Failed = Pick<InstallResult, 'name' | 'outcome' | 'problem'>

export async function installDataCommand(
  config: Config,
  names: readonly string[],
  { json = false, from, approve = false, confirm, dryRun = false }: InstallCommandOptions,
): Promise<number> {
  for (const name of names) knownName(name)
  const folder = from === undefined ? undefined : resolve(from)
  const results = await inOrder(config, names, {
    local: (operations, name, onProgress) =>
      operations.installSource(name, {
        ...{ from: folder, approve, confirm, dryRun, onProgress },
        actor: 'command line',
        cause: LOCAL_OPERATOR,
      }),
    server: async (server, name, onProgress) => {
      const body = { from: folder, approve, confirm, dry_run: dryRun }
      return followProgress<InstallResult>(await server.request('POST', `${OPEN_DATA}/${name}`, body), (progress) => {
        if (progress && typeof progress === 'object' && 'rows' in progress) onProgress(progress as ImportProgress)
      })
    },
  })
  print({ json }, results, ...results.flatMap(installLines))
  return exitCodeOf(results.map(({ outcome }) => outcome !== 'refused' && outcome !== 'failed'))
}

/** Without names: everything that is installed. */
export async function updateDataCommand(
  config: Config,
  names: readonly string[],
  options: InstallCommandOptions,
): Promise<number> {
  const wanted = names.length > 0 ? names : (await listAll(config)).filter(isInstalled).map(({ name }) => name)
  if (wanted.length === 0) throw new Stop('usage', 'no open data is installed', 'See: plinth data list')
  return installDataCommand(config, wanted, options)
}

const isInstalled = ({ health }: OpenSourceState): boolean => health !== 'not_installed' && health !== 'unreadable'

export async function removeDataCommand(
  config: Config,
  names: readonly string[],
  { json = false, confirm }: OutputOptions & { readonly confirm?: string },
): Promise<number> {
  for (const name of names) knownName(name)
  const query = confirm === undefined ? '' : `?confirm=${encodeURIComponent(confirm)}`
  const results = await inOrder<RemoveResult>(config, names, {
    local: (operations, name) =>
      operations.removeOpenSource(name, { confirm, actor: 'command line', cause: LOCAL_OPERATOR }),
    server: async (server, name) =>
      followProgress(await server.request('DELETE', `${OPEN_DATA}/${name}${query}`), () => {}),
  })
  const isDone = (result: RemoveResult | Failed) => 'removed' in result && result.removed
  print(
    { json },
    results,
    ...results.map((result) =>
      'removed' in result && result.removed
        ? `${result.name}: removed, ${result.projects} projects are gone`
        : `${result.name}: NOT REMOVED: ${'refusals' in result ? result.refusals.join('; ') : result.problem}`,
    ),
  )
  return exitCodeOf(results.map(isDone))
}

interface Alternatives<T> {
  readonly local: (
    operations: DataOperations,
    name: string,
    onProgress: (progress: ImportProgress) => void,
  ) => Promise<T>
  readonly server: (server: RunningServer, name: string, onProgress: (progress: ImportProgress) => void) => Promise<T>
}

/** A source that fails does not stop the next one. */
async function inOrder<T>(config: Config, names: readonly string[], run: Alternatives<T>): Promise<(T | Failed)[]> {
  const each = async (one: (name: string, onProgress: (progress: ImportProgress) => void) => Promise<T>) => {
    const results: (T | Failed)[] = []
    for (const name of names) {
      const line = new ProgressLine(process.stderr, undefined, names.length > 1 ? `${name}: ` : '')
      line.start(name)
      const result = await one(name, (progress) => line.show(progress))
        .catch((error: unknown): Failed => {
          if (!(error instanceof Fault || error instanceof Stop)) throw error
          return { name, outcome: 'failed', problem: error.message }
        })
        .finally(() => line.end())
      results.push(result)
    }
    return results
  }
  return runDataOperation(config, {
    local: (operations) => each((name, onProgress) => run.local(operations, name, onProgress)),
    server: (server) => each((name, onProgress) => run.server(server, name, onProgress)),
  })
}

function installLines(result: InstallResult | Failed): string[] {
  const { name, outcome, problem } = result
  if ('run' in result && result.run) return summaryLines(result.run, name)
  return [outcome === 'unchanged' ? `${name}: up to date` : `${name}: FAILED: ${problem}`]
}

const exitCodeOf = (successes: readonly boolean[]): number => (successes.every(Boolean) ? EXIT.ok : EXIT.failed)

function knownName(name: string): void {
  try {
    requireOpenSource(name)
  } catch (error) {
    throw new Stop('usage', (error as Error).message, 'See: plinth data list')
  }
}
