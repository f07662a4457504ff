// Examples for fitting in flat arrays: the active weights of each candidate, and which are right.

import { assess } from '../compare/assess.ts'
import type { Weights } from '../compare/components.ts'
import { COMPONENTS, MAX_LEVELS } from '../compare/components.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { LabelledCase } from './labelled-case.ts'
import { isRightBuilding, queryOf } from './labelled-case.ts'

export interface Examples {
  /** Number of cases, before equal ones were joined. */
  readonly cases: number
  readonly totalWeight: number
  /** The sum of the weights of each example's cases. */
  readonly weight: Float64Array
  /** The first candidate of each example, and the end of the last. */
  readonly start: Uint32Array
  /** 1 for a right candidate. An example without one has the answer "none". */
  readonly right: Uint8Array
  /** One index into the weights per candidate and component. */
  readonly active: Uint16Array
}

/** Collects examples. Equal ones become one with the sum of their weights, because most clean addresses are equal. */
export class ExampleCollector {
  readonly #numbers = new Map<string, number>()
  readonly #weight: number[] = []
  #cases = 0

  add(index: StreetIndex, weights: Weights, c: LabelledCase, weight: number): void {
    const { candidates } = assess(index, weights, queryOf(c))
    if (candidates.length === 0) return
    this.#cases++
    let key = ''
    for (const { building, levels } of candidates)
      key += String.fromCharCode(isRightBuilding(index, building, c) ? 1 : 0, ...levels)
    const number = this.#numbers.get(key)
    if (number === undefined) {
      this.#numbers.set(key, this.#weight.length)
      this.#weight.push(weight)
    } else this.#weight[number]! += weight
  }

  finish(): Examples {
    const width = COMPONENTS.length + 1
    const keys = [...this.#numbers.keys()]
    const candidates = keys.reduce((sum, key) => sum + key.length / width, 0)
    const start = new Uint32Array(keys.length + 1)
    const right = new Uint8Array(candidates)
    const active = new Uint16Array(candidates * COMPONENTS.length)
    let k = 0
    keys.forEach((key, e) => {
      for (let at = 0; at < key.length; at += width, k++) {
        right[k] = key.charCodeAt(at)
        for (let c = 0; c < COMPONENTS.length; c++)
          active[k * COMPONENTS.length + c] = c * MAX_LEVELS + key.charCodeAt(at + 1 + c)
      }
      start[e + 1] = k
    })
    const weight = Float64Array.from(this.#weight)
    return { cases: this.#cases, totalWeight: weight.reduce((a, b) => a + b, 0), weight, start, right, active }
  }
}
