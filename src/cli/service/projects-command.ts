// plinth projects: the catalogue, filtered, from a server or from the data at hand.
import { join } from 'node:path'
import { FILES, openFoundation } from '../../app/foundation.ts'
import { Catalog } from '../../catalog/catalog.ts'
import { listProjects } from '../../catalog/query/list-projects.ts'
import type { PlinthClient, Project } from '../../client/client.ts'
import { ProjectListQuery } from '../../contract/project-query.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { readPrivateFile } from '../../kernel/secrets.ts'
import { findServer } from '../running-server.ts'
import type { ServiceOptions } from './service-connection.ts'
import { namedService, serviceAt } from './service-connection.ts'

/** What a line, or an object with --json, has of a project. */
const FIELDS = ['id', 'slug', 'name', 'address', 'status', 'developer', 'price_from', 'price_to'] as const
type Row = Pick<Project, (typeof FIELDS)[number]>

interface Found {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number; readonly count: number }
}

/** Options whose names are those of the API's filters. */
export interface ProjectsOptions extends ServiceOptions {
  readonly sandbox?: boolean
  readonly json?: boolean
  readonly filter: Readonly<Record<string, string>>
}

export async function projectsCommand(config: Config, options: ProjectsOptions): Promise<number> {
  const service = options.sandbox ? undefined : namedService(config, options)
  const { data, meta } = await (service ? ask(service, options) : lookHere(config, options))
  if (options.json) console.log(JSON.stringify({ data, meta }))
  else {
    for (const row of data) console.log(lineOf(row))
    console.log(
      data.length < meta.total ? `${data.length} of ${meta.total}; --limit shows more` : `${meta.total} in all`,
    )
  }
  return EXIT.ok
}

async function ask(service: PlinthClient, { filter }: ProjectsOptions): Promise<Found> {
  const query = { ...filter, fields: FIELDS }
  const page = await service.request<{ data: Row[]; meta: Found['meta'] }>('GET', '/api/v1/projects', { query })
  return { data: page.data, meta: { total: page.meta.total, count: page.meta.count } }
}

/** The data of this installation: through the server that owns it, which wants a key, or opened here. */
async function lookHere(config: Config, options: ProjectsOptions): Promise<Found> {
  const running = await findServer(config)
  if (running) {
    const sandboxKey = options.sandbox ? readPrivateFile(join(config.dataDir, FILES.sandboxKey)) : undefined
    const key = sandboxKey ?? options.key ?? config.apiKey
    if (key === undefined)
      throw new Stop(
        'usage',
        `a server runs on this data at ${running.url}, and takes a key`,
        'Make one with "plinth keys create --plan pro" and set PLINTH_API_KEY; or look at the sandbox with --sandbox.',
      )
    return ask(serviceAt(running.url, key), options)
  }
  const read = ProjectListQuery.safeParse(options.filter)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    throw new Stop('usage', `--${path.join('.').replaceAll('_', '-')} ${message}`)
  }
  const { db } = await openFoundation(config, () => {})
  try {
    const catalog = new Catalog({ db })
    await catalog.refresh()
    const { near, limit = 50, ...filters } = read.data
    const { records, total } = listProjects(catalog.snapshot(options.sandbox ? 'sandbox' : 'production'), filters, {
      limit,
    })
    const data = records.map((record) => Object.fromEntries(FIELDS.map((name) => [name, record[name]])) as Row)
    return { data, meta: { total, count: data.length } }
  } finally {
    await db.close()
  }
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-CA')}`

function lineOf({ id, name, address, status, price_from }: Row): string {
  return `${String(id).padStart(6)}  ${name}  ${address}  ${status}${price_from === null ? '' : `  from ${dollars(price_from)}`}`
}
