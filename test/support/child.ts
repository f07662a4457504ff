// The command as a process of its own, for tests that kill it, signal it or read what it prints.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Running {
  readonly child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Resolves with the match once the pattern has been printed. */
  prints(pattern: RegExp): Promise<RegExpExecArray>
  exited: Promise<number | null>
}

export function runPlinth(args: readonly string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, ['bin/plinth.mjs', ...args], {
    // Only what the test says: the runner sets BASE_URL and more for itself.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LOG_LEVEL: 'error', ...env },
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
