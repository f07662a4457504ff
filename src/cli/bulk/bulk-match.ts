// plinth match of many files: each is a part that is written complete or not at all, and that a second run skips.
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadModel } from '../../app/model-file.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { settled } from '../../kernel/settled.ts'
import { openSharedIndex } from '../match/building-index.ts'
import { MatchProgress } from '../match/match-progress.ts'
import { startThreads } from '../match/match-threads.ts'
import { readStreets } from '../match/open-matcher.ts'
import type { Duck } from './duck.ts'
import { openDuck } from './duck.ts'
import type { PartOptions } from './match-part.ts'
import { writePart } from './match-part.ts'
import type { Place } from './places.ts'
import type { Part, PlanOptions } from './plan-parts.ts'
import { planParts, workBase } from './plan-parts.ts'

export interface BulkOptions extends PlanOptions {
  readonly threads: number
  readonly errors: NodeJS.WritableStream
  /** A mirror of DuckDB's extensions. */
  readonly extensions?: string | undefined
}

/** Resolves to the exit code. A part that fails does not stop the others. */
export async function runBulk(options: BulkOptions): Promise<number> {
  try {
    return await matchAll(options)
  } catch (error) {
    throw error instanceof Stop ? error : new Stop('usage', (error as Error).message)
  }
}

async function matchAll(options: BulkOptions): Promise<number> {
  const { errors } = options
  const { place, parts, stale, finished } = await planParts(options)
  for (const name of stale) await place.delete(name)
  const base = workBase(place, tmpdir())
  const work = await openWorkFolder(base)
  const progress = new MatchProgress(errors)
  let failed = 0
  try {
    failed = await matchParts(parts, place, work, options, progress)
  } finally {
    await rm(work, { recursive: true, force: true })
    // Only if nothing else is in it.
    await settled(rmdir(base))
  }
  progress.end(true)
  const before = finished === 0 ? '' : `, ${finished} finished before`
  errors.write(`${filesText(parts.length + finished)}: ${parts.length - failed} written${before}\n`)
  if (failed === 0) return EXIT.ok
  throw new Stop('failed', `${filesText(failed)} failed`, 'Run the same command again to match only these.')
}

const filesText = (count: number): string => `${count.toLocaleString('en-CA')} ${count === 1 ? 'file' : 'files'}`

/** Resolves to the number of parts that failed. */
async function matchParts(
  parts: readonly Part[],
  place: Place,
  work: string,
  options: BulkOptions,
  progress: MatchProgress,
): Promise<number> {
  const { errors, buildings, streets, threads, extensions } = options
  const report = (message: string) => errors.write(`${message}\n`)
  if (parts.length === 0) return 0
  const openSource = async () => {
    const index = await openSharedIndex(buildings, report)
    return { model: loadModel(options.model).model, buildings: index, streets: readStreets(streets, index) }
  }
  const pool = await startThreads(threads, openSource, report)
  let opening: Promise<Duck> | undefined
  const duck = () => (opening ??= openDuck(work, threads, extensions))
  const partOptions: PartOptions = { ...options, pool, duck, concurrency: threads + 1 }
  const queue = [...parts.entries()]
  let failed = 0
  const matchPart = async (number: number, { input, format, name, mark }: Part) => {
    const folder = join(work, String(number))
    await mkdir(folder)
    try {
      let done = 0
      const output = await writePart(input, format, folder, partOptions, (count, share) => {
        progress.add(count, share * input.bytes)
        done += share * input.bytes
      })
      await place.put(name, output)
      progress.add(0, input.bytes - done)
      if (mark === null) return
      const empty = join(folder, 'mark')
      await writeFile(empty, '')
      await place.put(mark, empty)
    } catch (error) {
      // The same for all parts.
      if (error instanceof Stop) throw error
      failed += 1
      report(`plinth match: ${input.place.location}${input.name}: ${(error as Error).message}`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const matchNext = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await matchPart(...next)
  }
  try {
    progress.ready(parts.reduce((sum, { input }) => sum + input.bytes, 0))
    // One more than threads: while files are read and written, all threads have work.
    await Promise.all(Array.from({ length: threads + 1 }, matchNext))
  } finally {
    queue.length = 0
    await pool.close()
  }
  return failed
}

/** Removes what killed runs on this machine left. */
async function openWorkFolder(base: string): Promise<string> {
  const prefix = `${hostname()}-`
  await mkdir(base, { recursive: true })
  for (const name of await readdir(base))
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
      await rm(join(base, name), { recursive: true, force: true })
  const folder = join(base, `${prefix}${process.pid}`)
  await mkdir(folder)
  return folder
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
