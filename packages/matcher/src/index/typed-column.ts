// A column of 32-bit numbers that grows while the index is built.

export type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

const FIRST_CAPACITY = 64

const float = new Float32Array(1)
const floatBits = new Uint32Array(float.buffer)

/** One type for all numbers while they are collected: code that sees several array types is ten times slower. */
export class TypedColumn {
  #values = new Uint32Array(FIRST_CAPACITY)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#values = grown(this.#values, this.#length + 1)
    this.#values[this.#length++] = value
  }

  pushFloat(value: number): void {
    float[0] = value
    this.push(floatBits[0] as number)
  }

  /** Adds the values in rows `from` .. `to` of an array. */
  append(values: Uint8Array | Uint16Array | Uint32Array | Int32Array, from = 0, to = values.length): void {
    this.reserve(to - from)
    this.#values.set(values.subarray(from, to), this.#length)
    this.#length += to - from
  }

  appendFloats({ buffer, byteOffset, length }: Float32Array, from: number, to: number): void {
    this.append(new Uint32Array(buffer, byteOffset, length), from, to)
  }

  /** Makes room, so that adding this many values does not copy the others again and again. */
  reserve(more: number): void {
    const length = this.#length + more
    if (length > this.#values.length) this.#values = grown(this.#values, length)
  }

  /** A negative number comes back as a positive one. */
  at(row: number): number {
    return this.#values[row] as number
  }

  set(row: number, value: number): void {
    this.#values[row] = value
  }

  /** The values and unused room after them. It is out of date after the next push. */
  view(): Uint32Array {
    return this.#values
  }

  toUint32(): Uint32Array {
    return this.#values.slice(0, this.#length)
  }

  toInt32(): Int32Array {
    return new Int32Array(this.toUint32().buffer)
  }

  toFloat32(): Float32Array {
    return new Float32Array(this.toUint32().buffer)
  }

  toUint16(): Uint16Array {
    return new Uint16Array(this.#values.subarray(0, this.#length))
  }

  toUint8(): Uint8Array {
    return new Uint8Array(this.#values.subarray(0, this.#length))
  }
}

/** A copy with room for at least `length` values. */
export function grown<T extends Uint8Array | Uint32Array>(values: T, length: number): T {
  const copy = new (values.constructor as new (length: number) => T)(Math.max(length, values.length * 2))
  copy.set(values)
  return copy
}
