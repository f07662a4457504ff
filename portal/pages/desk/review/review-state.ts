// State of the review page: the queue, the open case and prefetched cases. Outlives tab changes.
import type { Case, CaseDetail, CaseQueue, CaseVerdict } from '../../../../src/http/api-types.ts'
import type { ConfirmedDecision, ReturnedDecision } from './pending-decisions.ts'
import { PendingDecisions } from './pending-decisions.ts'
import type { Filter } from './review-api.ts'
import { PER_PAGE, reviewApi } from './review-api.ts'
import { text } from './text.ts'

export interface LoadedCase {
  readonly data?: CaseDetail
  readonly error?: Error
}

const PREFETCH = 3
const LOAD_MORE_BELOW = 25

export class ReviewState {
  readonly pending: PendingDecisions
  filter: Filter = { status: 'open', province: '', reason: '' }
  cases: Case[] = []
  meta: CaseQueue['meta'] | null = null
  error: Error | null = null
  loading = false
  caseId: string | null = null
  returned: ReturnedDecision[] = []
  /** Announced to screen readers. */
  last: { readonly decision: ConfirmedDecision; readonly isUndone: boolean } | null = null
  actionError: Error | null = null
  /** The last decision on many cases: how many there were, and which have no result yet. */
  bulk: { readonly total: number; readonly left: Set<string> } = { total: 0, left: new Set() }
  decided = 0
  me = ''
  #firstMs = 0
  #lastMs = 0
  readonly #details = new Map<string, LoadedCase>()
  readonly #listeners = new Set<() => void>()
  #round = 0

  constructor() {
    this.pending = new PendingDecisions({
      me: () => this.me,
      confirmed: (decision) => this.#onConfirmed(decision),
      returned: (decision) => this.#onReturned(decision),
      undone: (decision, current) => this.#onUndone(decision, current),
      undoFailed: (error) => {
        this.actionError = error
      },
      changed: () => this.#changed(),
    })
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Starts at the top of the queue, or at the given case. */
  async start(filter: Filter, caseId: string | null = null): Promise<void> {
    this.filter = filter
    this.cases = []
    this.meta = null
    this.caseId = caseId
    this.#details.clear()
    if (caseId) void this.#load(caseId)
    await this.loadMore()
    if (caseId && !this.cases.some(({ id }) => id === caseId)) {
      const detail = this.#details.get(caseId)?.data
      if (detail) this.cases.unshift(detail)
    }
    this.#select(this.caseId ?? this.cases[0]?.id ?? null)
  }

  /** Decided cases leave the queue, so the next page number follows from the cases still here. */
  async loadMore(): Promise<void> {
    if (this.loading && this.meta) return
    const round = ++this.#round
    this.loading = true
    this.error = null
    this.#changed()
    try {
      const page = Math.floor(this.cases.length / PER_PAGE) + 1
      const { data, meta } = await reviewApi.queue(this.filter, page)
      if (round !== this.#round) return
      const known = new Set(this.cases.map(({ id }) => id))
      this.cases = [...this.cases, ...data.filter(({ id }) => !known.has(id) && !this.pending.has(id))]
      this.meta = meta
    } catch (error) {
      if (round === this.#round) this.error = error as Error
    }
    if (round === this.#round) this.loading = false
    this.#changed()
  }

  get index(): number {
    return this.cases.findIndex(({ id }) => id === this.caseId)
  }

  get current(): LoadedCase | undefined {
    return this.caseId === null ? undefined : this.#details.get(this.caseId)
  }

  /** Decisions per minute in this session. */
  get pace(): number | null {
    const minutes = (this.#lastMs - this.#firstMs) / 60_000
    return this.decided < 2 || minutes <= 0 ? null : (this.decided - 1) / minutes
  }

  open(id: string): void {
    this.#select(id)
  }

  step(by: 1 | -1): void {
    const next = this.cases[this.index + by]
    if (next) this.#select(next.id)
  }

  /** Shows the next case at once; the decision is sent in the background. */
  decide(verdict: CaseVerdict): void {
    const reviewed = this.current?.data
    if (!reviewed) return
    this.actionError = null
    const next = this.cases[this.index + 1] ?? this.cases[this.index - 1]
    this.#remove(reviewed.id)
    this.#select(next?.id ?? null)
    this.pending.send({ reviewed, verdict })
  }

  /** The same verdict for many cases. Each is confirmed or returned by itself; `accept` takes its first candidate. */
  async decideAll(ids: readonly string[], { verdict, reason }: Pick<CaseVerdict, 'verdict' | 'reason'>): Promise<void> {
    this.actionError = null
    this.bulk = { total: ids.length, left: new Set(ids) }
    this.#changed()
    for (const id of ids) {
      try {
        const reviewed = this.#details.get(id)?.data ?? (await reviewApi.detail(id))
        const first = verdict === 'accept' ? reviewed.candidates[0] : undefined
        const target = first && { project_id: first.project_id, building_id: first.building_id }
        const decision = { reviewed, verdict: { verdict, ...target, ...(reason === undefined ? {} : { reason }) } }
        if (verdict === 'accept' && !first) {
          const error = new Error(text.nothingToAccept)
          this.#onReturned({ ...decision, current: reviewed, decided: null, error })
        } else {
          this.#remove(id)
          this.pending.send(decision)
        }
      } catch (error) {
        this.bulk.left.delete(id)
        this.actionError = error as Error
      }
      this.#changed()
    }
    if (this.index < 0) this.#select(this.cases[0]?.id ?? null)
  }

  undo(): void {
    this.actionError = null
    const unsent = this.pending.undo()
    if (unsent) this.#insert(unsent.reviewed, true)
    this.#changed()
  }

  reload(): void {
    if (this.caseId === null) return
    this.#details.delete(this.caseId)
    this.#select(this.caseId)
  }

  dismiss(returned: ReturnedDecision): void {
    this.returned = this.returned.filter((each) => each !== returned)
    this.#changed()
  }

  #select(id: string | null): void {
    this.caseId = id
    const from = Math.max(0, this.index)
    for (const { id: near } of this.cases.slice(from, from + 1 + PREFETCH)) void this.#load(near)
    if (id !== null) void this.#load(id)
    if (this.meta?.has_more && this.cases.length - from < LOAD_MORE_BELOW) void this.loadMore()
    this.#changed()
  }

  async #load(id: string): Promise<void> {
    const cached = this.#details.get(id)
    if (cached && !cached.error) return
    this.#details.set(id, {})
    const loaded = await reviewApi.detail(id).then(
      (data): LoadedCase => ({ data }),
      (error): LoadedCase => ({ error }),
    )
    this.#details.set(id, loaded)
    if (this.caseId === id) this.#changed()
  }

  #remove(id: string): void {
    this.cases = this.cases.filter((item) => item.id !== id)
    this.#details.delete(id)
    this.returned = this.returned.filter(({ current }) => current.id !== id)
  }

  /** Inserts after the open case, unless asked to show it: the screen must not change under a key press. */
  #insert(detail: CaseDetail, show: boolean): void {
    const others = this.cases.filter(({ id }) => id !== detail.id)
    const index = others.findIndex(({ id }) => id === this.caseId)
    others.splice(show ? Math.max(0, index) : index + 1, 0, detail)
    this.cases = others
    this.#details.set(detail.id, { data: detail })
    if (show || this.caseId === null) this.#select(detail.id)
  }

  #onConfirmed(decision: ConfirmedDecision): void {
    this.#lastMs = Date.now()
    this.#firstMs ||= this.#lastMs
    this.decided += 1
    this.bulk.left.delete(decision.reviewed.id)
    this.last = { decision, isUndone: false }
    if (this.meta) this.meta = { ...this.meta, total: Math.max(0, this.meta.total - 1) }
  }

  #onReturned(returned: ReturnedDecision): void {
    this.bulk.left.delete(returned.current.id)
    this.returned = [...this.returned.filter(({ current }) => current.id !== returned.current.id), returned]
    this.#insert(returned.current, false)
  }

  #onUndone(decision: ConfirmedDecision, current: CaseDetail): void {
    this.decided -= 1
    this.last = { decision, isUndone: true }
    if (this.meta) this.meta = { ...this.meta, total: this.meta.total + 1 }
    this.#insert(current, true)
  }
}

/** One per page load: decisions keep being sent while another desk tab is open. */
export const reviewState = new ReviewState()
