// Starts the plinth command and test programs as child processes.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { inject } from 'vitest'
import type { ChildProgram } from './child-programs.ts'

/** These processes are short-lived, so optimizing the engine's WebAssembly is not worthwhile. */
const SHORT_LIVED = '--liftoff-only'

/** Node arguments for the plinth command. */
export const COMMAND: readonly string[] = [SHORT_LIVED, resolve('bin/plinth.mjs')]

/** Node arguments for a test program. */
export const programOf = (name: ChildProgram): readonly [flag: string, file: string] => [
  SHORT_LIVED,
  join(inject('programsFolder'), `${name}.mjs`),
]

/** High limits, so that a busy machine does not refuse requests. */
export const PATIENT = { MAX_DELAY_MS: '60000' }

export interface Running {
  readonly child: ChildProcess
  /** The output so far. */
  output(): string
  /** Resolves when the output matches the pattern. */
  prints(pattern: RegExp): Promise<RegExpExecArray>
  exited: Promise<number | null>
}

export const runPlinth = (args: readonly string[], env: Record<string, string>): Running =>
  runProgram(process.execPath, [...COMMAND, ...args], env)

export function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  folder?: string,
): Running {
  const child = spawn(program, args, {
    cwd: folder,
    // Only the test's variables: the test runner sets BASE_URL and others for itself.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LOG_LEVEL: 'error',
      WORKERS: '1',
      ...PATIENT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
      for (const look of waiting) look()
    })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const prints = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output)
        if (!match) return
        waiting.delete(look)
        resolve(match)
      }
      waiting.add(look)
      exited.then(() => reject(new Error(`ended without printing ${pattern}:\n${output}`)))
      look()
    })
  return { child, output: () => output, prints, exited }
}
