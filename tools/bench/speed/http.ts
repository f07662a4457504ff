// Compares requests per second of our routes with bare node:http.
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { buildIfStale } from '../../../bin/build.mjs'
import { median, table, whole } from '../../shared/tables.ts'
import type { Release } from '../../target/older-build.ts'
import { cpuSecondsOf } from '../../target/processes.ts'
import { recordGoal } from './goals.ts'
import { hasOption, olderBuilds, publish } from './measure.ts'
import { SANDBOX_LINK } from './running-server.ts'
import { hasWrk, runWrkCounting } from './wrk.ts'

/** Short, so that other load meets all rows of a round. */
const SECONDS = 2

interface Target {
  readonly child: ChildProcess
  readonly url: string
  readonly key: string
  /** The address of a building in the dataset. */
  readonly address?: string
}

const SERVERS = fileURLToPath(new URL('./http-server.mjs', import.meta.url))

async function start(kind: 'bare' | 'fastify' | 'plinth', program = SERVERS): Promise<Target> {
  const child = fork(program, [kind], {
    execArgv: [],
    stdio: ['ignore', 'inherit', openSync('/dev/null', 'w'), 'ipc'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The ${kind} server ended with code ${code} before it was ready.`)
  })
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [Omit<Target, 'child'>]
  failed.catch(() => {})
  return { child, ...message }
}

const CONNECTIONS = 32

interface Load {
  readonly requests: number
  /** Of the server; undefined where the machine counts none. */
  readonly instructions?: number | undefined
}

async function load({ child, url, key }: Target, path: string): Promise<Load> {
  const headers = { 'accept-encoding': 'gzip', ...(key ? { authorization: `Bearer ${key}` } : {}) }
  const options = { url: url + path, connections: CONNECTIONS }
  if (hasWrk) {
    const args = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    return runWrkCounting({ ...options, seconds: SECONDS, args }, child.pid!)
  }
  const result = await autocannon({ ...options, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} non-2xx responses, ${result.errors} errors`)
  return { requests: result.requests.average * SECONDS }
}

/** One measured route. */
interface Row {
  readonly name: string
  readonly target: Target
  readonly path: string
  readonly rates: number[]
  /** Processor time per request in microseconds, with the threads of the process. */
  readonly costs: number[]
  /** Instructions per request; none where the machine does not count them. */
  readonly instructions: number[]
}

const BARE = 'bare node:http'
const CONSTANT = 'constant route'
const FOUND = 'building-links, match'
const NONE = 'building-links, none'
/** The limit for a lookup: no matcher can make it faster. */
const WITHOUT_MATCHER = 'building-links, if matching took no time'
const PAGE = 'page of 50'

type Routes = [name: string, target: Target, path: string][]

const linkOf = ({ address }: Target) => encodeURIComponent(`#1203 - ${address}`)

function routesOf(target: Target): Routes {
  return [
    [CONSTANT, target, '/api/v1/bench/constant'],
    [NONE, target, SANDBOX_LINK],
    [FOUND, target, `/api/v1/building-links?address=${linkOf(target)}`],
    [PAGE, target, '/api/v1/projects?province=ON&status=selling,completed&sort=-price_from&limit=50'],
  ]
}

/** Rounds alternate, so that other load affects all targets equally; the first one compiles. */
async function measure(rounds: number, older: ReadonlyMap<Release, string> = new Map()): Promise<Row[]> {
  const [bare, framework, plinth] = [await start('bare'), await start('fastify'), await start('plinth')]
  const routes: Routes = [[BARE, bare, '/'], ['Fastify alone', framework, '/'], ...routesOf(plinth)]
  routes.push([WITHOUT_MATCHER, plinth, `/api/v1/bench/building-links?address=${linkOf(plinth)}`])
  for (const [release, folder] of older) {
    const target = await start('plinth', join(folder, 'bench/http-server.mjs'))
    routes.push(...routesOf(target).map(([name, ...rest]): Routes[number] => [`${name}, ${release}`, ...rest]))
  }
  const rows = routes.map(
    ([name, target, path]): Row => ({ name, target, path, rates: [], costs: [], instructions: [] }),
  )
  try {
    for (let round = 0; round <= rounds; round++)
      for (const { target, path, rates, costs, instructions } of rows) {
        const before = cpuSecondsOf(target.child.pid!)
        const { requests, instructions: counted } = await load(target, path)
        const cost = (1e6 * (cpuSecondsOf(target.child.pid!) - before)) / requests
        if (round === 0) continue
        rates.push(requests / SECONDS)
        costs.push(cost)
        if (counted !== undefined) instructions.push(counted / requests)
      }
    return rows
  } finally {
    for (const { child } of new Set(rows.map(({ target }) => target))) {
      const ended = once(child, 'exit')
      child.send('stop')
      await ended
    }
  }
}

/** With `--releases`, older releases are measured in the same run. */
export async function benchHttp(): Promise<void> {
  await buildIfStale()
  const older = olderBuilds()
  const rows = await measure(8, older)
  const rateOf = (name: string) => median(rows.find((row) => row.name === name)!.rates)
  const share = (name: string, base: string) => `${((100 * rateOf(name)) / rateOf(base)).toFixed(0)} %`
  publish(
    'http',
    table(
      ['', 'requests per second', 'processor µs', 'of bare `node:http`', 'of the constant route'],
      rows.map(({ name, costs }) => [
        name,
        whole(rateOf(name)),
        whole(median(costs)),
        share(name, BARE),
        share(name, CONSTANT),
      ]),
    ),
    `32 connections, ${hasWrk ? 'wrk' : 'autocannon'}; authenticated, metered and logged`,
  )
  const olderShares = (name: string) =>
    Object.fromEntries([...older.keys()].map((release) => [release, share(`${name}, ${release}`, BARE)]))
  recordGoal('http-constant', share(CONSTANT, BARE), olderShares(CONSTANT))
  recordGoal('http', `${share(FOUND, BARE)} if found, ${share(NONE, BARE)} if not`, olderShares(FOUND))
  recordGoal('http-page', share(PAGE, BARE), olderShares(PAGE))
}

const RATIOS_FILE = new URL('./ratios.json', import.meta.url)

/**
 * What is compared, the steadiest first, and the part of its share that a route may lose before the guard fails. Instructions
 * hardly vary with other load. Processor time: two runs of one build on shared cores differed by 0.05.
 */
const MEASURES = [
  { name: 'instructions', noise: 0.03, of: (row: Row) => row.instructions },
  { name: 'processor time', noise: 0.08, of: (row: Row) => row.costs },
] as const

type Shares = Readonly<Record<string, number>>
type Recorded = Partial<Record<(typeof MEASURES)[number]['name'], Shares>>

/**
 * Compares what our routes cost, as a share of bare `node:http`, with what was recorded last: instructions where the machine
 * counts them, otherwise processor time. With `--write-results` it records today's shares instead.
 */
export async function guardHttp(): Promise<void> {
  await buildIfStale()
  const rows = await measure(12)
  const bare = rows.find(({ name }) => name === BARE)!
  const counted = MEASURES.filter(({ of }) => of(bare).length > 0)
  const sharesBy = (of: (row: Row) => number[]): Shares =>
    Object.fromEntries(rows.map((row) => [row.name, Number((median(of(bare)) / median(of(row))).toFixed(3))]))
  const recorded: Recorded = JSON.parse(readFileSync(RATIOS_FILE, 'utf8'))
  if (hasOption('write-results')) {
    const now = Object.fromEntries(counted.map(({ name, of }) => [name, sharesBy(of)]))
    writeFileSync(RATIOS_FILE, `${JSON.stringify({ ...recorded, ...now }, null, 2)}\n`)
    console.log(`recorded: ${JSON.stringify(now)}`)
    return
  }
  const { name, noise, of } = counted.find((one) => recorded[one.name])!
  const before = recorded[name]!
  const now = Object.entries(sharesBy(of))
  const percent = (share = 0) => `${(100 * share).toFixed(0)} %`
  console.log(
    table(
      [`${name}, of bare \`node:http\``, 'recorded', 'now'],
      now.map(([route, share]) => [route, percent(before[route]), percent(share)]),
    ),
  )
  const slower = now.filter(([route, share]) => share < (before[route] ?? 0) * (1 - noise)).map(([route]) => route)
  if (slower.length > 0) throw new Error(`Slower than recorded: ${slower.join(', ')}. Find out why.`)
}
