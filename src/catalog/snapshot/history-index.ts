// Immutable history of projects and plans in columns: ten years take a few megabytes.

export interface HistoryRow {
  readonly project_id: number
  readonly kind: 'project' | 'floor_plan'
  readonly record_id: number
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  /** Milliseconds since 1970. */
  readonly effective: number
  readonly version: number
  readonly is_correction: boolean
  readonly reason: string | null
}

/** The rows of one record. */
type Span = readonly [start: number, end: number]

export class HistoryIndex {
  static readonly EMPTY = HistoryIndex.build([])
  readonly size: number
  readonly #fields: readonly string[]
  readonly #field: Uint16Array
  readonly #record: Int32Array
  readonly #project: Int32Array
  readonly #isPlan: Uint8Array
  readonly #effective: Float64Array
  readonly #version: Int32Array
  readonly #from: readonly unknown[]
  readonly #to: readonly unknown[]
  /** Corrections are rare: row → reason. */
  readonly #corrections: ReadonlyMap<number, string | null>
  readonly #projects = new Map<number, Span>()
  readonly #plans = new Map<number, Span>()

  /** Sorts the rows; rows of the same instant keep their order. */
  static build(allRows: readonly HistoryRow[]): HistoryIndex {
    const sorted = allRows.toSorted(
      (a, b) =>
        Number(a.kind === 'floor_plan') - Number(b.kind === 'floor_plan') ||
        a.record_id - b.record_id ||
        a.effective - b.effective ||
        a.version - b.version,
    )
    return new HistoryIndex(sorted)
  }

  private constructor(rows: readonly HistoryRow[]) {
    const codes = new Map<string, number>()
    const codeOf = (field: string) => {
      if (!codes.has(field)) codes.set(field, codes.size)
      return codes.get(field)!
    }
    this.size = rows.length
    this.#field = Uint16Array.from(rows, (row) => codeOf(row.field))
    this.#fields = [...codes.keys()]
    this.#record = Int32Array.from(rows, (row) => row.record_id)
    this.#project = Int32Array.from(rows, (row) => row.project_id)
    this.#isPlan = Uint8Array.from(rows, (row) => Number(row.kind === 'floor_plan'))
    this.#effective = Float64Array.from(rows, (row) => row.effective)
    this.#version = Int32Array.from(rows, (row) => row.version)
    this.#from = rows.map((row) => row.from)
    this.#to = rows.map((row) => row.to)
    this.#corrections = new Map(
      rows.flatMap((row, i): [number, string | null][] => (row.is_correction ? [[i, row.reason]] : [])),
    )
    for (let start = 0; start < rows.length; ) {
      let end = start + 1
      while (
        end < rows.length &&
        rows[end]!.record_id === rows[start]!.record_id &&
        rows[end]!.kind === rows[start]!.kind
      )
        end++
      const spans = rows[start]!.kind === 'project' ? this.#projects : this.#plans
      spans.set(rows[start]!.record_id, [start, end])
      start = end
    }
  }

  /** The history of one record, oldest first. */
  rowsOf(kind: HistoryRow['kind'], id: number): HistoryRow[] {
    const span = (kind === 'project' ? this.#projects : this.#plans).get(id)
    if (!span) return []
    return Array.from({ length: span[1] - span[0] }, (_, i) => this.#row(span[0] + i))
  }

  #row(i: number): HistoryRow {
    return {
      project_id: this.#project[i]!,
      kind: this.#isPlan[i] ? 'floor_plan' : 'project',
      record_id: this.#record[i]!,
      field: this.#fields[this.#field[i]!]!,
      from: this.#from[i],
      to: this.#to[i],
      effective: this.#effective[i]!,
      version: this.#version[i]!,
      is_correction: this.#corrections.has(i),
      reason: this.#corrections.get(i) ?? null,
    }
  }

  *rows(): Generator<HistoryRow> {
    for (let i = 0; i < this.size; i++) yield this.#row(i)
  }

  withRows(added: readonly HistoryRow[]): HistoryIndex {
    return added.length === 0 ? this : HistoryIndex.build([...this.rows(), ...added])
  }
}
