// Memory and open files of processes, from /proc.
import { readdirSync, readFileSync } from 'node:fs'

/** With shared pages divided among their processes. 0 for a process that has ended. */
function megabytes(pid: number): number {
  try {
    return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1024
  } catch {
    return 0
  }
}

function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

export const memoryOf = (pids: readonly number[]): number => sum(pids.map(megabytes))
export const filesOf = (pids: readonly number[]): number => sum(pids.map(openFiles))

export interface ProcessorTime {
  readonly usedMs: number
  /** Ready to run, but another process had the processor. */
  readonly waitedMs: number
}

/** Of the main thread, which runs the event loop. */
export function processorTime(pid: number): ProcessorTime {
  try {
    const [used = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return { usedMs: used / 1e6, waitedMs: waited / 1e6 }
  } catch {
    return { usedMs: 0, waitedMs: 0 }
  }
}

/** How much longer everything took because the server shared the processor with other programs: 1 if it was alone. */
export function stretchOf(before: readonly ProcessorTime[], after: readonly ProcessorTime[]): number {
  const each = after.map((now, i) => {
    const used = now.usedMs - before[i]!.usedMs
    return used < MIN_USED_MS ? 1 : (used + now.waitedMs - before[i]!.waitedMs) / used
  })
  return Math.max(1, ...each)
}

/** Too little work to say anything. */
const MIN_USED_MS = 100
