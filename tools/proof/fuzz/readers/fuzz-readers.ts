// Fuzzes the readers of files and feeds in a process of its own, and measures which of their branches ran.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { WatchedModules } from '../watched-modules.ts'
import type { Recipe } from './reader-input.ts'
import { inputOf } from './reader-input.ts'
import type { Report, Task } from './reader-process.ts'
import { WATCHED } from './readers.ts'

export interface ReaderRun extends Omit<Task, 'build' | 'from'> {
  readonly build: { readonly folder: string }
  readonly signal: AbortSignal
}

export interface ReaderResult {
  readonly inputs: number
  readonly modules: WatchedModules
}

export interface ReaderBreach {
  readonly what: string
  readonly recipe: Recipe
}

const HANG_MS = 10_000
const MAX_STARTS = 4
const MAX_OUTPUT = 10_000
/** No input is larger than some megabytes. */
const MEMORY = '--max-old-space-size=768'
/** The same fault is one breach, however often it is found. */
const SAME = 120

export async function fuzzReaders(run: ReaderRun, onBreach: (breach: ReaderBreach) => void): Promise<ReaderResult> {
  const build = realpathSync(run.build.folder)
  const modules = new WatchedModules(build, WATCHED)
  const sorts = new Set<string>()
  let inputs = 0
  const report = (what: string, recipe: Recipe): void => {
    const sort = what.replaceAll(/\d+|"[^"]*"/g, '').slice(0, SAME)
    if (sorts.has(sort)) return
    sorts.add(sort)
    onBreach({ what: `${what} ← ${describe(recipe)}`, recipe })
  }
  const { folder, recipe } = run
  const count = recipe ? 1 : run.count
  for (let start = 0; start < MAX_STARTS && inputs < count && !run.signal.aborted; start++) {
    const task: Task = { build, seed: run.seed + start, from: inputs, count, folder, recipe }
    const child = startProcess(task, modules)
    const stop = () => child.kill('SIGKILL')
    run.signal.addEventListener('abort', stop)
    let current: Recipe | undefined
    let hang: NodeJS.Timeout | undefined
    let output = ''
    child.stderr!.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-MAX_OUTPUT)
    })
    child.on('message', (message: Report) => {
      if ('reached' in message) for (const [url, branch] of message.reached) modules.add(url, branch)
      else if ('finding' in message) report(message.finding, message.recipe)
      else {
        inputs += 1
        current = message.recipe
        clearTimeout(hang)
        hang = setTimeout(stop, HANG_MS)
      }
    })
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    clearTimeout(hang)
    run.signal.removeEventListener('abort', stop)
    if (code === 0 || run.signal.aborted) break
    if (!current) throw new Error(`The readers did not start: ${output}`)
    const why = /^.*(?:Error|FATAL).*$/m.exec(output)?.[0] ?? output.slice(-200)
    report(signal === 'SIGKILL' ? `a reader hangs for ${HANG_MS} ms` : `the process ended: ${why}`, current)
  }
  return { inputs, modules }
}

function startProcess(task: Task, { folderUrls }: WatchedModules): ChildProcess {
  const program = fileURLToPath(new URL('reader-process.ts', import.meta.url))
  const agent = new URL('reader-agent.mjs', import.meta.url).href
  return spawn(process.execPath, [MEMORY, '--import', agent, '--import', 'tsx', program, JSON.stringify(task)], {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    env: { ...process.env, COVERAGE_FOLDERS: folderUrls.join(',') },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function describe(recipe: Recipe): string {
  const { kind, sample, options, files } = inputOf(recipe)
  const parts = files.map(({ name, bytes }) => `${name} ${JSON.stringify(bytes.toString().slice(0, 200))}`)
  return `recipe ${recipe.join(',')}: ${kind} of ${sample} ${JSON.stringify(options).slice(0, 200)} ${parts.join(' ').slice(0, 500)}`
}
