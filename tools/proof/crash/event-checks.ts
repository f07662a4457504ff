// Checks the change feed and what receivers got of it. Pure.

interface NumberedEvent {
  readonly sequence: number
  readonly id: string
}

export interface FeedEvent extends NumberedEvent {
  readonly type: string
  /** The id of what changed. */
  readonly subject: string
}

export interface ReceivedEvent extends NumberedEvent {
  readonly type: string
  readonly previous: number | null
}

/** What a reader with a cursor saw, page by page, against one later reading of the whole feed. */
export function feedProblems(read: readonly NumberedEvent[], whole: readonly NumberedEvent[]): string[] {
  const problems: string[] = []
  for (const [i, event] of whole.entries())
    if (i > 0 && event.sequence <= whole[i - 1]!.sequence)
      problems.push(`the change feed has ${event.sequence} after ${whole[i - 1]!.sequence}`)
  const ids = new Set(whole.map(({ id }) => id))
  if (ids.size < whole.length) problems.push(`the change feed has ${whole.length - ids.size} event ids twice`)
  const seen = new Map(read.map((event) => [event.sequence, event.id]))
  if (seen.size < read.length) problems.push(`a reader of the change feed got ${read.length - seen.size} events twice`)
  const missed = whole.filter(({ sequence }) => !seen.has(sequence))
  if (missed.length > 0) problems.push(`a reader of the change feed missed ${missed.length} events: ${numbers(missed)}`)
  const changed = whole.filter(({ sequence, id }) => seen.has(sequence) && seen.get(sequence) !== id)
  if (changed.length > 0) problems.push(`events changed their id: ${numbers(changed)}`)
  const numbersNow = new Set(whole.map(({ sequence }) => sequence))
  const gone = read.filter(({ sequence }) => !numbersNow.has(sequence))
  if (gone.length > 0) problems.push(`events that a reader got are gone: ${numbers(gone)}`)
  return problems
}

export function missingEvents<T extends NumberedEvent>(
  expected: readonly T[],
  received: ReadonlyMap<string, ReceivedEvent>,
): T[] {
  return expected.filter(({ id }) => !received.has(id))
}

/** Every event names the one before it, so that a receiver can tell what it missed. */
export function chainProblems(
  name: string,
  expected: readonly NumberedEvent[],
  received: ReadonlyMap<string, ReceivedEvent>,
): string[] {
  const broken = expected.filter(({ id }, i) => {
    const event = received.get(id)
    return i > 0 && event !== undefined && event.previous !== expected[i - 1]!.sequence
  })
  if (broken.length === 0) return []
  return [`the chain at ${name} is broken at ${numbers(broken)}`]
}

function numbers(events: readonly NumberedEvent[]): string {
  const shown = events.slice(0, 5).map(({ sequence }) => sequence)
  return shown.join(', ') + (events.length > shown.length ? ' …' : '')
}

export interface UsageRound {
  readonly counted: number
  readonly sent: number
  /** Times of the answers that the server counts. */
  readonly answeredAt: readonly number[]
  /** When the server, or the database before it, was killed. Undefined if the server lived on. */
  readonly killedAt: number | undefined
  /** The slowest write of the round. */
  readonly slowestMs: number
  /** How much longer everything took because other programs used the processors: 1 is alone. */
  readonly stretch: number
}

/**
 * At most one second of traffic is lost in a kill, and no request is counted twice. The server writes usage 0.4 s after
 * the write before. On a machine where a write takes longer than 0.3 s, two of them do not fit into the second, and a server
 * that waits for its processor is late with both.
 */
export function usageProblem(round: UsageRound): string | undefined {
  const { counted, sent, answeredAt, killedAt, slowestMs, stretch } = round
  if (counted > sent) return `usage counts ${counted} requests, but only ${sent} were sent`
  const lossMs = stretch * Math.max(1000, 400 + 2 * slowestMs)
  const safe = answeredAt.filter((at) => killedAt === undefined || at <= killedAt - lossMs).length
  if (counted < safe)
    return `usage counts ${counted} requests, but ${safe} were answered ${Math.round(lossMs)} ms before the kill`
  return undefined
}
