// Gives long work one slice per turn of the event loop, however many requests have such work.

const waiting: (() => void)[] = []

/**
 * With `setImmediate` alone every batch would run one slice in the same turn: 100 batches of 4 ms slices would keep other
 * requests waiting for 0.4 s.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(runOne)
  })
}

function runOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(runOne)
}
