// Typed arrays that grow while a table is built.

abstract class GrowingArray<A extends Uint32Array | Float64Array> {
  protected values: A
  length = 0

  protected constructor(values: A) {
    this.values = values
  }

  protected abstract allocate(length: number): A

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.allocate(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = value
  }

  /** A copy of the exact length. */
  toArray(): A {
    return this.values.slice(0, this.length) as A
  }
}

export class GrowingUint32 extends GrowingArray<Uint32Array> {
  constructor() {
    super(new Uint32Array(64))
  }

  protected allocate(length: number): Uint32Array {
    return new Uint32Array(length)
  }
}

export class GrowingFloat64 extends GrowingArray<Float64Array> {
  constructor() {
    super(new Float64Array(64))
  }

  protected allocate(length: number): Float64Array {
    return new Float64Array(length)
  }
}
