// Compares requests per second of our routes with bare node:http.
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { buildIfStale } from '../../../bin/build.mjs'
import { median, table, whole } from '../../shared/tables.ts'
import { recordGoal } from './goals.ts'
import { hasOption, publish } from './measure.ts'
import { SANDBOX_LINK } from './running-server.ts'
import { hasWrk, runWrk } from './wrk.ts'

const SECONDS = 5

interface Target {
  readonly child: ChildProcess
  readonly url: string
  readonly key: string
  /** The address of a building in the dataset. */
  readonly address?: string
}

async function start(kind: 'bare' | 'fastify' | 'plinth'): Promise<Target> {
  const child = fork(fileURLToPath(new URL('./http-server.mjs', import.meta.url)), [kind], {
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

async function cpuOf({ child }: Target): Promise<number> {
  child.send('cpu')
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }]
  return cpu.user + cpu.system
}

/** Rounds alternate, so that other load affects all targets equally; the first one compiles. */
async function measure(rounds: number): Promise<Row[]> {
  const [bare, framework, plinth] = [await start('bare'), await start('fastify'), await start('plinth')]
  const link = encodeURIComponent(`#1203 - ${plinth.address}`)
  const page = '/api/v1/projects?province=ON&status=selling,completed&sort=-price_from&limit=50'
  const targets: [string, Target, string][] = [
    [BARE, bare, '/'],
    ['Fastify alone', framework, '/'],
    [CONSTANT, plinth, '/api/v1/bench/constant'],
    [NONE, plinth, SANDBOX_LINK],
    [FOUND, plinth, `/api/v1/building-links?address=${link}`],
    ['page of 50', plinth, page],
  ]
  const rows = targets.map(([name, target, path]): Row => ({ name, target, path, rates: [], costs: [] }))
  try {
    for (let round = 0; round <= rounds; round++)
      for (const { target, path, rates, costs } of rows) {
        const before = await cpuOf(target)
        const rate = await load(target, path)
        const cost = ((await cpuOf(target)) - before) / (rate * SECONDS)
        if (round === 0) continue
        rates.push(rate)
        costs.push(cost)
      }
    return rows
  } finally {
    bare.child.kill()
    framework.child.kill()
    plinth.child.send('stop')
    await once(plinth.child, 'exit')
  }
}

export async function benchHttp(): Promise<void> {
  await buildIfStale()
  const rows = await measure(3)
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
  recordGoal('http', `${share(FOUND, BARE)} if found, ${share(NONE, BARE)} if not`)
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
  const rows = await measure(5)
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
