// Collects the street names, streets and entries of the index, and sorts them.

import type { StreetPhrase } from '../read/street-phrase.ts'
import { letterMask } from '../text/name-keys.ts'
import type { KeyTable } from './key-table.ts'
import { KeyMap, KeyTableBuilder, occupy } from './key-table.ts'
import { offsets, pick, rowNumbers, sortByKey } from './radix-sort.ts'
import type { StreetTables } from './street-index.ts'
import { REGISTER_LETTER } from './street-index.ts'
import { StringTableBuilder } from './string-table.ts'
import { TypedColumn } from './typed-column.ts'

/** The parts of a street phrase that the index stores. */
export type NameOfStreet = Pick<StreetPhrase, 'key' | 'words' | 'singularKey'>

/** Spreads the parts of a street over the slots. */
const streetHash = (name: number, city: number, type: number, direction: number): number => {
  const hash = Math.imul(Math.imul(name, 0x9e3779b1) ^ (city * 2048 + type * 16 + direction), 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

/** The number of a text in a map. A new text gets the next number. */
export function idIn(ids: Map<string, number>, text: string): number {
  const known = ids.get(text)
  if (known === undefined) ids.set(text, ids.size)
  return known ?? ids.size - 1
}

export class StreetColumns {
  readonly #nameKeys = new KeyTableBuilder()
  readonly #nameWords = new StringTableBuilder()
  readonly #nameMask = new TypedColumn()
  readonly #nameSingular = new TypedColumn()
  readonly #singularKeys = new KeyTableBuilder()
  /** A hash table of streets: id + 1, or 0 for a free slot. */
  #streetSlots = new Uint32Array(1024)
  readonly #streetName = new TypedColumn()
  readonly #streetCity = new TypedColumn()
  readonly #streetType = new TypedColumn()
  readonly #streetDirection = new TypedColumn()
  readonly #number = new TypedColumn()
  readonly #street = new TypedColumn()
  readonly #building = new TypedColumn()
  readonly #kind = new TypedColumn()
  readonly #suffix = new TypedColumn()
  readonly #from = new TypedColumn()
  readonly #to = new TypedColumn()
  readonly #suffixIds = new Map<string, number>([['', 0]])

  nameId({ key, words, singularKey }: NameOfStreet): number {
    const id = this.#nameKeys.add(key)
    if (id === this.#nameMask.length) {
      this.#nameWords.push(words)
      this.#nameMask.push(letterMask(key))
      this.#nameSingular.push(this.#singularKeys.add(singularKey))
    }
    return id
  }

  streetId(name: number, city: number, type: number, direction: number): number {
    const mask = this.#streetSlots.length - 1
    let at = streetHash(name, city, type, direction) & mask
    for (; this.#streetSlots[at] !== 0; at = (at + 1) & mask) {
      const id = (this.#streetSlots[at] as number) - 1
      if (
        this.#streetName.at(id) === name &&
        this.#streetCity.at(id) === city &&
        this.#streetType.at(id) === type &&
        this.#streetDirection.at(id) === direction
      )
        return id
    }
    const id = this.#streetName.length
    this.#streetName.push(name)
    this.#streetCity.push(city)
    this.#streetType.push(type)
    this.#streetDirection.push(direction)
    this.#streetSlots[at] = id + 1
    if (this.#streetName.length * 2 > this.#streetSlots.length) this.#growStreetSlots()
    return id
  }

  #growStreetSlots(): void {
    const slots = new Uint32Array(this.#streetSlots.length * 2)
    const { length } = this.#streetName
    for (let id = 0; id < length; id++) {
      const [type, direction] = [this.#streetType.at(id), this.#streetDirection.at(id)]
      occupy(slots, streetHash(this.#streetName.at(id), this.#streetCity.at(id), type, direction), id)
    }
    this.#streetSlots = slots
  }

  /** The street of a phrase in a city. */
  streetOf(phrase: StreetPhrase, city: number): number {
    return this.streetId(this.nameId(phrase), city, phrase.type, phrase.postDirection || phrase.preDirection)
  }

  suffixId(text: string): number {
    return idIn(this.#suffixIds, text)
  }

  /** The entries of a building must come one after another, in the order of the buildings. */
  addEntry(
    number: number,
    suffix: number,
    street: number,
    building: number,
    kind: number,
    from: number,
    to: number,
  ): void {
    this.#number.push(number)
    this.#suffix.push(suffix)
    this.#street.push(street)
    this.#building.push(building)
    this.#kind.push(kind)
    this.#from.push(from)
    this.#to.push(to)
  }

  /** Yields between steps, so that the thread can do other work. */
  *freeze(): Generator<void, StreetTables> {
    const nameCount = this.#nameMask.length
    const addedStreetName = this.#streetName.toUint32()
    const streetOrder = sortByKey(rowNumbers(addedStreetName.length), addedStreetName)
    const newStreet = new Uint32Array(streetOrder.length)
    for (let at = 0; at < streetOrder.length; at++) newStreet[streetOrder[at] as number] = at
    const streetName = pick(addedStreetName, streetOrder)
    const streetCity = pick(this.#streetCity.toUint32(), streetOrder)
    yield
    const addedNumber = this.#number.toUint32()
    const addedStreet = pick(newStreet, this.#street.toUint32())
    const addedName = pick(streetName, addedStreet)
    yield
    const entryOrder = sortByKey(sortByKey(rowNumbers(addedNumber.length), addedNumber), addedName)
    yield
    const entryNumber = pick(addedNumber, entryOrder)
    const entryStreet = pick(addedStreet, entryOrder)
    const entrySuffix = pick(this.#suffix.toUint16(), entryOrder)
    const letter = this.#suffixIds.get(REGISTER_LETTER)
    const droppedLetters =
      letter === undefined ? new Uint32Array(0) : dropLetters(letter, entrySuffix, entryNumber, entryStreet)
    yield
    const nameSingular = this.#nameSingular.toUint32()
    const singularKeys = this.#singularKeys.freeze()
    return {
      nameKey: this.#nameKeys.freeze(true).strings,
      nameWords: this.#nameWords.freeze(true),
      nameMask: this.#nameMask.toUint32(),
      nameCities: citiesPerName(streetName, streetCity, nameCount),
      nameSingular,
      ...namesByKey(singularKeys, nameSingular),
      firstStreet: offsets(streetName, nameCount),
      streetName,
      streetCity,
      streetType: pick(this.#streetType.toUint8(), streetOrder),
      streetDirection: pick(this.#streetDirection.toUint8(), streetOrder),
      firstEntry: offsets(addedName, nameCount),
      entryNumber,
      entryStreet,
      entryBuilding: pick(this.#building.toUint32(), entryOrder),
      entryKind: pick(this.#kind.toUint8(), entryOrder),
      entrySuffix,
      entryFrom: pick(this.#from.toUint32(), entryOrder),
      entryTo: pick(this.#to.toUint32(), entryOrder),
      suffixes: [...this.#suffixIds.keys()],
      entriesByNumber: sortByKey(rowNumbers(entryNumber.length), entryNumber),
      entryOrder,
      droppedLetters,
    }
  }
}

/** The first name of each singular key, and the next name with the same key (-1 at the end). */
function namesByKey(
  keys: KeyTable,
  nameSingular: Uint32Array,
): Pick<StreetTables, 'nameBySingularKey' | 'nextNameOfKey'> {
  const firstName = new Uint32Array(keys.length)
  const nextNameOfKey = new Int32Array(nameSingular.length).fill(-1)
  const seen = new Uint8Array(keys.length)
  for (let n = nameSingular.length - 1; n >= 0; n--) {
    const key = nameSingular[n] as number
    if (seen[key]) nextNameOfKey[n] = firstName[key] as number
    seen[key] = 1
    firstName[key] = n
  }
  return { nameBySingularKey: new KeyMap(keys, firstName), nextNameOfKey }
}

/** The number of cities with a street of each name, at most 255. The streets are sorted by name. */
function citiesPerName(streetName: Uint32Array, streetCity: Uint32Array, nameCount: number): Uint8Array {
  const out = new Uint8Array(nameCount)
  const lastName: number[] = []
  for (let s = 0; s < streetName.length; s++) {
    const [name, city] = [streetName[s] as number, streetCity[s] as number]
    if (lastName[city] === name) continue
    lastName[city] = name
    if ((out[name] as number) < 255) out[name]!++
  }
  return out
}

/**
 * Centris writes `1288Z` for a number that its register lacks. Z is dropped unless the street also has a plain 1288.
 * Returns the entries that lost it.
 */
function dropLetters(
  letter: number,
  entrySuffix: Uint16Array,
  entryNumber: Uint32Array,
  entryStreet: Uint32Array,
): Uint32Array {
  const dropped: number[] = []
  const hasPlain = (entry: number): boolean => {
    const isHere = (e: number): boolean => entryNumber[e] === entryNumber[entry]
    const isPlain = (e: number): boolean => entrySuffix[e] === 0 && entryStreet[e] === entryStreet[entry]
    for (let e = entry - 1; e >= 0 && isHere(e); e--) if (isPlain(e)) return true
    for (let e = entry + 1; e < entryNumber.length && isHere(e); e++) if (isPlain(e)) return true
    return false
  }
  for (let e = 0; e < entrySuffix.length; e++) if (entrySuffix[e] === letter && !hasPlain(e)) dropped.push(e)
  for (const e of dropped) entrySuffix[e] = 0
  return Uint32Array.from(dropped)
}
