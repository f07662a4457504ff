// Pauses and parts of the memory of processes, from /proc and from the probe in the server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sum } from '../../shared/tables.ts'

/** What server-probe.mjs wrote last, in bytes. */
interface ProbeState extends NodeJS.MemoryUsage {
  readonly pauseMs: number
}

/** Memory that V8 manages, in MB; the rest of the memory is native. */
export interface MemoryParts {
  /** Reserved, of which not all is used. */
  readonly heap: number
  readonly used: number
  /** Buffers and other memory outside the heap that objects in it keep. */
  readonly external: number
}

function readProbe(folder: string, pid: number): ProbeState | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, `${pid}.json`), 'utf8'))
  } catch {
    // Not written yet, or the process loads no probe.
    return undefined
  }
}

const MEGABYTE = 1024 * 1024

export function memoryParts(folder: string, pids: readonly number[]): MemoryParts {
  const states = pids.map((pid) => readProbe(folder, pid)).filter((state) => state !== undefined)
  const total = (read: (state: ProbeState) => number) => sum(states.map(read)) / MEGABYTE
  return { heap: total((s) => s.heapTotal), used: total((s) => s.heapUsed), external: total((s) => s.external) }
}

/** The longest time that an event loop stood still in the last quarter of a second. */
export const longestPause = (folder: string, pids: readonly number[]): number =>
  Math.max(0, ...pids.map((pid) => readProbe(folder, pid)?.pauseMs ?? 0))

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
