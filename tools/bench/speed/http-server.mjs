// The servers under load: Plinth with a constant route, bare node:http, or bare Fastify.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'

const BODY = { data: { answer: 'the same every time' } }

/** @param {string} file a module of the build */
const built = (file) => import(new URL(`../../../dist/${file}`, import.meta.url).href)

function serveBare() {
  const body = JSON.stringify(BODY)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = /** @type {import('node:net').AddressInfo} */ (server.address())
    process.send?.({ url: `http://127.0.0.1:${address.port}`, key: '' })
  })
}

/** Fastify alone, with the same headers and body. */
async function serveFastify() {
  const body = JSON.stringify(BODY)
  const headers = {
    'x-request-id': 'req_constant',
    'x-content-type-options': 'nosniff',
    'ratelimit-policy': '"minute";q=1800;w=60',
    ratelimit: '"minute";r=1799;t=1',
    'content-type': 'application/json; charset=utf-8',
    etag: '"constant"',
    'cache-control': 'private, no-cache',
  }
  const app = fastify({ logger: false })
  app.get('/', (_, reply) => reply.headers(headers).send(body))
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }), key: '' })
}

/**
 * A catalogue whose matcher remembers its verdicts: what a lookup costs if matching costs nothing.
 * @param {import('../../../src/catalog/catalog.ts').Catalog} catalog
 */
function withVerdicts(catalog) {
  const snapshot = catalog.snapshot('production')
  const verdicts = new Map()
  /** @param {{ address: string }} query */
  const match = (query) => {
    if (!verdicts.has(query.address)) verdicts.set(query.address, snapshot.matcher.match(query))
    return verdicts.get(query.address)
  }
  const remembering = { ...snapshot, matcher: { ...snapshot.matcher, match } }
  return () => remembering
}

async function servePlinth() {
  const [{ startApp }, { operation, route }, { routes }, { readConfig }, { createLog }, { SYSTEM }, { Links }] =
    await Promise.all(
      [
        'app/app.js',
        'http/server/route.js',
        'http/routes.js',
        'kernel/config.js',
        'kernel/log.js',
        'events/audit-log.js',
        'links/links.js',
      ].map(built),
    )
  const constant = operation({
    id: 'benchConstant',
    tag: 'Bench',
    policy: { who: 'credential', scope: 'projects:read', feature: 'core', cost: 'request', parts: [] },
    summary: 'A constant response, authenticated, metered and logged',
    response: { status: 200 },
    handle: () => ({ body: BODY, etag: '"constant"' }),
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DRAIN_MS: '0', ...process.env })
  /** @param {{ operation: { id: string } }} route */
  const isLookup = (route) => route.operation.id === 'resolveBuildingLink'
  const { operation: lookup } = routes.find(isLookup)
  /** @type {object | undefined} */
  let services
  /** @param {{ services: import('../../../src/http/server/services.ts').Services }} call */
  const withoutMatcher = (call) => {
    services ??= { ...call.services, links: new Links({ snapshot: withVerdicts(call.services.catalog) }) }
    return lookup.handle({ ...call, services })
  }
  const table = [
    ...routes,
    route('GET', '/api/v1/bench/constant', constant),
    route('GET', '/api/v1/bench/building-links', { ...lookup, id: 'benchLink', handle: withoutMatcher }),
  ]
  const app = await startApp(config, createLog(config), { routes: table })
  await app.dataReady
  const { access } = app.services
  const { fresh } = await access.accounts.grantKey({ plan: 'elite' }, SYSTEM)
  // The rate limiter runs but never rejects.
  const take = access.rates.takeRequest.bind(access.rates)
  access.rates.takeRequest = (/** @type {unknown[]} */ ...call) => Object.assign(take(...call), { allowed: true })
  access.monthly.require = () => undefined
  const project = app.services.catalog.snapshot('production').projects.at(0)
  process.send?.({ url: app.url, key: fresh.text, address: project.address })
  process.once('message', async () => {
    await app.stop()
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
}

// A server without a database just ends.
if (process.argv[2] !== 'plinth') process.once('message', () => process.exit(0))

try {
  if (process.argv[2] === 'bare') serveBare()
  else if (process.argv[2] === 'fastify') await serveFastify()
  else await servePlinth()
} catch (error) {
  // Standard error has the access log and goes nowhere.
  console.log(error)
  process.exit(1)
}
