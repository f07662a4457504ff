// `npm run bench requestlog`: what the request log costs, by turning it off and on in one server.
import type { ChildProcess } from 'node:child_process'
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { buildIfStale } from '../bin/build.mjs'
import { recordGoal } from './goals.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import { cpuSeconds } from './running-server.ts'

const PAIRS = 12
const SECONDS = 2

interface Target {
  readonly child: ChildProcess
  readonly url: string
  readonly key: string
  readonly address: string
}

interface Round {
  readonly rate: number
  /** Of all threads, the database's included. */
  readonly microseconds: number
}

async function start(): Promise<Target> {
  const child = fork(fileURLToPath(new URL('./http-server.mjs', import.meta.url)), ['plinth'], {
    execArgv: [],
    env: { ...process.env, MAX_DELAY_MS: '60000', DEMO_PROJECTS: '500' },
    stdio: ['ignore', 'inherit', openSync('/dev/null', 'w'), 'ipc'],
  })
  const [message] = (await once(child, 'message')) as [Omit<Target, 'child'>]
  return { child, ...message }
}

const hasWrk = spawnSync('wrk', ['-v']).error === undefined

async function requestsIn(url: string, key: string): Promise<number> {
  const authorization = `Bearer ${key}`
  if (hasWrk) {
    const args = ['-t1', '-c32', `-d${SECONDS}s`, '-H', `authorization: ${authorization}`, url]
    const { stdout } = spawnSync('wrk', args, { encoding: 'utf8' })
    const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
    if (!requests || stdout.includes('Non-2xx')) throw new Error(stdout)
    return requests
  }
  const result = await autocannon({ url, connections: 32, duration: SECONDS, headers: { authorization } })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} responses were not 2xx`)
  return result.requests.total
}

async function measure({ child, url, key, address }: Target, log: 'on' | 'off'): Promise<Round> {
  child.send(`log ${log}`)
  await once(child, 'message')
  const before = cpuSeconds(child.pid!)
  const path = `/api/v1/building-links?address=${encodeURIComponent(`#1203 - ${address}`)}`
  const requests = await requestsIn(url + path, key)
  return { rate: requests / SECONDS, microseconds: ((cpuSeconds(child.pid!) - before) * 1e6) / requests }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

export async function benchRequestLog(): Promise<void> {
  buildIfStale()
  const target = await start()
  try {
    await measure(target, 'on')
    const pairs: { on: Round; off: Round }[] = []
    for (let i = 0; i < PAIRS; i++) {
      // The order alternates, so that a machine that slows down affects both alike.
      const first = await measure(target, i % 2 === 0 ? 'on' : 'off')
      const second = await measure(target, i % 2 === 0 ? 'off' : 'on')
      pairs.push(i % 2 === 0 ? { on: first, off: second } : { on: second, off: first })
    }
    target.child.send('log size')
    const [size] = (await once(target.child, 'message')) as [{ requests: number; bytes: number }]
    const throughput = median(pairs.map(({ on, off }) => on.rate / off.rate))
    const processor = median(pairs.map(({ on, off }) => on.microseconds / off.microseconds))
    const percent = (ratio: number) => `${(100 * (ratio - 1)).toFixed(1)} %`
    const table = [
      '| | with the log, compared to without |',
      '|---|---|',
      `| requests per second | ${percent(throughput)} |`,
      `| processor time per request, database included | ${percent(processor)} |`,
      `| bytes stored per request | ${(size.bytes / size.requests).toFixed(1)} |`,
    ].join('\n')
    console.log(table)
    if (!process.argv.includes('--write-results')) return
    writeResultsSection(
      'requestlog',
      `${resultsMonth()} · two shared ARM cores · \`npm run bench requestlog -- --write-results\` · building links, found; the median of ${PAIRS} pairs of ${SECONDS} s in one server, every request stored (${size.requests.toLocaleString('en')})\n\n${table}`,
    )
    recordGoal('requestlog', percent(throughput))
  } finally {
    target.child.send('stop')
    await once(target.child, 'exit')
  }
}
