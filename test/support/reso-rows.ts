// The rows of the stand-in RESO server: generated on the fly, changed and deleted.

export interface Place {
  readonly at: number
  readonly key: string
}

export interface ResoRow extends Place {
  readonly fields: Readonly<Record<string, unknown>>
}

interface Changed {
  readonly at: number
  readonly version: number
  readonly isDeleted: boolean
}

type FieldsOf = (index: number, version: number) => Readonly<Record<string, unknown>>

const START = Date.parse('2026-01-01T00:00:00Z')
const STEP_MS = 1000

const anyFields: FieldsOf = (index, version) => ({
  UnparsedAddress: `${100 + index} Main Street`,
  UnitNumber: String(1 + (index % 40)),
  City: 'Toronto',
  StateOrProvince: 'ON',
  PostalCode: null,
  StandardStatus: version % 2 === 0 ? 'Active' : 'Pending',
})

/** A million rows need no memory; only changed ones are stored. Keys are in the order of the indexes. */
export class ResoRows {
  readonly #rowsPerTime: number
  readonly #fieldsOf: FieldsOf
  readonly #generated: number
  readonly #changed = new Map<number, Changed>()
  /** Indexes of changed rows, by time and key. */
  #order: number[] = []
  #count: number
  /** Rows whose time is written without an offset, until they change. */
  readonly badTimes = new Set<number>()
  /** Indexes of rows that changed, oldest first. */
  readonly log: number[] = []
  /** The server's clock. Tests let it jump. */
  clock: () => number = () => Date.now()

  constructor(count: number, rowsPerTime: number, fieldsOf: FieldsOf = anyFields) {
    this.#generated = count
    this.#count = count
    this.#rowsPerTime = rowsPerTime
    this.#fieldsOf = fieldsOf
  }

  /** Every key that the server has. */
  keys(): string[] {
    return Array.from({ length: this.#count }, (_, i) => i).flatMap((i) => (this.#isDeleted(i) ? [] : [keyOf(i)]))
  }

  versionOf(index: number): number {
    return this.#changed.get(index)?.version ?? 0
  }

  get count(): number {
    return this.#count
  }

  add(): number {
    this.#count += 1
    this.#set(this.#count - 1, { at: this.clock(), version: 0, isDeleted: false })
    return this.#count - 1
  }

  change(index: number): void {
    this.badTimes.delete(index)
    this.#set(index, { at: this.clock(), version: this.versionOf(index) + 1, isDeleted: false })
  }

  /** A deleted row is in no answer any more. */
  delete(index: number): void {
    this.#set(index, { at: this.clock(), version: this.versionOf(index), isDeleted: true })
  }

  #set(index: number, state: Changed): void {
    if (this.#changed.has(index)) this.#order = this.#order.filter((other) => other !== index)
    this.#changed.set(index, state)
    this.log.push(index)
    const place = { at: state.at, key: keyOf(index) }
    const at = this.#order.findIndex((other) => isAfter(this.#place(other), place, 'time'))
    this.#order.splice(at < 0 ? this.#order.length : at, 0, index)
  }

  withKeys(keys: readonly string[]): ResoRow[] {
    const found = keys.map((key) => Number(key.slice(1))).filter((i) => i < this.#count && !this.#isDeleted(i))
    return found.map((i) => this.#row(i))
  }

  after(from: Place | null, order: 'time' | 'key', status: string | null, limit: number): ResoRow[] {
    const found: ResoRow[] = []
    for (const index of order === 'key' ? this.#byKey(from) : this.#byTime(from)) {
      if (this.#isDeleted(index)) continue
      const row = this.#row(index)
      if (status !== null && row.fields.StandardStatus !== status) continue
      found.push(row)
      if (found.length === limit) break
    }
    return found
  }

  *#byKey(from: Place | null): Generator<number> {
    for (let i = from ? Number(from.key.slice(1)) + 1 : 0; i < this.#count; i++) yield i
  }

  /** Generated rows that never changed, merged with the changed ones. */
  *#byTime(from: Place | null): Generator<number> {
    const isNext = (index: number) => from === null || isAfter(this.#place(index), from, 'time')
    const changed = this.#order.filter(isNext)
    let next = 0
    const first = from === null ? 0 : Math.floor((from.at - START) / STEP_MS) * this.#rowsPerTime
    for (let i = Math.max(0, first); i < this.#generated; i++) {
      if (this.#changed.has(i) || !isNext(i)) continue
      while (next < changed.length && isAfter(this.#place(i), this.#place(changed[next]!), 'time'))
        yield changed[next++]!
      yield i
    }
    while (next < changed.length) yield changed[next++]!
  }

  #isDeleted(index: number): boolean {
    return this.#changed.get(index)?.isDeleted ?? false
  }

  #place(index: number): Place {
    const at = this.#changed.get(index)?.at ?? START + Math.floor(index / this.#rowsPerTime) * STEP_MS
    return { at, key: keyOf(index) }
  }

  #row(index: number): ResoRow {
    const { at, key } = this.#place(index)
    const time = new Date(at).toISOString()
    const shown = this.badTimes.has(index) ? time.slice(0, -1) : time
    const own = { ListingKey: key, ListingId: `W${index}`, ModificationTimestamp: shown }
    return { at, key, fields: { ...this.#fieldsOf(index, this.versionOf(index)), ...own } }
  }
}

export function keyOf(index: number): string {
  return `L${String(index).padStart(7, '0')}`
}

function isAfter(one: Place, other: Place, order: 'time' | 'key'): boolean {
  if (order === 'time' && one.at !== other.at) return one.at > other.at
  return one.key > other.key
}
