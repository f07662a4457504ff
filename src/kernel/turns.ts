// Keeps every turn of the event loop short, however many connections, requests and batches there are: Node accepts one
// connection per turn, so with turns of 0.3 s a health check on a new connection waits behind all others for seconds.

/** Requests that run in one turn, together. One slice of long work takes about as long. */
const MAX_REQUESTS_MS = 5
/** Time for reading new connections in one turn, and how many are opened in any case. */
const MAX_READ_MS = 5
const MIN_OPENED = 4
/** How much one more turn changes the average time to read a connection. */
const AVERAGE_SHARE = 1 / 4
/** Of more new connections the oldest is closed. */
const MAX_UNOPENED = 2000
/** So many new connections in a tenth of a second are opened without a check whether their clients are still there. */
const MAX_CALM = 8
const CALM_MS = 100
/** Turns in a row that may be left to accepting connections. */
const MAX_TURNS_LEFT = 64

interface WaitingRequest {
  readonly run: () => void
  readonly sinceMs: number
}

export interface NewConnection {
  /** Its client has given up, or it is already open. */
  readonly isGone: boolean
  open(): void
  close(): void
}

const slices: (() => void)[] = []
/** Requests that were read in this turn, if no others wait. */
const arrived: WaitingRequest[] = []
const requests: WaitingRequest[] = []
const followers: (() => void)[] = []
const connections: NewConnection[] = []
let isScheduled = false
let hasAccepted = false
let turnsLeft = 0
/** The request that ran last: when it arrived, and how long it had waited. */
let sinceMs = 0
let waitedMs = 0
let longestWaitMs = 0
let readMs = 0
let opened = 0
let turnEndedMs = 0
let closed = 0
let accepted = { sinceMs: 0, count: 0, before: 0 }

/** Call for every new connection. A turn that accepted one leaves waiting work to later turns, so that others are accepted. */
export function noteConnection(): void {
  hasAccepted = true
  const nowMs = performance.now()
  const passedMs = nowMs - accepted.sinceMs
  if (passedMs >= CALM_MS) accepted = { sinceMs: nowMs, count: 0, before: passedMs < 2 * CALM_MS ? accepted.count : 0 }
  accepted.count += 1
}

/** Opens a connection at once if there are few; otherwise in this turn or a later one, if its client is still there. */
export function queueConnection(connection: NewConnection): void {
  if (!hasWaiting() && Math.max(accepted.count, accepted.before) <= MAX_CALM) {
    connection.open()
    return
  }
  connections.push(connection)
  const oldest = connections.length > MAX_UNOPENED ? connections.shift() : undefined
  if (oldest && !oldest.isGone) {
    closed += 1
    oldest.close()
  }
  schedule()
}

/** Connections that were closed because too many waited. */
export function closedConnections(): number {
  return closed
}

/** Gives long work one slice per turn: 100 batches with a slice of 4 ms each would make a turn of 0.4 s. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    slices.push(resolve)
    schedule()
  })
}

/**
 * Runs an urgent request at once. The others of this turn run together when it has read all connections, or in a later turn
 * if there is no time, in the order of the calls.
 */
export function runRequest(run: () => void, isUrgent = false): void {
  schedule()
  const request = { run, sinceMs: performance.now() }
  if (isUrgent) runNow(request, request.sinceMs)
  else (hasWaiting() ? requests : arrived).push(request)
}

/** Calls back when the requests of this turn have run. */
export function afterRequests(then: () => void): void {
  followers.push(then)
  schedule()
}

/** True while the server is behind. */
export function hasWaiting(): boolean {
  return requests.length > 0 || connections.length > 0
}

/** How long the current request waited for its turn. */
export function requestWaitMs(): number {
  return waitedMs
}

/** When the current request arrived. */
export function requestSinceMs(): number {
  return sinceMs
}

/** The longest wait since the last call. */
export function takeLongestWaitMs(): number {
  const [oldest] = requests
  const longest = Math.max(longestWaitMs, oldest ? performance.now() - oldest.sinceMs : 0)
  longestWaitMs = 0
  return longest
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(runTurn)
}

function runTurn(): void {
  isScheduled = false
  // What was opened in the last turn has been read since then.
  if (opened > 0) readMs += ((performance.now() - turnEndedMs) / opened - readMs) * AVERAGE_SHARE
  opened = 0
  const endMs = performance.now() + MAX_REQUESTS_MS
  if (arrived.length > 0) runArrived(endMs)
  if (slices.length > 0 || hasWaiting()) {
    schedule()
    if (hasAccepted && turnsLeft < MAX_TURNS_LEFT) turnsLeft += 1
    else {
      turnsLeft = 0
      slices.shift()?.()
      requests.splice(0, runUntil(endMs, requests))
      openConnections()
    }
  }
  for (const then of followers.splice(0)) then()
  hasAccepted = false
  turnEndedMs = performance.now()
}

/** Those for which there is no time wait. */
function runArrived(endMs: number): void {
  const ran = runUntil(endMs, arrived)
  requests.unshift(...arrived.slice(ran))
  arrived.length = 0
}

/** Returns how many ran. */
function runUntil(endMs: number, queue: readonly WaitingRequest[]): number {
  let nowMs = performance.now()
  let ran = 0
  for (; ran < queue.length && nowMs < endMs; ran++) {
    runNow(queue[ran]!, nowMs)
    nowMs = performance.now()
  }
  return ran
}

function runNow(request: WaitingRequest, nowMs: number): void {
  sinceMs = request.sinceMs
  waitedMs = nowMs - sinceMs
  longestWaitMs = Math.max(longestWaitMs, waitedMs)
  request.run()
}

/** The oldest and the newest by turns: the oldest has waited most, the newest is most likely to wait for its response. */
function openConnections(): void {
  const most = Math.max(MIN_OPENED, Math.floor(MAX_READ_MS / readMs))
  while (opened < most && connections.length > 0) {
    const next = (opened % 2 === 0 ? connections.shift() : connections.pop())!
    if (next.isGone) continue
    opened += 1
    next.open()
  }
}
