// Runs tasks at an interval, one run at a time, and logs failures.
import type { Log } from './log.ts'

export class Repeater {
  readonly #log: Log
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  #stopped = false

  constructor(log: Log) {
    this.#log = log
  }

  every(intervalMs: number, name: string, work: () => Promise<void>): void {
    let failing = false
    const run = async () => {
      try {
        await work()
        if (failing) this.#log.info({ task: name }, 'task recovered')
        failing = false
      } catch (error) {
        // Logs only the first failure and the recovery: a failure every second would fill the log.
        if (!failing) this.#log.warn({ task: name, err: error }, 'task failed; it will be retried')
        failing = true
      }
    }
    const next = () => {
      if (this.#stopped) return
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        const running = run().finally(() => {
          this.#running.delete(running)
          next()
        })
        this.#running.add(running)
      }, intervalMs)
      this.#timers.add(timer)
    }
    next()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }
}
