// Processes of our own: the command, for tests that kill it, signal it or read what it prints, and the programs beside tests.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { inject } from 'vitest'
import type { ChildProgram } from './child-programs.ts'

/** The embedded engine lives for seconds there: compiling it a second time, for speed, would cost more than it gives. */
const SHORT_LIVED = '--liftoff-only'

/** What Node is started with to be the command. */
export const COMMAND: readonly string[] = [SHORT_LIVED, resolve('bin/plinth.mjs')]

/** What Node is started with to be one of the programs beside tests. */
export const programOf = (name: ChildProgram): readonly [flag: string, file: string] => [
  SHORT_LIVED,
  join(inject('programsFolder'), `${name}.mjs`),
]

/** A busy machine is no reason to refuse a test; refusing has tests of its own. */
export const PATIENT = { MAX_DELAY_MS: '60000' }

export interface Running {
  readonly child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Resolves with the match once the pattern has been printed. */
  prints(pattern: RegExp): Promise<RegExpExecArray>
  exited: Promise<number | null>
}

export function runPlinth(args: readonly string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    // Only what the test says: the runner sets BASE_URL and more for itself.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LOG_LEVEL: 'error', ...PATIENT, ...env },
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
