// Gives long work one slice per turn of the event loop, however many requests have such work, and none while connections wait.

const waiting: (() => void)[] = []
/** Turns in a row that may be left to new connections. */
const MAX_TURNS_LEFT = 64
let hasAccepted = false
let turnsLeft = 0

/**
 * Call for every new connection. Node accepts one per turn, so a turn with a slice of 4 ms would accept only 250 in a second,
 * and a health check would wait behind all others.
 */
export function noteConnection(): void {
  hasAccepted = true
}

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
  if (hasAccepted && turnsLeft < MAX_TURNS_LEFT) turnsLeft += 1
  else {
    turnsLeft = 0
    waiting.shift()?.()
  }
  hasAccepted = false
  if (waiting.length > 0) setImmediate(runOne)
}
