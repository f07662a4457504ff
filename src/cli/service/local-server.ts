// The server of this data folder as agents' clients on this machine use it: found where it runs, else started in this process.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '@modelcontextprotocol/server'
import type { App } from '../../app/app.ts'
import type { Config } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import { createLog } from '../../kernel/log.ts'
import { readPrivateFile, writePrivateFile } from '../../kernel/secrets.ts'
import type { RunningServer } from '../running-server.ts'
import { findServer } from '../running-server.ts'
import type { McpLink } from './mcp-forwarder.ts'
import { Refused, RemoteServer } from './mcp-forwarder.ts'

const KEY_FILE = 'mcp-key'

export class LocalServer implements McpLink {
  readonly #config: Config
  readonly #keyFile: string
  #app: App | undefined
  #link: Promise<RemoteServer> | undefined

  constructor(config: Config) {
    this.#config = config
    this.#keyFile = join(config.dataDir, KEY_FILE)
  }

  async send(method: string, params: object): Promise<Result> {
    try {
      return await (await this.#linked()).send(method, params)
    } catch (error) {
      // The server that was found has ended, or the key it knew is gone: once more, from the beginning.
      const stale = error instanceof Stop || (error instanceof Refused && error.status === 401)
      if (!stale) throw error
      if (error instanceof Refused) rmSync(this.#keyFile, { force: true })
      this.#link = undefined
      return (await this.#linked()).send(method, params)
    }
  }

  /** One at a time, however many messages wait for it. */
  #linked(): Promise<RemoteServer> {
    this.#link ??= this.#open().catch((error) => {
      this.#link = undefined
      throw error
    })
    return this.#link
  }

  async #open(): Promise<RemoteServer> {
    const server = (await findServer(this.#config)) ?? (await this.#start())
    return new RemoteServer({ baseUrl: server.url, apiKey: await this.#key(server) })
  }

  /** On a free port, so that a server started later finds its own; operator commands find this one meanwhile. */
  async #start(): Promise<RunningServer> {
    const config = { ...this.#config, port: 0, host: '127.0.0.1', drainMs: 0 }
    const { startApp } = await import('../../app/app.ts')
    this.#app = await startApp(config, createLog(config), { say: (line) => console.error(line) })
    const server = await findServer(config)
    if (!server) throw new Stop('failed', 'the server that was just started does not answer')
    return server
  }

  /** A key of an account of its own, made once and kept beside the data: whoever can read it could do all of this anyway. */
  async #key(server: RunningServer): Promise<string> {
    const kept = readPrivateFile(this.#keyFile)
    if (kept) return kept
    const response = await server.ask('POST', '/api/v1/operator/keys', { plan: 'elite', name: 'plinth mcp' })
    const { data } = (await response.json()) as { data: { api_key: { key: string } } }
    writePrivateFile(this.#keyFile, `${data.api_key.key}\n`)
    return data.api_key.key
  }

  async close(): Promise<void> {
    await this.#app?.stop()
  }
}
