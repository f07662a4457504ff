// Sends decisions to the server one by one, in order. Each is confirmed or returned; none is lost.
import type { CaseDetail, CaseVerdict, Decision } from '../../../../src/http/api-types.ts'
import { isConflict, isTemporary, reviewApi } from './review-api.ts'

/** A verdict, and the case as the curator saw it. */
export interface CaseDecision {
  readonly reviewed: CaseDetail
  readonly verdict: CaseVerdict
}

/** Undone by its decision; a skipped case has none and is reopened. */
export interface ConfirmedDecision extends CaseDecision {
  readonly decisionId: string | null
  readonly version: number
}

/** Not applied: someone else decided first, the case changed, or the server refused it. */
export interface ReturnedDecision extends CaseDecision {
  readonly current: CaseDetail
  readonly decided: Decision | null
  readonly error: Error | null
}

export interface Reports {
  /** Id of the signed-in curator. */
  me(): string
  confirmed(decision: ConfirmedDecision): void
  returned(decision: ReturnedDecision): void
  undone(decision: ConfirmedDecision, current: CaseDetail): void
  undoFailed(error: Error): void
  changed(): void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

export class PendingDecisions {
  readonly #reports: Reports
  readonly #queue: (CaseDecision | 'undo')[] = []
  readonly #confirmed: ConfirmedDecision[] = []
  #sending = false
  #wake: (() => void) | null = null
  /** The last failure, while the queue is being retried. */
  error: Error | null = null

  constructor(reports: Reports) {
    this.#reports = reports
  }

  get unsent(): number {
    return this.#queue.length
  }

  has(caseId: string): boolean {
    return this.#queue.some((item) => item !== 'undo' && item.reviewed.id === caseId)
  }

  send(decision: CaseDecision): void {
    this.#queue.push(decision)
    void this.#run()
  }

  /** Undoes the last decision. One that is not being sent yet is only removed, and returned. */
  undo(): CaseDecision | null {
    const last = this.#queue.at(-1)
    if (this.#queue.length > 1 && last !== undefined && last !== 'undo') {
      this.#queue.pop()
      return last
    }
    if (this.#queue.length > 0 || this.#confirmed.length > 0) {
      this.#queue.push('undo')
      void this.#run()
    }
    return null
  }

  retryNow(): void {
    this.#wake?.()
  }

  async #run(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    addEventListener('beforeunload', warnBeforeUnload)
    for (let failures = 0; this.#queue.length > 0; ) {
      const item = this.#queue[0]!
      try {
        await (item === 'undo' ? this.#undoLast() : this.#deliver(item))
        this.#queue.shift()
        failures = 0
        this.error = null
      } catch (error) {
        this.error = error as Error
        this.#reports.changed()
        await this.#pause(Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS))
      }
      this.#reports.changed()
    }
    removeEventListener('beforeunload', warnBeforeUnload)
    this.#sending = false
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Throws only temporary errors; every other result is final. */
  async #deliver(item: CaseDecision): Promise<void> {
    const { id, version } = item.reviewed
    try {
      const { case: current, decision } = await reviewApi.decide(id, version, item.verdict)
      this.#confirm({ ...item, decisionId: decision?.id ?? null, version: current.version })
    } catch (error) {
      if (isTemporary(error)) throw error
      const current = await reviewApi.detail(id).catch((loadError) => {
        if (isTemporary(loadError)) throw loadError
        return item.reviewed
      })
      const applied = isConflict(error) ? findApplied(item, current, this.#reports.me()) : undefined
      if (applied) return this.#confirm({ ...item, ...applied })
      const decided = isConflict(error) && current.status !== 'open' ? (current.decisions[0] ?? null) : null
      this.#reports.returned({ ...item, current, decided, error: isConflict(error) ? null : (error as Error) })
    }
  }

  #confirm(decision: ConfirmedDecision): void {
    this.#confirmed.push(decision)
    this.#reports.confirmed(decision)
  }

  async #undoLast(): Promise<void> {
    const last = this.#confirmed.at(-1)
    if (!last) return
    try {
      if (last.decisionId) await reviewApi.undo(last.decisionId)
      else await reviewApi.reopen(last.reviewed.id, last.version)
    } catch (error) {
      if (isTemporary(error)) throw error
      const current = await reviewApi.detail(last.reviewed.id)
      // An open case means an earlier attempt succeeded and its response was lost.
      if (current.status !== 'open') return this.#reports.undoFailed(error as Error)
    }
    const current = await reviewApi.detail(last.reviewed.id)
    this.#confirmed.pop()
    this.#reports.undone(last, current)
  }
}

/** The decision, if an earlier attempt applied it and only the response was lost. */
function findApplied(
  { reviewed, verdict: { verdict } }: CaseDecision,
  current: CaseDetail,
  me: string,
): Pick<ConfirmedDecision, 'decisionId' | 'version'> | undefined {
  const { version, status, decisions } = current
  if (version !== reviewed.version + 1) return undefined
  if (verdict === 'skip') return status === 'skipped' ? { decisionId: null, version } : undefined
  const last = decisions.find(({ kind }) => kind !== 'alias')
  const isOwn = status === 'decided' && last?.actor === me && last.kind === verdict && last.state === 'verified'
  return isOwn ? { decisionId: last.id, version } : undefined
}
