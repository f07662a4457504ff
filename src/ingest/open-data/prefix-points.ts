// Where the addresses of each postal prefix are, to find points that are kilometres off.

/** Metres per cell of the grid on which points are counted. */
const CELL = 1000
const CELLS = 8192
/** Fewer points say nothing. */
const MIN_POINTS = 20
/** A hostile file could have points everywhere. */
const MAX_CELLS = 1_000_000
/** Rural prefixes extend over hundreds of kilometres, so the limit grows with the usual distance. */
const MIN_DISTANCE = 8000
const USUAL_DISTANCES = 8

interface Area {
  readonly x: number
  readonly y: number
  /** Points farther away are wrong. */
  readonly limit: number
}

/** Counts points in cells, so that memory does not grow with the file and the order of lines does not matter. */
export class PrefixPoints {
  readonly #cells = new Map<string, Map<number, number>>()
  #size = 0
  #areas: Map<string, Area> | undefined

  /** `x` and `y` in metres, Statistics Canada Lambert. */
  add(prefix: string, x: number, y: number): void {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)]
    if (column < 0 || row < 0 || column >= CELLS * 2 || row >= CELLS) return
    const cells = this.#cells.get(prefix) ?? new Map<number, number>()
    this.#cells.set(prefix, cells)
    const cell = column * CELLS + row
    const count = cells.get(cell)
    if (count === undefined && this.#size >= MAX_CELLS) return
    if (count === undefined) this.#size++
    cells.set(cell, (count ?? 0) + 1)
  }

  /** True when the point is far from all others of the prefix. Call after all points are added. */
  isFarOff(prefix: string, x: number, y: number): boolean {
    this.#areas ??= new Map([...this.#cells].flatMap(([name, cells]) => areaOf(name, cells)))
    const area = this.#areas.get(prefix)
    return area !== undefined && Math.hypot(x - area.x, y - area.y) > area.limit
  }
}

function areaOf(prefix: string, cells: ReadonlyMap<number, number>): [string, Area][] {
  const points = [...cells].map(([cell, count]) => ({
    x: (Math.floor(cell / CELLS) + 0.5) * CELL,
    y: ((cell % CELLS) + 0.5) * CELL,
    count,
  }))
  const total = points.reduce((sum, { count }) => sum + count, 0)
  if (total < MIN_POINTS) return []
  const x = median(
    points.map((point) => [point.x, point.count]),
    total,
  )
  const y = median(
    points.map((point) => [point.y, point.count]),
    total,
  )
  const usual = median(
    points.map((point) => [Math.hypot(point.x - x, point.y - y), point.count]),
    total,
  )
  return [[prefix, { x, y, limit: Math.max(MIN_DISTANCE, usual * USUAL_DISTANCES) }]]
}

function median(weighted: readonly (readonly [value: number, count: number])[], total: number): number {
  let seen = 0
  for (const [value, count] of weighted.toSorted(([a], [b]) => a - b)) {
    seen += count
    if (seen * 2 >= total) return value
  }
  return 0
}
