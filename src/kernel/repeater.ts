// Work that repeats: one run at a time each, a failure is logged and tried again, and stop() waits for what runs.
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
        if (failing) this.#log.info({ task: name }, 'works again')
        failing = false
      } catch (error) {
        // Once a second for hours would fill the log; the first failure and the recovery say it all.
        if (!failing) this.#log.warn({ task: name, err: error }, 'failed, will be tried again')
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
