// Collects the names, streets and entries of the index while it is built.

import type { StreetPhrase } from '../read/street-phrase.ts'
import { NO_END } from './day-number.ts'
import { REGISTER_LETTER } from './street-index.ts'

export interface Dates {
  readonly from: number
  readonly to: number
}

export const ALWAYS: Dates = { from: 0, to: NO_END }

export class IndexColumns {
  readonly nameKey: string[] = []
  readonly nameWords: string[] = []
  readonly nameSingularKey: string[] = []
  readonly nameIds = new Map<string, number>()
  readonly streetIds = new Map<number, Map<number, number>>()
  readonly streetName: number[] = []
  readonly streetCity: number[] = []
  readonly streetType: number[] = []
  readonly streetDirection: number[] = []
  readonly number: number[] = []
  readonly street: number[] = []
  readonly building: number[] = []
  readonly kind: number[] = []
  readonly suffix: number[] = []
  readonly from: number[] = []
  readonly to: number[] = []
  readonly suffixIds = new Map<string, number>([['', 0]])

  nameId(phrase: StreetPhrase): number {
    let id = this.nameIds.get(phrase.key)
    if (id === undefined) {
      id = this.nameKey.length
      this.nameIds.set(phrase.key, id)
      this.nameKey.push(phrase.key)
      this.nameWords.push(phrase.words)
      this.nameSingularKey.push(phrase.singularKey)
    }
    return id
  }

  streetId(phrase: StreetPhrase, city: number): number {
    const name = this.nameId(phrase)
    const direction = phrase.postDirection || phrase.preDirection
    const key = (city * 128 + phrase.type) * 16 + direction
    let ofName = this.streetIds.get(name)
    if (!ofName) {
      ofName = new Map()
      this.streetIds.set(name, ofName)
    }
    let id = ofName.get(key)
    if (id === undefined) {
      id = this.streetName.length
      ofName.set(key, id)
      this.streetName.push(name)
      this.streetCity.push(city)
      this.streetType.push(phrase.type)
      this.streetDirection.push(direction)
    }
    return id
  }

  suffixId(text: string): number {
    let id = this.suffixIds.get(text)
    if (id === undefined) {
      id = this.suffixIds.size
      this.suffixIds.set(text, id)
    }
    return id
  }

  addEntry(number: number, suffix: string, street: number, building: number, kind: number, dates: Dates): void {
    this.number.push(number)
    this.suffix.push(this.suffixId(suffix))
    this.street.push(street)
    this.building.push(building)
    this.kind.push(kind)
    this.from.push(dates.from)
    this.to.push(dates.to)
  }

  /** Centris writes `1288Z` for a number that its register lacks. Z is dropped unless the street also has a plain 1288. */
  dropRegisterLetters(): void {
    const letter = this.suffixIds.get(REGISTER_LETTER)
    if (letter === undefined) return
    const addressOf = (e: number): string => `${this.street[e]} ${this.number[e]}`
    const plain = new Set<string>()
    for (const [e, suffix] of this.suffix.entries()) if (suffix === 0) plain.add(addressOf(e))
    for (const [e, suffix] of this.suffix.entries())
      if (suffix === letter && !plain.has(addressOf(e))) this.suffix[e] = 0
  }
}
