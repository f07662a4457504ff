// Seeded random streams, one per name, so that projects do not affect each other.

export type Random = {
  /** In [0, 1). */
  next(): number
  /** Integer from `low` to `high`, inclusive. */
  int(low: number, high: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Picks an item with a probability in proportion to its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T
  /** `count` different items, in the order of the list. */
  sample<T>(items: readonly T[], count: number): T[]
  /** Roughly normal: mean 0, standard deviation 1, within ±3√2. */
  gauss(): number
}

/** 32-bit hash (FNV-1a with a final mix), equal on every machine. */
export function hashText(text: string, seed = 0): number {
  let hash = (2166136261 ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  for (let at = 0; at < text.length; at++) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 16777619)
  }
  return mix(hash)
}

function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** An independent stream for `name` and `seed` (splitmix32). */
export function randomStream(seed: number, name: string): Random {
  let state = hashText(name, seed)
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let word = state ^ (state >>> 16)
    word = Math.imul(word, 0x21f0aaad)
    word ^= word >>> 15
    word = Math.imul(word, 0x735a2d97)
    word ^= word >>> 15
    return (word >>> 0) / 4294967296
  }
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T
  return {
    next,
    pick,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    weighted: (items) => {
      let total = 0
      for (const item of items) total += item[1]
      let left = next() * total
      for (const item of items) {
        left -= item[1]
        if (left < 0) return item[0]
      }
      return items[items.length - 1]![0]
    },
    sample: (items, count) => {
      const taken = new Set<number>()
      const wanted = Math.min(count, items.length)
      while (taken.size < wanted) taken.add(Math.floor(next() * items.length))
      return items.filter((_, at) => taken.has(at))
    },
    gauss: () => {
      const sum = next() + next() + next() + next() + next() + next()
      return (sum - 3) * Math.SQRT2
    },
  }
}
