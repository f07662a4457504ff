// A running server in its own data folder with keys for every plan.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { inject } from 'vitest'
import { grantKey } from '../../src/access/accounts/accounts.ts'
import type { Plan } from '../../src/access/rights/plans.ts'
import { PLANS } from '../../src/access/rights/plans.ts'
import type { App, StartOptions } from '../../src/app/app.ts'
import { startApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { redact } from '../../src/kernel/log.ts'
import { PATIENT } from './child.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import { TEST_PROJECTS, TEST_SECRET } from './test-settings.ts'

/**
 * The embedded engine takes half of the time of a test: a thorough run uses it, a usual run tests it with `conformance` and with
 * the processes that start on a new data folder.
 */
const ON_POSTGRES = inject('filledBesidePostgres') !== '' && !inject('thorough')

/** The default takes half a second per password. */
const CHEAPEST_PASSWORDS = '14'

export interface TestServer {
  readonly app: App
  readonly url: string
  readonly dataDir: string
  readonly keys: Readonly<Record<Plan, string>>
  /** A key of a new account with its full rate limit. */
  newKey(plan: Plan): Promise<string>
  /** The log output so far. */
  log(): string
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, body: unknown, key?: string, headers?: Record<string, string>): Promise<Answer>
  stop(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: responses have no static type in tests
  readonly body: any
}

export async function startServer(env: Record<string, string> = {}, options: StartOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-server-'))
  const ownDatabase =
    !env.DATABASE_URL && ON_POSTGRES ? await createDatabase(inject('postgresUrl'), 'filled') : undefined
  cpSync(inject(ownDatabase ? 'filledBesidePostgres' : 'filledFolder'), dataDir, { recursive: true })
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DRAIN_MS: '0',
    SECRET_KEY: TEST_SECRET,
    DEMONSTRATION: 'invented',
    DEMO_PROJECTS: TEST_PROJECTS,
    PASSWORD_COST: CHEAPEST_PASSWORDS,
    ...PATIENT,
    ...(ownDatabase ? { DATABASE_URL: ownDatabase } : {}),
    ...env,
  })
  let logged = ''
  const sink = new Writable({
    write(chunk, _, done) {
      logged += chunk
      done()
    },
  })
  const app = await startApp(config, pino({ level: 'debug', hooks: { streamWrite: redact } }, sink), options)
  const newKey = async (plan: Plan) => {
    const { fresh } = await app.foundation.db.tx((tx) => grantKey(tx, app.foundation.secrets, { plan }))
    await app.services.access.directory.sync()
    return fresh.text
  }
  const keys = {} as Record<Plan, string>
  for (const plan of PLANS) keys[plan] = await newKey(plan)

  /** Secrets in requests and responses; none of them may be in the log. */
  const secrets = new Set<string>(Object.values(keys))
  const request = async (path: string, init: RequestInit, key: string | undefined): Promise<Answer> => {
    const headers = { ...(init.headers as Record<string, string>), ...(key ? { authorization: `Bearer ${key}` } : {}) }
    const response = await fetch(app.url + path, { redirect: 'manual', ...init, headers })
    const text = await response.text()
    for (const secret of secretsIn(headers, response.headers, text)) secrets.add(secret)
    const json = /^application\/(\w+\+)?json/.test(response.headers.get('content-type') ?? '') && text !== ''
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
  }
  return {
    app,
    url: app.url,
    dataDir,
    keys,
    newKey,
    log: () => logged,
    get: (path, key, headers = {}) => request(path, { headers }, key),
    send: (method, path, body, key, headers = {}) =>
      request(
        path,
        {
          method,
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        },
        key,
      ),
    async stop() {
      await app.stop()
      if (ownDatabase) await dropDatabase(inject('postgresUrl'), ownDatabase)
      const leaked = [...secrets].filter((secret) => logged.includes(secret))
      if (leaked.length > 0) throw new Error(`${leaked.length} secrets are in the log: ${leaked[0]!.slice(0, 8)}…`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Credentials in headers, cookies and body fields. */
function secretsIn(sent: Record<string, string>, received: Headers, text: string): string[] {
  const bearer = sent.authorization?.split(' ')[1]
  const cookies = [...received.getSetCookie(), sent.cookie ?? ''].flatMap((line) => line.split(/[;,]\s*/))
  const values = cookies.map((pair) => pair.slice(pair.indexOf('=') + 1))
  const fields = [...text.matchAll(/"(?:key|secret|client_secret|access_token|refresh_token|csrf_token)":"([^"]+)"/g)]
  return [bearer ?? '', ...values, ...fields.map((match) => match[1]!)].filter((secret) => secret.length >= 20)
}
