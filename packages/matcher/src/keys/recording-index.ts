// An index that records which names and streets are looked up in it.

import type { KeyTable } from '../index/key-table.ts'
import { KeyMap } from '../index/key-table.ts'
import type { NameTables } from '../index/name-index.ts'
import { NameIndex } from '../index/name-index.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { Token } from '../text/token.ts'
import { FACT, linkKey, nameEndKey, nameStartKey } from './link-key.ts'

type Record = (key: number) => void

class RecordingNames extends NameIndex {
  readonly #record: Record

  constructor(tables: NameTables, record: Record) {
    super(tables)
    this.#record = record
  }

  /** Never 0: a search in an index without names depends on the same facts. */
  override get size(): number {
    return 1
  }

  override canStart(t: Token): boolean {
    this.#record(linkKey(FACT.firstWord, t.canon))
    return super.canStart(t)
  }

  override whole(key: string): readonly number[] {
    this.#record(linkKey(FACT.name, key))
    return super.whole(key)
  }

  override core(key: string): readonly number[] {
    this.#record(linkKey(FACT.name, key))
    return super.core(key)
  }

  override short(key: string): readonly number[] {
    this.#record(linkKey(FACT.name, key))
    return super.short(key)
  }

  override misspelled(key: string): string {
    this.#record(nameStartKey(key))
    this.#record(nameEndKey(key))
    return super.misspelled(key)
  }
}

class RecordingStreets extends KeyMap {
  readonly #record: Record

  constructor(keys: KeyTable, values: Uint32Array, record: Record) {
    super(keys, values)
    this.#record = record
  }

  /** Asked about names of buildings and streets without a type. The beginning of a name is usually recorded anyway. */
  override has(key: string): boolean {
    this.#record(nameStartKey(key))
    return super.has(key)
  }
}

/** `get` is not recorded: the entries of a street at a number say enough, and query-keys.ts adds the rest. */
export const recordingIndex = (index: StreetIndex, record: Record): StreetIndex => ({
  ...index,
  names: new RecordingNames(index.names.tables, record),
  nameBySingularKey: new RecordingStreets(index.nameBySingularKey.keys, index.nameBySingularKey.values, record),
})
