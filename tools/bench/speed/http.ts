// Compares requests per second of our routes with bare node:http.
import type { ChildProcess } from 'node:child_process'
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { buildIfStale } from '../../../bin/build.mjs'
import { sum, table, whole } from '../../shared/tables.ts'
import { recordGoal } from './goals.ts'
import { publish } from './measure.ts'
import { SANDBOX_LINK } from './running-server.ts'

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

/** Prefers wrk: autocannon is the bottleneck for large responses. */
const hasWrk = spawnSync('wrk', ['-v']).error === undefined

async function load({ url, key }: Target, path: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip', ...(key ? { authorization: `Bearer ${key}` } : {}) }
  if (hasWrk) return loadWithWrk(url + path, headers)
  const result = await autocannon({ url: url + path, connections: 32, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} non-2xx responses, ${result.errors} errors`)
  return result.requests.average
}

function loadWithWrk(url: string, headers: Readonly<Record<string, string>>): number {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = spawnSync('wrk', ['-t1', '-c32', `-d${SECONDS}s`, ...headerArgs, url], { encoding: 'utf8' })
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]
  if (!rate || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(rate)
}

export async function benchHttp(): Promise<void> {
  await buildIfStale()
  const bare = await start('bare')
  const framework = await start('fastify')
  const plinth = await start('plinth')
  const link = encodeURIComponent(`#1203 - ${plinth.address}`)
  const rows: [string, Target, string][] = [
    ['bare node:http', bare, '/'],
    ['Fastify alone', framework, '/'],
    ['constant route', plinth, '/api/v1/bench/constant'],
    ['building-links, none', plinth, SANDBOX_LINK],
    ['building-links, match', plinth, `/api/v1/building-links?address=${link}`],
    ['page of 50', plinth, '/api/v1/projects?province=ON&status=selling,completed&sort=-price_from&limit=50'],
  ]
  try {
    const rates = new Map<string, number[]>(rows.map(([name]) => [name, []]))
    // rounds alternate, so that other load affects all targets equally; the first one compiles
    for (let round = 0; round < 3; round++)
      for (const [name, target, path] of rows) {
        const rate = await load(target, path)
        if (round > 0) rates.get(name)!.push(rate)
      }
    const mean = (name: string) => sum(rates.get(name)!) / rates.get(name)!.length
    const share = (name: string, base: string) => `${((100 * mean(name)) / mean(base)).toFixed(0)} %`
    publish(
      'http',
      table(
        ['', 'requests per second', 'of bare `node:http`', 'of the constant route'],
        rows.map(([name]) => [name, whole(mean(name)), share(name, 'bare node:http'), share(name, 'constant route')]),
      ),
      `32 connections, ${hasWrk ? 'wrk' : 'autocannon'}; authenticated, metered and logged`,
    )
    const [none, match] = ['building-links, none', 'building-links, match'].map((name) => share(name, 'bare node:http'))
    recordGoal('http', `${match} if found, ${none} if not`)
  } finally {
    bare.child.kill()
    framework.child.kill()
    plinth.child.send('stop')
    await once(plinth.child, 'exit')
  }
}
