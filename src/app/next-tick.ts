// Keeps `process.nextTick` fast in a process with a large heap.
import { executionAsyncResource } from 'node:async_hooks'

let retained: object | undefined

/**
 * Node allocates an object for every tick. When a full garbage collection finds none alive, V8 drops their hidden class, and
 * the allocating code stays slow for good: 9 of 150 µs per request. Retaining one object prevents that.
 */
export function keepTickShape(): void {
  if (retained) return
  process.nextTick(() => {
    retained = executionAsyncResource()
  })
}
