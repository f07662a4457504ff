// Seeded random choices: the same seed makes the same input.

export class Dice {
  #state: number

  constructor(seed: number) {
    // Neighbouring seeds must not give similar inputs, so the seed is mixed first.
    this.#state = (Math.imul(seed ^ (seed >>> 16), 0x85ebca6b) ^ Math.imul(seed + 0x9e3779b9, 0xc2b2ae35)) >>> 0
    this.fraction()
    this.fraction()
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  chance(share: number): boolean {
    return this.fraction() < share
  }

  /** One draw whatever the length, so that lists of other lengths leave the rest of an input as it is. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** Picks a name by its weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const { names, sums } = cumulative(weights)
    const at = this.fraction() * sums.at(-1)!
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > at) high = middle
      else low = middle + 1
    }
    return names[low] as T
  }

  text(alphabet: string, length: number): string {
    let text = ''
    for (let i = 0; i < length; i++) text += alphabet[this.below(alphabet.length)]
    return text
  }
}

interface Cumulative {
  readonly names: readonly string[]
  readonly sums: readonly number[]
}

const tables = new WeakMap<object, Cumulative>()

/** A table of weights is used for many inputs. */
function cumulative(weights: Readonly<Record<string, number>>): Cumulative {
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
