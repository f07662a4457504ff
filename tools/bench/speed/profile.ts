// Where the processor time of a request goes: profiles of our routes, by part of the code. With `--releases=FOLDER` older
// releases stand beside.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfStale } from '../../../bin/build.mjs'
import { table } from '../../shared/tables.ts'
import { inFolder, olderBuilds, publish } from './measure.ts'
import { runWrk } from './wrk.ts'

const CONNECTIONS = 32
const SECONDS = 5
/** Compiled code takes tens of thousands of requests to settle. */
const WARM_UP_SECONDS = 4
const INTERVAL_US = 250

interface Frame {
  readonly functionName: string
  readonly url: string
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const WAITING = 'waiting'
const WRITING = 'writing to the socket'

/** The first row that fits. Folders are those of the build: a part may have had another name in an older release. */
const PARTS: readonly (readonly [part: string, fits: (frame: Frame) => boolean])[] = [
  [WAITING, ({ functionName }) => functionName === '(idle)'],
  ['garbage collection', ({ functionName }) => functionName === '(garbage collector)'],
  [WRITING, ({ functionName }) => /^(write|writev)(Utf8|Latin1|Ascii|Ucs2)?(String|Buffer)?$/.test(functionName)],
  ['matcher', ({ url }) => url.includes('/matcher/')],
  ['packages of others', ({ url }) => url.includes('/node_modules/')],
  ['http', ({ url }) => url.includes('/dist/http/')],
  ['our other folders', ({ url }) => url.includes('/dist/')],
  ['Node: its JavaScript', ({ url }) => url.startsWith('node:')],
  ['Node: parsing and other native code', () => true],
]

const partOf = (frame: Frame): string => PARTS.find(([, fits]) => fits(frame))![0]

/** Microseconds per request by part. */
type Costs = ReadonlyMap<string, number>

const ROUTES = {
  'constant route': () => '/api/v1/bench/constant',
  'building links, found': (address: string) =>
    `/api/v1/building-links?address=${encodeURIComponent(`#1203 - ${address}`)}`,
  'page of 50': () => '/api/v1/projects?province=ON&status=selling,completed&sort=-price_from&limit=50',
}

async function profile(program: string, path: (address: string) => string): Promise<Costs> {
  return inFolder(async (folder) => {
    const flags = ['--cpu-prof', `--cpu-prof-interval=${INTERVAL_US}`, `--cpu-prof-dir=${folder}`]
    const child = fork(program, ['plinth'], {
      execArgv: flags,
      stdio: ['ignore', 'inherit', openSync('/dev/null', 'w'), 'ipc'],
    })
    const [{ url, key, address }] = (await once(child, 'message')) as [{ url: string; key: string; address: string }]
    const args = ['-H', `authorization: Bearer ${key}`, '-H', 'accept-encoding: gzip']
    const target = { url: url + path(address), connections: CONNECTIONS, args }
    await runWrk({ ...target, seconds: WARM_UP_SECONDS })
    const requests = await runWrk({ ...target, seconds: SECONDS })
    const ended = once(child, 'exit')
    child.send('stop')
    await ended
    return costsOf(mainProfile(folder), requests)
  })
}

/** Of the main thread: its number is in the file's name. */
function mainProfile(folder: string): Profile {
  const file = readdirSync(folder).find((name) => name.split('.')[4] === '0')
  return JSON.parse(readFileSync(join(folder, file!), 'utf8'))
}

/** The load ends with the last sample that writes a response. */
function costsOf({ nodes, samples, timeDeltas }: Profile, requests: number): Costs {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const costs = new Map<string, number>()
  let left = SECONDS * 1e6
  for (let at = samples.findLastIndex((id) => parts.get(id) === WRITING); at >= 0 && left > 0; at--) {
    const part = parts.get(samples[at]!)!
    left -= timeDeltas[at]!
    costs.set(part, (costs.get(part) ?? 0) + timeDeltas[at]! / requests)
  }
  costs.delete(WAITING)
  return costs
}

export async function benchProfile(): Promise<void> {
  await buildIfStale()
  const programs = new Map([
    ...[...olderBuilds()].map(([release, folder]) => [release, join(folder, 'bench/http-server.mjs')] as const),
    ['now', new URL('./http-server.mjs', import.meta.url).pathname] as const,
  ])
  const sections: string[] = []
  for (const [route, path] of Object.entries(ROUTES)) {
    const columns = new Map<string, Costs>()
    for (const [name, program] of programs) columns.set(name, await profile(program, path))
    const cells = (read: (costs: Costs) => number) => [...columns.values()].map((costs) => read(costs).toFixed(1))
    const parts = PARTS.map(([part]) => part).filter((part) => part !== WAITING)
    const total = cells((costs) => [...costs.values()].reduce((a, b) => a + b, 0))
    sections.push(
      table(
        [route, ...columns.keys()],
        [...parts.map((part) => [part, ...cells((costs) => costs.get(part) ?? 0)]), ['all', ...total]],
      ),
    )
  }
  publish('profile', sections.join('\n\n'), 'microseconds per request on the main thread, while it is profiled')
}
