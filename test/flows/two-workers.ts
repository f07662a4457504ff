// Two workers as real processes, for tests.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Agent } from 'node:http'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'
import type { Kind } from '../support/databases.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { TEST_SECRET } from '../support/test-settings.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly body: any
}

/** Polls until the condition holds; the test's timeout is the only limit. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50)
}

export class TwoWorkers {
  readonly server: Running
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly operatorKey: string
  readonly #cleanups: (() => Promise<unknown> | unknown)[]

  private constructor(
    server: Running,
    url: string,
    env: Readonly<Record<string, string>>,
    cleanups: (() => Promise<unknown> | unknown)[],
  ) {
    this.server = server
    this.url = url
    this.env = env
    this.operatorKey = readFileSync(join(env.DATA_DIR!, 'operator-key'), 'utf8').trim()
    this.#cleanups = cleanups
  }

  /** Resolves when both are ready. */
  static async start(kind: Kind): Promise<TwoWorkers> {
    const cleanups: (() => Promise<unknown> | unknown)[] = []
    const dataDir = mkdtempSync(join(tmpdir(), 'plinth-workers-'))
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const env: Record<string, string> = {
      DATA_DIR: dataDir,
      SECRET_KEY: TEST_SECRET,
      PORT: '0',
      DRAIN_MS: '1500',
      ALLOW_PRIVATE_WEBHOOKS: '1',
    }
    if (kind === 'embedded') cpSync(inject('filledFolder'), dataDir, { recursive: true })
    else {
      const databaseUrl = await createDatabase(inject('postgresUrl'), 'empty')
      env.DATABASE_URL = databaseUrl
      cleanups.push(() => dropDatabase(inject('postgresUrl'), databaseUrl))
    }
    const server = runPlinth(['serve', '--workers', '2'], env)
    cleanups.push(async () => {
      server.child.kill('SIGKILL')
      await server.exited
    })
    const [, url] = await server.prints(/docs: +(\S+)\/docs/)
    const both = new TwoWorkers(server, url!, env, cleanups)
    await until(async () => (await both.numberReady()) === 2)
    return both
  }

  /** Runs when the test file ends. */
  cleanUp(work: () => Promise<unknown> | unknown): void {
    this.#cleanups.push(work)
  }

  async end(): Promise<void> {
    for (const clean of this.#cleanups.splice(0).reverse()) await clean()
  }

  pids(): number[] {
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(this.server.child.pid)], { encoding: 'utf8' })
    return stdout
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0)
  }

  /** Each call opens a connection, so that calls reach the workers in turn. */
  call(path: string, key: string, method = 'GET', body?: unknown, agent: Agent | false = false): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
      const sent = request(this.url + path, { method, headers, agent }, async (response) => {
        const received = await text(response).catch(reject)
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        resolve({ status: response.statusCode!, body: isJson ? JSON.parse(received as string) : received })
      })
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  }

  async newKey(plan = 'elite'): Promise<{ key: string; id: string }> {
    return (await this.call('/api/v1/operator/keys', this.operatorKey, 'POST', { plan })).body.data.api_key
  }

  async metrics(query = ''): Promise<string> {
    return (await this.call(`/metrics${query}`, this.operatorKey)).body
  }

  async numberReady(): Promise<number> {
    return Number(/^plinth_workers (\d+)/m.exec(await this.metrics().catch(() => ''))?.[1] ?? 0)
  }

  me(key: string, agent: Agent | false = false): Promise<Answer> {
    return this.call('/api/v1/me', key, 'GET', undefined, agent)
  }
}
