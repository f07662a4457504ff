// plinth projects: lists projects from a server or from local data.
import { join } from 'node:path'
import type { PlinthClient, Project } from '@plinth/client'
import { FILES } from '../../app/foundation.ts'
import { snapshotFiles } from '../../app/snapshot-files.ts'
import { Catalog } from '../../catalog/catalog.ts'
import { listProjects } from '../../catalog/query/list-projects.ts'
import { ProjectListQuery } from '../../http/projects/project-query.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { readPrivateFile } from '../../kernel/secrets.ts'
import { totalLine } from '../terminal/output.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { namedService, serviceAt } from '../terminal/service-connection.ts'
import { styleOf, tableLines } from '../terminal/style.ts'

const FIELDS = ['id', 'slug', 'name', 'address', 'status', 'developer', 'price_from', 'price_to'] as const
type Row = Pick<Project, (typeof FIELDS)[number]>

interface ProjectsResult {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number; readonly count: number }
}

export interface ProjectsOptions extends ServiceOptions {
  readonly sandbox?: boolean
  readonly json?: boolean
  /** Named like the API's filters. */
  readonly filter: Readonly<Record<string, string>>
}

export async function projectsCommand(config: Config, options: ProjectsOptions): Promise<number> {
  const service = options.sandbox ? undefined : namedService(config, options)
  const { data, meta } = await (service ? fromService(service, options) : fromDataFolder(config, options))
  if (options.json) console.log(JSON.stringify({ data, meta }))
  else {
    for (const line of projectLines(data, config)) console.log(line)
    console.log(totalLine(data.length, meta.total))
  }
  return EXIT.ok
}

async function fromService(service: PlinthClient, { filter }: ProjectsOptions): Promise<ProjectsResult> {
  const query = { ...filter, fields: FIELDS }
  const page = await service.request<{ data: Row[]; meta: ProjectsResult['meta'] }>('GET', '/api/v1/projects', {
    query,
  })
  return { data: page.data, meta: { total: page.meta.total, count: page.meta.count } }
}

function fromDataFolder(config: Config, options: ProjectsOptions): Promise<ProjectsResult> {
  return serverOrLocal(config, {
    server: (server) => fromService(clientFor(server, config, options), options),
    local: async ({ db, secrets }) => {
      const { near, limit = 50, ...filters } = parseFilter(options.filter)
      const catalog = new Catalog({ db, files: snapshotFiles(config, secrets) })
      await catalog.refresh()
      const snapshot = catalog.snapshot(options.sandbox ? 'sandbox' : 'production')
      const { records, total } = listProjects(snapshot, filters, { limit })
      const data = records.map((record) => Object.fromEntries(FIELDS.map((name) => [name, record[name]])) as Row)
      await catalog.stop()
      return { data, meta: { total, count: data.length } }
    },
  })
}

/** The client of the server that uses the data folder. */
export function clientFor(
  server: RunningServer,
  config: Config,
  options: Pick<ProjectsOptions, 'sandbox' | 'key'>,
): PlinthClient {
  const sandboxKey = options.sandbox ? readPrivateFile(join(config.dataDir, FILES.sandboxKey)) : undefined
  const key = sandboxKey ?? options.key ?? config.apiKey
  if (key !== undefined) return serviceAt(server.url, key)
  throw new Stop(
    'usage',
    `the server at ${server.url} uses this data folder and requires an API key`,
    'Create one with "plinth keys create --plan pro" and set PLINTH_API_KEY, or use --sandbox.',
  )
}

function parseFilter(filter: ProjectsOptions['filter']) {
  const parsed = ProjectListQuery.safeParse(filter)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new Stop('usage', `--${path.join('.').replaceAll('_', '-')} ${message}`)
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-CA')}`

function projectLines(rows: readonly Row[], config: Config): string[] {
  return tableLines(
    rows,
    [
      { title: 'ID', text: ({ id }) => String(id), right: true },
      { title: 'Name', text: ({ name }) => name },
      { title: 'Address', text: ({ address }) => address },
      { title: 'Status', text: ({ status }) => status },
      { title: 'Price', text: ({ price_from }) => (price_from === null ? '' : `from ${dollars(price_from)}`) },
    ],
    styleOf(config),
  )
}
