// Runs wrk, if it is installed. It takes a tenth of the processor time of autocannon, which leaves the rest to the server.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export const hasWrk = spawnSync('wrk', ['-v']).error === undefined

interface WrkOptions {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** `-H` for headers, `-s` for a script. */
  readonly args: readonly string[]
}

/** The number of requests. Throws if one failed. */
export async function runWrk({ url, connections, seconds, args }: WrkOptions): Promise<number> {
  const child = spawn('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...args, url])
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  const requests = /(\d+) requests in/.exec(output)?.[1]
  if (!requests || /Non-2xx|Socket errors/.test(output)) throw new Error(output)
  return Number(requests)
}
