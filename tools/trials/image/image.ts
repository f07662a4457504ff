// Tests the image: two nodes on one PostgreSQL, then the embedded database. tools/trials/try-image.sh starts it.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordGoal } from '../../bench/speed/goals.ts'
import { holdsWithin } from '../../shared/waiting.ts'
import { createKey } from '../../target/operator.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { freePort } from '../../target/server-process.ts'
import { runBackupJob } from './backup-job.ts'
import type { ImageConfig, Program } from './program.ts'
import { command, imageProgram, makeDataDir, serve } from './program.ts'
import { CaddyProxy } from './proxy.ts'
import { check, Steps } from './steps.ts'

const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    image: { type: 'string' },
    megabytes: { type: 'string' },
    'build-seconds': { type: 'string' },
    'write-results': { type: 'boolean', default: false },
  },
})
const IMPORT_ALL = `
  const { dependencies } = JSON.parse(require('node:fs').readFileSync('package.json', 'utf8'))
  const names = Object.keys(dependencies).filter((name) => name !== 'dejavu-fonts-ttf')
  Promise.all(names.map((name) => import(name))).then(() => console.log(names.length))`
const REVOKED_WITHIN_MS = 30_000
const PUBLISHED_WITHIN_MS = 60_000

const steps = new Steps()
const step = <T>(name: string, work: () => Promise<T>) => steps.run(name, work)

async function twoNodes(program: Program, folder: string): Promise<void> {
  const port = await freePort()
  const postgres = await PostgresProcess.start(folder, ['listen_addresses=127.0.0.1', `port=${port}`])
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  const env = { TRUST_PROXY: '1', DRAIN_MS: '4000' }
  const places = ['node-1', 'node-2'].map((name) => ({ dataDir: makeDataDir(join(folder, name)), databaseUrl, env }))
  try {
    await step('plinth --version', async () => {
      const version = (await command(program, places[0]!, '--version')).trim()
      check(version === program.version, 'wrong version', version)
    })
    await step('plinth migrate', () => command(program, places[0]!, 'migrate'))
    const nodes = await Promise.all(places.map((place) => serve(program, place)))
    const [first, second] = nodes as [ServerProcess, ServerProcess]
    await step('both nodes are ready', () => Promise.all(nodes.map((node) => node.ready('sandbox'))))
    await step('both nodes are healthy', async () => {
      for (const node of nodes) {
        const { status } = await send(node.url, 'GET', '/healthz')
        check(status === 200, 'healthz', String(status))
      }
    })
    await step('plinth demo', () => command(program, places[0]!, 'demo'))
    const { key, id } = await step('a key', () => createKey(first, 'elite'))
    await step('both nodes have the dataset', () => Promise.all(nodes.map((node) => untilPublished(node, key))))
    await step('requests with the key on the second node', () => useNode(second, key))
    await step('the daily backup', () => runBackupJob(values.root!, image, folder, databaseUrl))
    const proxy = await step('Caddy in front of both nodes', () => CaddyProxy.start(folder, nodes))
    await step('Caddy passes a batch on', () => proxy.passesBatch(key))
    await step('Caddy forwards addresses that limits can trust', () => proxy.forwardsAddresses(key))
    await step('a key revoked on the first node is refused by the second', async () => {
      const { status } = await send(first.url, 'DELETE', `/api/v1/api-keys/${id}`, { key })
      check(status < 300, 'revoke', String(status))
      const isRefused = async () => (await send(second.url, 'GET', '/api/v1/me', { key })).status === 401
      check(await holdsWithin(REVOKED_WITHIN_MS, isRefused, 200), 'the second node still accepts the key')
    })
    const { key: another } = await createKey(first, 'elite')
    await step('no request fails while a node stops', () => proxy.survives(another, () => stopAll(program, [second])))
    await proxy.end()
    await step('the other node stops when asked', () => stopAll(program, [first]))
  } finally {
    await postgres.stop()
  }
}

/** A node is ready with an empty dataset, too. */
async function untilPublished({ url }: ServerProcess, key: string): Promise<void> {
  const hasProjects = async () => (await send(url, 'GET', '/api/v1/projects?limit=1', { key })).body?.data?.length > 0
  check(await holdsWithin(PUBLISHED_WITHIN_MS, hasProjects, 200), 'no projects')
}

/** Everything that needs another part of the image. */
async function useNode({ url }: ServerProcess, key: string): Promise<void> {
  const read = async (path: string, withKey: boolean) => {
    const answer = await send(url, 'GET', path, withKey ? { key } : {})
    check(answer.status === 200, `${path}: ${answer.status}`, answer.text)
    return answer
  }
  const [project] = (await read('/api/v1/projects?limit=1', true)).body.data
  const address = project.address
  const link = await send(url, 'POST', '/api/v1/building-links', { key, body: { address } })
  check(link.status === 200 && link.body.data.length > 0, `no link for ${address}`, link.text)
  check(link.body.data[0].project_id === project.id, `wrong link for ${address}`, link.text)
  const [mediaItem] = (await read('/api/v1/media?limit=1', true)).body.data
  const image = /https?:\/\/[^"]+?(\/media\/[^"]+)/.exec(JSON.stringify(mediaItem))?.[1]
  check(image !== undefined, 'no image', mediaItem)
  await read(image!.replaceAll('\\u0026', '&'), false)
  for (const page of ['/', '/docs', '/docs/guides/link-one-listing', '/openapi.json', '/plans']) await read(page, false)
  const mcp = await send(url, 'POST', '/mcp', {
    key,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    headers: { accept: 'application/json, text/event-stream' },
  })
  check(mcp.status === 200 && mcp.text.includes('find_buildings'), `MCP: ${mcp.status}`, mcp.text)
}

async function stopAll(program: Program, nodes: readonly ServerProcess[]): Promise<void> {
  const codes = await Promise.all(nodes.map((node) => program.stop(node)))
  check(
    codes.every((code) => code === 0),
    `exit codes ${codes}`,
    nodes.map((node) => node.output()).join('\n'),
  )
}

async function embedded(program: Program, folder: string): Promise<void> {
  const place = { dataDir: makeDataDir(join(folder, 'embedded')) }
  const server = await serve(program, place)
  await step('embedded database: first start', () => server.ready())
  const { key } = await createKey(server, 'elite')
  await step('embedded database: requests', () => useNode(server, key))
  await step('embedded database: plinth backup', () => command(program, place, 'backup', '/data/test.backup'))
  await step('embedded database: stops when asked', () => stopAll(program, [server]))
}

if (!values.root || !values.image) throw new Error('Start it with tools/trials/try-image.sh.')
const image: ImageConfig = JSON.parse(readFileSync(values.image, 'utf8')).OCIv1
const folder = mkdtempSync(join(tmpdir(), 'smoke-'))
// PostgreSQL runs as another user.
chmodSync(folder, 0o755)
try {
  const program = imageProgram(values.root, image)
  await step('every dependency can be imported', async () => {
    const node = imageProgram(values.root!, { config: { ...image.config, Entrypoint: ['node'] } })
    await command(node, { dataDir: makeDataDir(join(folder, 'imports')) }, '-e', IMPORT_ALL)
  })
  await twoNodes(program, folder)
  await embedded(program, folder)
  const figures = `${values.megabytes} MB, built in ${values['build-seconds']} s`
  console.log(`${steps.done} steps passed; ${figures}`)
  if (values['write-results']) recordGoal('image', figures)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
