// Connects plinth mcp to this data folder's server, and starts one if none runs.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '@modelcontextprotocol/server'
import type { App } from '../../app/app.ts'
import type { Config } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import { createLog } from '../../kernel/log.ts'
import { readPrivateFile, writePrivateFile } from '../../kernel/secrets.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import { findServer } from '../terminal/running-server.ts'
import type { McpConnection } from './mcp-forwarder.ts'
import { RefusedError, RemoteServer } from './mcp-forwarder.ts'

const KEY_FILE = 'mcp-key'

export class LocalServer implements McpConnection {
  readonly #config: Config
  readonly #keyFile: string
  #app: App | undefined
  #connection: Promise<RemoteServer> | undefined

  constructor(config: Config) {
    this.#config = config
    this.#keyFile = join(config.dataDir, KEY_FILE)
  }

  async send(method: string, params: object): Promise<Result> {
    try {
      return await (await this.#connect()).send(method, params)
    } catch (error) {
      // The server has stopped, or the key was revoked: connect again, once.
      const stale = error instanceof Stop || (error instanceof RefusedError && error.status === 401)
      if (!stale) throw error
      if (error instanceof RefusedError) rmSync(this.#keyFile, { force: true })
      this.#connection = undefined
      return (await this.#connect()).send(method, params)
    }
  }

  /** All messages share one connection attempt. */
  #connect(): Promise<RemoteServer> {
    this.#connection ??= this.#open().catch((error) => {
      this.#connection = undefined
      throw error
    })
    return this.#connection
  }

  async #open(): Promise<RemoteServer> {
    const server = (await findServer(this.#config)) ?? (await this.#start())
    const key = await this.#key(server)
    return new RemoteServer({ baseUrl: server.url, getToken: () => key })
  }

  /** Uses a free port, so that the configured port stays free for `plinth serve`. */
  async #start(): Promise<RunningServer> {
    const config = { ...this.#config, port: 0, host: '127.0.0.1', drainMs: 0 }
    const { startApp } = await import('../../app/app.ts')
    this.#app = await startApp(config, createLog(config))
    const server = await findServer(config)
    if (!server) throw new Stop('failed', 'the server started but does not respond')
    return server
  }

  /** Created once for a separate account. Anyone who can read the file can read the data folder too. */
  async #key(server: RunningServer): Promise<string> {
    const stored = readPrivateFile(this.#keyFile)
    if (stored) return stored
    const input = { plan: 'elite', name: 'plinth mcp' }
    const { api_key } = await server.requestData<{ api_key: { key: string } }>('POST', '/api/v1/operator/keys', input)
    writePrivateFile(this.#keyFile, `${api_key.key}\n`)
    return api_key.key
  }

  async close(): Promise<void> {
    await this.#app?.stop()
  }
}
