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
import { hasWrk, runWrk } from './wrk.ts'

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

async function load({ url, key }: Target, path: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip', ...(key ? { authorization: `Bearer ${key}` } : {}) }
  const options = { url: url + path, connections: CONNECTIONS }
  if (hasWrk) {
    const args = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    return (await runWrk({ ...options, seconds: SECONDS, args })) / SECONDS
  }
  const result = await autocannon({ ...options, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} non-2xx responses, ${result.errors} errors`)
  return result.requests.average
}

/** One measured route. */
interface Row {
  readonly name: string
  readonly target: Target
  readonly path: string
  readonly rates: number[]
  /** Processor time per request in microseconds, with the threads of the process. */
  readonly costs: number[]
}

const BARE = 'bare node:http'
const CONSTANT = 'constant route'
const FOUND = 'building-links, match'
const NONE = 'building-links, none'
const PAGE = 'page of 50'

type Routes = [name: string, target: Target, path: string][]

function routesOf(target: Target): Routes {
  const link = encodeURIComponent(`#1203 - ${target.address}`)
  return [
    [CONSTANT, target, '/api/v1/bench/constant'],
    [NONE, target, SANDBOX_LINK],
    [FOUND, target, `/api/v1/building-links?address=${link}`],
    [PAGE, target, '/api/v1/projects?province=ON&status=selling,completed&sort=-price_from&limit=50'],
  ]
}

/** Rounds alternate, so that other load affects all targets equally; the first one compiles. */
async function measure(rounds: number, older: ReadonlyMap<Release, string> = new Map()): Promise<Row[]> {
  const [bare, framework, plinth] = [await start('bare'), await start('fastify'), await start('plinth')]
  const routes: Routes = [[BARE, bare, '/'], ['Fastify alone', framework, '/'], ...routesOf(plinth)]
  for (const [release, folder] of older) {
    const target = await start('plinth', join(folder, 'bench/http-server.mjs'))
    routes.push(...routesOf(target).map(([name, ...rest]): Routes[number] => [`${name}, ${release}`, ...rest]))
  }
  const rows = routes.map(([name, target, path]): Row => ({ name, target, path, rates: [], costs: [] }))
  try {
    for (let round = 0; round <= rounds; round++)
      for (const { target, path, rates, costs } of rows) {
        const before = cpuSecondsOf(target.child.pid!)
        const rate = await load(target, path)
        const cost = (1e6 * (cpuSecondsOf(target.child.pid!) - before)) / (rate * SECONDS)
        if (round === 0) continue
        rates.push(rate)
        costs.push(cost)
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
/** A route may lose this part of its share before the guard fails. Two runs of one build on shared cores differed by 0.05. */
const NOISE = 0.08

/**
 * Compares the processor time of our routes, as a share of bare `node:http`, with what was recorded last. Other load changes
 * it less than requests per second. With `--write-results` it records today's shares instead.
 */
export async function guardHttp(): Promise<void> {
  await buildIfStale()
  const rows = await measure(12)
  const bare = median(rows.find(({ name }) => name === BARE)!.costs)
  const shares = rows.map(({ name, costs }) => [name, Number((bare / median(costs)).toFixed(3))] as const)
  if (hasOption('write-results')) {
    writeFileSync(RATIOS_FILE, `${JSON.stringify(Object.fromEntries(shares), null, 2)}\n`)
    console.log(`recorded: ${shares.map(([name, share]) => `${name} ${share}`).join(', ')}`)
    return
  }
  const recorded: Record<string, number> = JSON.parse(readFileSync(RATIOS_FILE, 'utf8'))
  const percent = (share = 0) => `${(100 * share).toFixed(0)} %`
  console.log(
    table(
      ['processor time, of bare `node:http`', 'recorded', 'now'],
      shares.map(([name, now]) => [name, percent(recorded[name]), percent(now)]),
    ),
  )
  const slower = shares.filter(([name, now]) => now < (recorded[name] ?? 0) * (1 - NOISE)).map(([name]) => name)
  if (slower.length > 0) throw new Error(`Slower than recorded: ${slower.join(', ')}. Find out why.`)
}
