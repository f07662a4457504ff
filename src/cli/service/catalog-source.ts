// Reads for commands: from a server that is named, the server that uses the data folder, or the data folder itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PlinthClient } from '@plinth/client'
import type { Foundation } from '../../app/foundation.ts'
import { FILES } from '../../app/foundation.ts'
import { readSandboxSnapshot } from '../../app/sandbox.ts'
import { snapshotFiles } from '../../app/snapshot-files.ts'
import type { CatalogOptions } from '../../catalog/catalog.ts'
import { Catalog } from '../../catalog/catalog.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Config } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import { readPrivateFile } from '../../kernel/secrets.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { namedService, serviceAt } from '../terminal/service-connection.ts'

export interface ReadOptions extends ServiceOptions {
  readonly sandbox?: boolean
  readonly json?: boolean
}

interface Reads<T> {
  readonly remote: (client: PlinthClient) => Promise<T>
  readonly local: (snapshot: Snapshot) => T | Promise<T>
}

export async function readCatalog<T>(config: Config, options: ReadOptions, { remote, local }: Reads<T>): Promise<T> {
  const service = options.sandbox ? undefined : namedService(config, options)
  if (service) return remote(service)
  const sandbox = options.sandbox ? await unstartedSandbox(config) : undefined
  if (sandbox) return local(sandbox)
  return serverOrLocal<T>(config, {
    server: (server) => remote(clientFor(server, config, options)),
    local: (foundation) =>
      withCatalog(config, foundation, {}, (catalog) =>
        local(catalog.snapshot(options.sandbox ? 'sandbox' : 'production')),
      ),
  })
}

/** Where no server has started yet, the sandbox comes from the file that ships with Plinth; no data folder is made. */
export async function unstartedSandbox(
  { dataDir, databaseUrl, streetsFolder }: Config,
  options: Pick<CatalogOptions, 'model'> = {},
): Promise<Snapshot | undefined> {
  if (databaseUrl || existsSync(join(dataDir, FILES.sandboxKey))) return undefined
  return readSandboxSnapshot({ streetsFolder, ...options })
}

/** The catalogue of the data folder. */
export async function withCatalog<T>(
  config: Config,
  { db, secrets }: Foundation,
  options: Pick<CatalogOptions, 'model'>,
  read: (catalog: Catalog) => T | Promise<T>,
): Promise<T> {
  const { streetsFolder } = config
  const catalog = new Catalog({ db, streetsFolder, files: snapshotFiles(config, secrets), ...options })
  try {
    await catalog.refresh()
    return await read(catalog)
  } finally {
    await catalog.stop()
  }
}

/** The client of the server that uses the data folder. */
function clientFor(server: RunningServer, config: Config, options: ReadOptions): PlinthClient {
  const sandboxKey = options.sandbox ? readPrivateFile(join(config.dataDir, FILES.sandboxKey)) : undefined
  const key = sandboxKey ?? options.key ?? config.apiKey
  if (key !== undefined) return serviceAt(server.url, key)
  throw new Stop(
    'usage',
    `the server at ${server.url} uses this data folder and requires an API key`,
    'Create one with "plinth keys create --plan pro" and set PLINTH_API_KEY, or use --sandbox.',
  )
}
