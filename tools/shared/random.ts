// Seeded random choices: the same seed gives the same ones.

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** For seeds that follow each other: neighbouring ones must not give similar choices, so the seed is mixed first. */
  static mixed(seed: number): Random {
    const random = new Random(Math.imul(seed ^ (seed >>> 16), 0x85ebca6b) ^ Math.imul(seed + 0x9e3779b9, 0xc2b2ae35))
    random.next()
    random.next()
    return random
  }

  /** 0 (inclusive) to 1 (exclusive), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  chance(p: number): boolean {
    return this.next() < p
  }

  /** One draw whatever the length, so that lists of other lengths leave the following choices as they are. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** Picks a name by its weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const { names, sums } = cumulative(weights)
    const at = this.next() * sums.at(-1)!
    return (names[sums.findIndex((sum) => sum > at)] ?? names.at(-1)) as T
  }

  text(alphabet: string, length: number): string {
    let text = ''
    for (let i = 0; i < length; i++) text += alphabet[this.below(alphabet.length)]
    return text
  }

  shuffle<T>(list: readonly T[]): T[] {
    const out = [...list]
    for (let at = out.length - 1; at > 0; at--) {
      const other = this.below(at + 1)
      ;[out[at], out[other]] = [out[other]!, out[at]!]
    }
    return out
  }
}

const tables = new WeakMap<object, { readonly names: readonly string[]; readonly sums: readonly number[] }>()

/** A table of weights is used for many choices. */
function cumulative(weights: Readonly<Record<string, number>>) {
  const known = tables.get(weights)
  if (known) return known
  let sum = 0
  const sums = Object.values(weights).map((weight) => {
    sum += weight
    return sum
  })
  const table = { names: Object.keys(weights), sums }
  tables.set(weights, table)
  return table
}
