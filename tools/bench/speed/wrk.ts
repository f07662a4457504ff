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
export async function runWrk(options: WrkOptions): Promise<number> {
  return (await run(['wrk', ...argumentsOf(options)])).requests
}

const COUNTED = ['perf', 'stat', '-x,', '-e', 'instructions']

/** The number in the output of `perf stat -x,`; undefined where the machine counts none, as many virtual ones. */
export function countIn(output: string): number | undefined {
  const count = /^(\d+),/m.exec(output)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** Whether this machine counts the instructions of a process. */
export const countsInstructions: boolean =
  countIn(spawnSync(COUNTED[0]!, [...COUNTED.slice(1), 'true'], { encoding: 'utf8' }).stderr ?? '') !== undefined

/** Also counts the instructions of a process meanwhile, if the machine can. */
export async function runWrkCounting(
  options: WrkOptions,
  pid: number,
): Promise<{ readonly requests: number; readonly instructions: number | undefined }> {
  const through = countsInstructions ? [...COUNTED, '-p', String(pid), '--'] : []
  const { requests, errors } = await run([...through, 'wrk', ...argumentsOf(options)])
  return { requests, instructions: countIn(errors) }
}

const argumentsOf = ({ url, connections, seconds, args }: WrkOptions): string[] => [
  '-t1',
  `-c${connections}`,
  `-d${seconds}s`,
  ...args,
  url,
]

async function run([program, ...args]: string[]): Promise<{ requests: number; errors: string }> {
  const child = spawn(program!, args)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const requests = /(\d+) requests in/.exec(output)?.[1]
  if (!requests || /Non-2xx|Socket errors/.test(output)) throw new Error(`${output}${errors}`)
  return { requests: Number(requests), errors }
}
