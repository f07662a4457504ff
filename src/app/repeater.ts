// Runs tasks at an interval, one run at a time, and logs failures.
import type { Log } from '../kernel/log.ts'

export class Repeater {
  readonly #log: Log
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  readonly #tasks = new Map<string, { failing: boolean }>()
  #stopped = false

  constructor(log: Log) {
    this.#log = log
  }

  /** Whether the last run of each task failed. */
  get tasks(): Iterable<readonly [name: string, state: { readonly failing: boolean }]> {
    return this.#tasks
  }

  every(intervalMs: number, name: string, work: () => Promise<void>): void {
    const state = { failing: false }
    this.#tasks.set(name, state)
    const run = async () => {
      try {
        await work()
        if (state.failing) this.#log.info({ task: name }, 'task recovered')
        state.failing = false
      } catch (error) {
        // Logs only the first failure and the recovery: a failure every second would fill the log.
        if (!state.failing) this.#log.warn({ task: name, err: error }, 'task failed; it will be retried')
        state.failing = true
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
