// Acts on their way to the server, one after the other, in the order they were made. None is dropped: each is confirmed or comes back.
import type { CaseDetail, CaseVerdict, Decision } from '../../../../src/contract/api-types.ts'
import { isConflict, isTemporary, reviewApi } from './review-api.ts'

/** What somebody decided about a case as they saw it. */
export interface Act {
  readonly seen: CaseDetail
  readonly wish: CaseVerdict
}

/** Confirmed by the server; taken back by its decision, or by opening the case again if it was skipped. */
export interface Done extends Act {
  readonly decisionId: string | null
  readonly version: number
}

/** Not applied: the case as it is now, who decided it meanwhile if somebody did, or why it was refused. */
export interface Returned extends Act {
  readonly now: CaseDetail
  readonly decided: Decision | null
  readonly error: Error | null
}

export interface Reports {
  /** Who acts, by id. */
  me(): string
  done(done: Done): void
  returned(returned: Returned): void
  undone(done: Done, now: CaseDetail): void
  failedUndo(error: Error): void
  changed(): void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

export class PendingDecisions {
  readonly #on: Reports
  readonly #waiting: (Act | 'undo')[] = []
  readonly #done: Done[] = []
  #sending = false
  #wake: (() => void) | null = null
  /** Why nothing gets through at the moment. */
  trouble: Error | null = null

  constructor(on: Reports) {
    this.#on = on
  }

  get unsent(): number {
    return this.#waiting.length
  }

  has(caseId: string): boolean {
    return this.#waiting.some((act) => act !== 'undo' && act.seen.id === caseId)
  }

  send(act: Act): void {
    this.#waiting.push(act)
    void this.#run()
  }

  /** The act that was made last; one that has not left yet is just taken out. */
  undo(): Act | null {
    const last = this.#waiting.at(-1)
    if (this.#waiting.length > 1 && last !== undefined && last !== 'undo') {
      this.#waiting.pop()
      return last
    }
    if (this.#waiting.length > 0 || this.#done.length > 0) {
      this.#waiting.push('undo')
      void this.#run()
    }
    return null
  }

  /** Somebody does not want to wait for the next attempt. */
  hurry(): void {
    this.#wake?.()
  }

  async #run(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    addEventListener('beforeunload', warn)
    for (let failures = 0; this.#waiting.length > 0; ) {
      const act = this.#waiting[0]!
      try {
        await (act === 'undo' ? this.#takeBack() : this.#deliver(act))
        this.#waiting.shift()
        failures = 0
        this.trouble = null
      } catch (error) {
        this.trouble = error as Error
        this.#on.changed()
        await this.#pause(Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS))
      }
      this.#on.changed()
    }
    removeEventListener('beforeunload', warn)
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

  /** Throws only what passes: everything else is an end, good or bad. */
  async #deliver(act: Act): Promise<void> {
    const { id, version } = act.seen
    try {
      const { case: now, decision } = await reviewApi.decide(id, version, act.wish)
      this.#confirm({ ...act, decisionId: decision?.id ?? null, version: now.version })
    } catch (error) {
      if (isTemporary(error)) throw error
      const now = await reviewApi.detail(id).catch((unread) => {
        if (isTemporary(unread)) throw unread
        return act.seen
      })
      const own = isConflict(error) ? ownAct(act, now, this.#on.me()) : undefined
      if (own) return this.#confirm({ ...act, ...own })
      const decided = isConflict(error) && now.status !== 'open' ? (now.decisions[0] ?? null) : null
      this.#on.returned({ ...act, now, decided, error: isConflict(error) ? null : (error as Error) })
    }
  }

  #confirm(done: Done): void {
    this.#done.push(done)
    this.#on.done(done)
  }

  async #takeBack(): Promise<void> {
    const last = this.#done.at(-1)
    if (!last) return
    try {
      if (last.decisionId) await reviewApi.undo(last.decisionId)
      else await reviewApi.reopen(last.seen.id, last.version)
    } catch (error) {
      if (isTemporary(error)) throw error
      const now = await reviewApi.detail(last.seen.id)
      // An attempt of which we heard no answer had done it.
      if (now.status !== 'open') return this.#on.failedUndo(error as Error)
    }
    const now = await reviewApi.detail(last.seen.id)
    this.#done.pop()
    this.#on.undone(last, now)
  }
}

/** The answer to an earlier attempt was lost, and what changed since is that attempt itself. */
function ownAct({ seen, wish }: Act, now: CaseDetail, me: string): Pick<Done, 'decisionId' | 'version'> | undefined {
  if (now.version !== seen.version + 1) return undefined
  if (wish.verdict === 'skip') return now.status === 'skipped' ? { decisionId: null, version: now.version } : undefined
  const last = now.decisions.find(({ kind }) => kind !== 'alias')
  const same = now.status === 'decided' && last?.actor === me && last.kind === wish.verdict && last.state === 'verified'
  return same ? { decisionId: last.id, version: now.version } : undefined
}
