// Work under one deadline: it ends by itself, by the clock, by its caller or because we stop; and always with an outcome.
import { performance } from 'node:perf_hooks'
import type { FailureCode } from './pinned-request.ts'
import { SendFailure } from './pinned-request.ts'

export type SendFailed = { kind: 'failed'; code: FailureCode; detail: string; ms: number }

export class Deadlines {
  readonly #underWay = new Set<AbortController>()

  /** Whatever ends the work, its signal says so, with the failure as the reason. */
  async run<T extends object>(
    ms: number,
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<(T & { ms: number }) | SendFailed> {
    const started = performance.now()
    const took = () => Math.round(performance.now() - started)
    const control = new AbortController()
    const giveUp = () => control.abort(new SendFailure('reset', 'given up by us before an answer came'))
    const timer = setTimeout(() => control.abort(new SendFailure('timeout', `no whole answer within ${ms} ms`)), ms)
    caller?.addEventListener('abort', giveUp, { once: true })
    if (caller?.aborted) giveUp()
    this.#underWay.add(control)
    try {
      return { ...(await work(control.signal)), ms: took() }
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
      return { kind: 'failed', code: error.code, detail: error.message, ms: took() }
    } finally {
      clearTimeout(timer)
      caller?.removeEventListener('abort', giveUp)
      this.#underWay.delete(control)
    }
  }

  abortAll(): void {
    for (const control of this.#underWay) control.abort(new SendFailure('reset', 'given up by us: we are stopping'))
  }
}
