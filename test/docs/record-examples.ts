// Makes the documented requests against a new server and writes their responses to docs/examples.json.
import '../../tools/shared/help.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { startApp } from '../../src/app/app.ts'
import { routes } from '../../src/http/routes.ts'
import type { Route } from '../../src/http/server/route.ts'
import { readConfig } from '../../src/kernel/config.ts'
import type { Actual, Recording } from './example-requests.ts'
import { ACTUAL, FIRST, LEARN, patientFetch, prepare } from './example-requests.ts'
import { shorten, shortenOpenApi, withoutSecrets } from './shorten-example.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-examples-'))
const env = {
  PORT: '0',
  DATA_DIR: dataDir,
  DRAIN_MS: '0',
  DEMONSTRATION: 'invented',
  DEMO_PROJECTS: '200',
  PASSWORD_COST: '14',
  CONTACT_EMAIL: 'sales@plinth.example',
}
const app = await startApp(readConfig({ ...env, ALLOW_PRIVATE_WEBHOOKS: '1' }), pino({ level: 'silent' }))
await app.dataReady

const recording: Recording = {
  app,
  dataDir,
  keys: { sandbox: '', live: '', operator: '' },
  session: { cookie: '', csrf: '' },
  shown: new Map(),
  closers: [],
}
await prepare(recording)

/** Reads come after what they read is there, and deletions last. */
function inOrder(all: readonly Route[]): Route[] {
  const documented = all.filter(({ operation }) => !operation.hidden)
  const rank = ({ operation, method }: Route) =>
    FIRST.includes(operation.id)
      ? FIRST.indexOf(operation.id) - 1000
      : operation.id === 'undoListingDecision'
        ? 1
        : method === 'DELETE'
          ? 2
          : 0
  return documented.sort((a, b) => rank(a) - rank(b))
}

/** A number only as a whole. */
const replaceWhole = (text: string, from: string, to: string) =>
  /^\d+$/.test(from) ? text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to) : text.replaceAll(from, to)

/** Ids in the examples stand for ids of this server. */
function real(value: unknown): unknown {
  let text = JSON.stringify(value)
  for (const [id, shownAs] of recording.shown) text = replaceWhole(text, shownAs, id)
  return JSON.parse(text)
}

function credentials({ operation: { policy } }: Route, { as = 'sandbox' }: Actual): Record<string, string> {
  const { keys, session } = recording
  if (policy.who === 'anyone' && as !== 'session') return {}
  if (policy.who === 'person' || as === 'session')
    return { cookie: session.cookie, 'x-csrf-token': session.csrf, origin: app.url }
  return { authorization: `Bearer ${policy.who === 'role' ? keys.operator : keys[as]}` }
}

async function request(row: Route, actual: Actual): Promise<Response> {
  const { example = {} } = row.operation
  const params = { ...(real(example.params ?? {}) as object), ...actual.params } as Record<string, string>
  const query = { ...(real(example.query ?? {}) as object), ...actual.query }
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const headers: Record<string, string> = { ...credentials(row, actual), ...actual.headers }
  const init: RequestInit = { method: row.method, headers }
  if (actual.bytes !== undefined) {
    init.body = actual.bytes
    headers['content-type'] = 'application/octet-stream'
  } else if (row.operation.body) {
    init.body = JSON.stringify({ ...(real(example.body ?? {}) as object), ...actual.body })
    headers['content-type'] = 'application/json'
  }
  return patientFetch(`${app.url}${path}${search.size > 0 ? `?${search}` : ''}`, init)
}

const recorded: Record<string, unknown> = {}
const failed: string[] = []
for (const row of inOrder(routes)) {
  const { id } = row.operation
  const actual = await Promise.resolve(ACTUAL[id]?.(recording) ?? {}).catch((error) => {
    failed.push(`${id}: ${error}`)
    return {}
  })
  const response = await request(row, actual)
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString()
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok) failed.push(`${id}: ${response.status} ${text.slice(0, 400)}`)
  const body = /^application\/(\w+\+)?json/.test(type) && text !== '' ? JSON.parse(text) : text
  if (response.ok) await LEARN[id]?.(recording, body, response)
  const isText = type.startsWith('text/') || /ndjson|json/.test(type)
  const shortened = id === 'getOpenApi' ? shortenOpenApi(body) : shorten(body)
  const shownBody = isText ? shortened : `(${bytes.length} bytes of ${type})`
  recorded[id] = { status: response.status, ...(text === '' ? {} : { body: shownBody }) }
}
for (const close of recording.closers) await close()
await app.stop()
rmSync(dataDir, { recursive: true, force: true })

if (failed.length > 0) {
  console.error(`These requests failed:\n${failed.join('\n')}`)
  process.exitCode = 1
} else {
  const ordered = Object.fromEntries(
    routes.flatMap(({ operation: { id } }) => (id in recorded ? [[id, recorded[id]]] : [])),
  )
  let text = JSON.stringify(ordered, null, 1)
  for (const [id, shownAs] of recording.shown) text = replaceWhole(text, id, shownAs)
  text = text
    .replaceAll(app.url, 'https://plinth.example')
    .replaceAll(dataDir, '/data')
    .replaceAll(/127\.0\.0\.1(:\d+)?/g, '203.0.113.7')
  writeFileSync('docs/examples.json', `${withoutSecrets(text)}\n`)
  console.log(`docs/examples.json: ${Object.keys(ordered).length} responses`)
}
