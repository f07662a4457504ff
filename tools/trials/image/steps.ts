// Runs named steps and prints each with its time.
export class Steps {
  done = 0

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now()
    const print = (mark: string) => console.log(`${mark} ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
    try {
      const result = await work()
      this.done += 1
      print('✓')
      return result
    } catch (error) {
      print('✗')
      throw error
    }
  }
}

/** Throws unless `isTrue`, with the details that help to find out why. */
export function check(isTrue: boolean, what: string, details: unknown = ''): void {
  if (isTrue) return
  const text = typeof details === 'string' ? details : JSON.stringify(details)
  throw new Error(`${what}${text && `: ${text.slice(0, 2000)}`}`)
}
