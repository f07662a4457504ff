// The work on the queue: which cases are to be looked at, which one is looked at, what comes after it. Lives as long as the page is loaded.
import type { Case, CaseDetail, CaseQueue, CaseVerdict } from '../../../../src/contract/api-types.ts'
import type { Done, Returned } from './pending-decisions.ts'
import { PendingDecisions } from './pending-decisions.ts'
import type { Filter } from './review-api.ts'
import { PER_PAGE, reviewApi } from './review-api.ts'

export interface Shown {
  readonly data?: CaseDetail
  readonly error?: Error
}

/** So many cases after the one on the screen are there before anybody asks for them. */
const AHEAD = 3
const FEW_LEFT = 25

export class ReviewState {
  readonly onTheWay: PendingDecisions
  filter: Filter = { status: 'open', province: '', reason: '' }
  cases: Case[] = []
  meta: CaseQueue['meta'] | null = null
  error: Error | null = null
  loading = false
  at: string | null = null
  returned: Returned[] = []
  /** What the last act did, for those who hear the page. */
  said: { readonly done: Done; readonly undone: boolean } | null = null
  failedUndo: Error | null = null
  decided = 0
  me = ''
  #firstAt = 0
  #lastAt = 0
  readonly #shown = new Map<string, Shown>()
  readonly #listeners = new Set<() => void>()
  #round = 0

  constructor() {
    this.onTheWay = new PendingDecisions({
      me: () => this.me,
      done: (done) => this.#count(done),
      returned: (returned) => this.#takeBack(returned),
      undone: (done, now) => this.#reopened(done, now),
      failedUndo: (error) => {
        this.failedUndo = error
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

  /** From the top of the queue; a case that was named is shown first, whatever its place. */
  async begin(filter: Filter, wanted: string | null = null): Promise<void> {
    this.filter = filter
    this.cases = []
    this.meta = null
    this.at = wanted
    this.#shown.clear()
    if (wanted) void this.#fetch(wanted)
    await this.more()
    if (wanted && !this.cases.some(({ id }) => id === wanted)) {
      const named = this.#shown.get(wanted)?.data
      if (named) this.cases.unshift(named)
    }
    this.#settle(this.at ?? this.cases[0]?.id ?? null)
  }

  /** What is decided leaves the queue, so the next page begins where those begin that are still here. */
  async more(): Promise<void> {
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
      this.cases = [...this.cases, ...data.filter(({ id }) => !known.has(id) && !this.onTheWay.has(id))]
      this.meta = meta
    } catch (error) {
      if (round === this.#round) this.error = error as Error
    }
    if (round === this.#round) this.loading = false
    this.#changed()
  }

  get place(): number {
    return this.cases.findIndex(({ id }) => id === this.at)
  }

  get shown(): Shown | undefined {
    return this.at === null ? undefined : this.#shown.get(this.at)
  }

  /** Of this session, a minute. */
  get pace(): number | null {
    const minutes = (this.#lastAt - this.#firstAt) / 60_000
    return this.decided < 2 || minutes <= 0 ? null : (this.decided - 1) / minutes
  }

  open(id: string): void {
    this.#settle(id)
  }

  step(by: 1 | -1): void {
    const next = this.cases[this.place + by]
    if (next) this.#settle(next.id)
  }

  /** The next case is on the screen at once; what was decided is on its way. */
  decide(wish: CaseVerdict): void {
    const seen = this.shown?.data
    if (!seen) return
    this.failedUndo = null
    const next = this.cases[this.place + 1] ?? this.cases[this.place - 1]
    this.#remove(seen.id)
    this.#settle(next?.id ?? null)
    this.onTheWay.send({ seen, wish })
  }

  undo(): void {
    this.failedUndo = null
    const unsent = this.onTheWay.undo()
    if (unsent) this.#insert(unsent.seen, true)
    this.#changed()
  }

  reload(): void {
    if (this.at === null) return
    this.#shown.delete(this.at)
    this.#settle(this.at)
  }

  leave(returned: Returned): void {
    this.returned = this.returned.filter((one) => one !== returned)
    this.#changed()
  }

  #settle(id: string | null): void {
    this.at = id
    const from = Math.max(0, this.place)
    for (const { id: near } of this.cases.slice(from, from + 1 + AHEAD)) void this.#fetch(near)
    if (id !== null) void this.#fetch(id)
    if (this.meta?.has_more && this.cases.length - from < FEW_LEFT) void this.more()
    this.#changed()
  }

  async #fetch(id: string): Promise<void> {
    const held = this.#shown.get(id)
    if (held && !held.error) return
    this.#shown.set(id, {})
    const shown = await reviewApi.detail(id).then(
      (data): Shown => ({ data }),
      (error): Shown => ({ error }),
    )
    this.#shown.set(id, shown)
    if (this.at === id) this.#changed()
  }

  #remove(id: string): void {
    this.cases = this.cases.filter((item) => item.id !== id)
    this.#shown.delete(id)
    this.returned = this.returned.filter(({ now }) => now.id !== id)
  }

  /** After the case on the screen, for nothing may change under the hand of whoever is about to press a key. */
  #insert(now: CaseDetail, show: boolean): void {
    const place = this.cases.filter(({ id }) => id !== now.id).findIndex(({ id }) => id === this.at)
    this.cases = this.cases.filter(({ id }) => id !== now.id)
    this.cases.splice(show ? Math.max(0, place) : place + 1, 0, now)
    this.#shown.set(now.id, { data: now })
    if (show || this.at === null) this.#settle(now.id)
  }

  #count(done: Done): void {
    this.#lastAt = Date.now()
    this.#firstAt ||= this.#lastAt
    this.decided += 1
    this.said = { done, undone: false }
    if (this.meta) this.meta = { ...this.meta, total: Math.max(0, this.meta.total - 1) }
  }

  #takeBack(returned: Returned): void {
    this.returned = [...this.returned.filter(({ now }) => now.id !== returned.now.id), returned]
    this.#insert(returned.now, false)
  }

  #reopened(done: Done, now: CaseDetail): void {
    this.decided -= 1
    this.said = { done, undone: true }
    if (this.meta) this.meta = { ...this.meta, total: this.meta.total + 1 }
    this.#insert(now, true)
  }
}

/** One for the page: acts go on being sent while somebody looks at another tab of the desk. */
export const reviewState = new ReviewState()
