// A typed array that grows while the index is built.

export type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

const FIRST_CAPACITY = 64

export class TypedColumn<T extends TypedArray> {
  readonly #Type: new (
    length: number,
  ) => T
  #values: T
  #length = 0

  constructor(Type: new (length: number) => T) {
    this.#Type = Type
    this.#values = new Type(FIRST_CAPACITY)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#reserve(this.#length + 1)
    this.#values[this.#length++] = value
  }

  at(row: number): number {
    return this.#values[row] as number
  }

  set(row: number, value: number): void {
    this.#values[row] = value
  }

  append(values: TypedArray): void {
    this.#reserve(this.#length + values.length)
    this.#values.set(values, this.#length)
    this.#length += values.length
  }

  #reserve(length: number): void {
    if (length <= this.#values.length) return
    const grown = new this.#Type(Math.max(length, this.#values.length * 2))
    grown.set(this.#values)
    this.#values = grown
  }

  /** The values and unused room after them. It is out of date after the next push. */
  view(): T {
    return this.#values
  }

  /** A copy of the exact size. */
  toArray(): T {
    return this.#values.slice(0, this.#length) as T
  }
}
