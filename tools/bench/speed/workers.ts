// Compares building links over HTTP with one and with two workers, by CPU time per request.
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { buildIfStale } from '../../../bin/build.mjs'
import { sum, table } from '../../shared/tables.ts'
import { cpuSecondsOf } from '../../target/processes.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { recordGoal } from './goals.ts'
import { inFolder, publish } from './measure.ts'
import { createData, createKeys, SANDBOX_LINK, startForBench } from './running-server.ts'
import { hasWrk, runWrk } from './wrk.ts'

const SECONDS = 5
/** Per worker, as in the batches of requests. */
const CONNECTIONS = 32
/** So many that no request is refused: each has the limit of the largest plan. */
const KEYS = 128

interface Load {
  readonly requests: number
  readonly seconds: number
  /** CPU time of each process. */
  readonly cpu: readonly number[]
}

/** Each request has the next key. */
const scriptOf = (keys: readonly string[]) => `
local keys, i = {${keys.map((key) => `"${key}"`).join(',')}}, 0
request = function()
  i = i % #keys + 1
  return wrk.format("GET", "${SANDBOX_LINK}", { ["authorization"] = "Bearer " .. keys[i] })
end`

async function send(url: string, connections: number, keys: readonly string[]): Promise<number> {
  if (hasWrk) {
    const script = join(tmpdir(), `plinth-bench-${process.pid}.lua`)
    writeFileSync(script, scriptOf(keys))
    return runWrk({ url, connections, seconds: SECONDS, args: ['-s', script] }).finally(() => rmSync(script))
  }
  const requests = keys.map((key) => ({ path: SANDBOX_LINK, headers: { authorization: `Bearer ${key}` } }))
  const result = await autocannon({ url, connections, duration: SECONDS, requests })
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.errors} errors, ${result.non2xx} refused`)
  return result.requests.total
}

async function load(server: ServerProcess, workers: number, keys: readonly string[]): Promise<Load> {
  const pids = server.pids()
  const before = pids.map((pid) => cpuSecondsOf(pid))
  const requests = await send(server.url, workers * CONNECTIONS, keys)
  return { requests, seconds: SECONDS, cpu: pids.map((pid, i) => cpuSecondsOf(pid) - before[i]!) }
}

async function measure(dataDir: string, workers: number): Promise<Load> {
  const { server, ready } = await startForBench({ dataDir, workers })
  try {
    await ready()
    const keys = await createKeys(server, KEYS)
    // Compiled code takes tens of thousands of requests per process to settle.
    for (let round = 0; round < 3; round++) await load(server, workers, keys)
    return await load(server, workers, keys)
  } finally {
    await server.stop()
  }
}

const microseconds = ({ cpu, requests }: Load): number => (1e6 * sum(cpu)) / requests

/**
 * The client runs on the same machine, so requests per second say little. If both workers are equally busy, the capacity of
 * two cores is twice that of one, divided by the extra CPU time per request.
 */
function speedUpOf(one: Load, two: Load): number {
  const workers = two.cpu.slice(1)
  const balance = sum(workers) / (2 * Math.max(...workers))
  return (2 * balance * microseconds(one)) / microseconds(two)
}

export async function benchWorkers(): Promise<void> {
  await buildIfStale()
  await inFolder(async (dataDir) => {
    await createData({ dataDir })
    const [one, two] = [await measure(dataDir, 1), await measure(dataDir, 2)]
    const each = ({ cpu, seconds }: Load) => cpu.map((used) => `${((100 * used) / seconds).toFixed(0)} %`).join(' + ')
    const row = (name: string, read: (load: Load) => string) => [name, read(one), read(two)]
    const speedUp = speedUpOf(one, two).toFixed(2)
    const measured = table(
      ['', '1 worker', '2 workers'],
      [
        row('CPU time per request, all processes', (load) => `${microseconds(load).toFixed(0)} µs`),
        row('CPU by process (the first of three has the engine)', each),
        row('requests per second, client on the same cores', (load) => (load.requests / load.seconds).toFixed(0)),
      ],
    )
    const text = `${measured}\n\nTwo cores answer ${speedUp} × as much as one, by CPU time per request.`
    publish('workers', text, `embedded database, ${CONNECTIONS} connections per worker`)
    recordGoal('workers', `${speedUp} ×`)
  })
}
