// Kills the process when it reaches a crash point.
import type { CrashHook } from '../../src/kernel/crash-hook.ts'

/** Kills it the `nth` time it reaches `point`. */
export function killAt(point: string | undefined, nth = 1): CrashHook<string> {
  let count = 0
  return (reached) => {
    if (reached !== point) return
    count += 1
    if (count === nth) process.kill(process.pid, 'SIGKILL')
  }
}
