// Output of processes, and their memory, open files and processor time from /proc: 0 for one that has ended.
import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

function orZero(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}

const total = (pids: readonly number[], read: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + orZero(() => read(pid)), 0)

/** The process and its children: a server and its workers, PostgreSQL and its connections. */
export function familyOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const children = stdout.split('\n').map(Number)
  return [pid, ...children.filter((child) => child > 0)]
}

/** In megabytes, with shared pages divided among their processes. */
export const memoryOf = (...pids: readonly number[]): number =>
  total(pids, (pid) => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1024)

export const openFilesOf = (...pids: readonly number[]): number =>
  total(pids, (pid) => readdirSync(`/proc/${pid}/fd`).length)

const USER_TIME = 11
const TICKS_PER_SECOND = 100

/** Of all threads: passwords are hashed and images rendered in other threads than the main one. */
export const cpuSecondsOf = (...pids: readonly number[]): number =>
  total(pids, (pid) => {
    // The name of the program may contain spaces, and ends with the last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    return (fields[USER_TIME]! + fields[USER_TIME + 1]!) / TICKS_PER_SECOND
  })

/** Of all programs since the machine started. */
export const machineCpuSeconds = (): number =>
  orZero(() => {
    const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/)
    return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  })

export function killAll(pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
}

/** What a command prints until it ends; throws if it fails. */
export async function outputOf(child: ChildProcess, name: string): Promise<string> {
  let output = ''
  let errors = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}${errors}`)
  return output
}
