// Runs one part of the proof in a folder of its own, within its time.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Breach, Part, PartReport, PartRun } from './part.ts'
import { INTERRUPTED } from './part.ts'

/** Time that a part gets to stop its processes after its limit, or after Ctrl-C. */
const STOP_MS = 120_000

/** Begins the breach of a part that could not go on. */
export const PART_FAILED = 'The part ended with an error'

export interface PartOrder extends Omit<PartRun, 'breaches' | 'folder' | 'signal'> {
  readonly limitMs: number
  readonly stopMs?: number
  /** Keeps the temporary folder. */
  readonly keep?: boolean
  readonly interrupted: AbortSignal
  /** Called at once with each breach. */
  onBreach?(breach: Breach): void
}

export async function runPart(part: Part, order: PartOrder): Promise<PartReport> {
  const { limitMs, stopMs = STOP_MS, interrupted, keep, onBreach = () => {}, ...run } = order
  const folder = mkdtempSync(join(parentFolder(part), `plinth-proof-${part.name}-`))
  // PostgreSQL runs as another user and needs access.
  chmodSync(folder, 0o711)
  const removeAtExit = () => removeFolder(folder)
  if (!keep) process.once('exit', removeAtExit)
  // Not AbortSignal.any: Node 20 may collect a signal with a time limit as garbage.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  const interrupt = () => limit.abort(INTERRUPTED)
  interrupted.addEventListener('abort', interrupt, { once: true })
  const breaches = breachList(onBreach)
  try {
    return await endsWithin(part.run({ ...run, folder, signal: limit.signal, breaches }), limit.signal, stopMs)
  } catch (error) {
    // A part that cannot run proves nothing, so this counts as a breach, unless somebody stopped it.
    const what = `${PART_FAILED}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    if (!interrupted.aborted) breaches.push({ what, seed: run.seed })
    return { done: 0, breaches: interrupted.aborted ? [] : breaches, figures: {} }
  } finally {
    clearTimeout(timer)
    interrupted.removeEventListener('abort', interrupt)
    process.off('exit', removeAtExit)
    if (!keep) removeFolder(folder)
  }
}

function breachList(onBreach: (breach: Breach) => void): Breach[] {
  const list: Breach[] = []
  const push = (...found: Breach[]) => {
    for (const breach of found) onBreach(breach)
    return Array.prototype.push.apply(list, found)
  }
  return Object.defineProperty(list, 'push', { value: push })
}

/** From the moment that the signal aborts, the work has `ms` left. */
function endsWithin<T>(work: Promise<T>, signal: AbortSignal, ms: number): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const stop = () =>
      setTimeout(() => reject(new Error(`did not stop within ${ms / 1000} s after its end`)), ms).unref()
    signal.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([work, late])
}

/** A process that did not stop in time may still write to it; that must not cost the report. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    console.error(`Could not delete ${folder}: ${(error as Error).message}`)
  }
}

const MEMORY = '/dev/shm'

function parentFolder({ inMemory }: Part): string {
  return inMemory && existsSync(MEMORY) ? MEMORY : tmpdir()
}
