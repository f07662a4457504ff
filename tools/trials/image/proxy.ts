// Runs deploy/Caddyfile in front of two nodes and checks what the nodes rely on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { freePort } from '../../target/server-process.ts'
import { check } from './steps.ts'

const READY_MS = 60_000
/** More than lock a network out on both nodes. */
const WRONG_KEYS = 40
const REQUESTS_WHILE_STOPPING = 300

interface ProxyRequest {
  readonly path: string
  readonly key?: string
  /** One of this machine's loopback addresses. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

export class CaddyProxy {
  readonly #port: number
  readonly #end: () => Promise<void>

  private constructor(port: number, end: () => Promise<void>) {
    this.#port = port
    this.#end = end
  }

  static async start(folder: string, nodes: readonly ServerProcess[]): Promise<CaddyProxy> {
    const [port, admin] = [await freePort(), await freePort()]
    const child = spawn('caddy', ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        CADDY_ADMIN: `127.0.0.1:${admin}`,
        SITE_ADDRESS: `http://127.0.0.1:${port}`,
        NODES: nodes.map((node) => `127.0.0.1:${node.port}`).join(' '),
        CHECK_EVERY: '500ms',
      },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const proxy = new CaddyProxy(port, async () => {
      child.kill('SIGTERM')
      await ended
    })
    for (const until = Date.now() + READY_MS; ; ) {
      if ((await proxy.get({ path: '/readyz' }).catch(() => 0)) === 200) return proxy
      check(child.exitCode === null && Date.now() < until, 'Caddy does not answer')
      await sleep(100)
    }
  }

  end(): Promise<void> {
    return this.#end()
  }

  /** The status of the response. */
  async get({ path, key, from, headers }: ProxyRequest): Promise<number> {
    const sent = request({
      host: '127.0.0.1',
      port: this.#port,
      path,
      ...(from && { localAddress: from }),
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
    })
    sent.end()
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    return response.statusCode
  }

  /** Wrong keys lock out the network that sends them: not all clients of the proxy, and no invented address. */
  async forwardsAddresses(key: string): Promise<void> {
    const statuses: number[] = []
    for (let i = 0; i < WRONG_KEYS; i++)
      statuses.push(
        await this.get({
          path: '/api/v1/me',
          key: 'pk_live_wrong',
          from: '127.0.0.2',
          headers: { 'x-forwarded-for': `203.0.113.${i}` },
        }),
      )
    check(statuses.at(-1) === 429, 'an invented X-Forwarded-For avoids the lock-out', statuses)
    const other = await this.get({ path: '/api/v1/me', key, from: '127.0.0.3' })
    check(other === 200, `another client is locked out, too: ${other}`)
  }

  /** Behind Caddy 2.6 over HTTP/1.1 a client got no results while it was still sending, so this sends all first. */
  async passesBatch(key: string): Promise<void> {
    const ids = ['first', 'second']
    const lines = ids.map((id) => JSON.stringify({ query_id: id, address: '5 Osprey Crescent, Toronto' }))
    const { status, text } = await send(`http://127.0.0.1:${this.#port}`, 'POST', '/api/v1/building-links/batch', {
      key,
      body: `${lines.join('\n')}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    check(status === 200 && ids.every((id) => text.includes(id)), `batch: ${status}`, text)
  }

  /** No request fails while `stop` ends one of the nodes. */
  async survives(key: string, stop: () => Promise<unknown>): Promise<void> {
    const stopped = stop()
    for (let i = 0; i < REQUESTS_WHILE_STOPPING; i++) {
      const status = await this.get({ path: '/api/v1/me', key })
      check(status === 200, `a request got ${status} while a node stopped`)
    }
    await stopped
    check((await this.get({ path: '/api/v1/me', key })) === 200, 'no answer after a node stopped')
  }
}
