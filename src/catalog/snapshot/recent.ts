// Keeps the values used last. For what is pure but not free: sets of rows, whole answers.

export class Recent<V> {
  readonly #limit: number
  readonly #values = new Map<string, V>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string, make: () => V): V {
    const known = this.#values.get(key)
    if (known !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, known)
      return known
    }
    const value = make()
    this.#values.set(key, value)
    if (this.#values.size > this.#limit) this.#values.delete(this.#values.keys().next().value!)
    return value
  }
}
