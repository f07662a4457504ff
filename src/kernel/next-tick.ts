// Keeps `process.nextTick` fast in a process with a large heap.
import { executionAsyncResource } from 'node:async_hooks'

let kept: object | undefined

/**
 * Node makes an object for every tick. When a full garbage collection finds none alive, V8 forgets their hidden class, and the
 * code that makes them, several times a request, stays slow for good: 9 of 150 µs. One of them kept alive prevents it.
 */
export function keepTickShape(): void {
  if (kept) return
  process.nextTick(() => {
    kept = executionAsyncResource()
  })
}
