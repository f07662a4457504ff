// The retry schedule, also against independent rules over weeks of simulated receivers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptOutcome, EndpointState } from '../../src/webhooks/retry.ts'
import { decideNext, nextEndpointState, RETRY_DELAYS_MS, retryAfterMs } from '../../src/webhooks/retry.ts'

const answered = (status: number, headers: Record<string, string> = {}): AttemptOutcome => ({
  kind: 'response',
  status,
  headers,
  bodyStart: '',
  ms: 5,
})
const timedOut: AttemptOutcome = { kind: 'failed', code: 'timeout', detail: '', ms: 15_000 }
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('an outcome', () => {
  it.each([200, 201, 204, 299])('%i is a success', (status) => {
    expect(decideNext(answered(status), 1, 0, 0.5)).toEqual({ kind: 'delivered' })
  })

  it.each([100, 199, 300, 301, 308, 400, 404, 429, 500, 503])('%i is retried', (status) => {
    expect(decideNext(answered(status), 1, 0, 0.5)).toEqual({ kind: 'retry', atMs: 5000 })
  })

  it('ends after ten attempts over 75 hours', () => {
    expect(RETRY_DELAYS_MS).toHaveLength(10)
    expect(Math.floor(RETRY_DELAYS_MS.reduce((a, b) => a + b) / HOUR)).toBe(75)
    expect(decideNext(timedOut, 9, 0, 0.5)).toEqual({ kind: 'retry', atMs: 24 * HOUR })
    expect(decideNext(timedOut, 10, 0, 0.5)).toEqual({ kind: 'dead', gone: false })
  })

  it('ends at the first 410', () => {
    expect(decideNext(answered(410), 1, 0, 0.5)).toEqual({ kind: 'dead', gone: true })
  })

  it('varies the delay by ±10%', () => {
    const at = (random: number) => (decideNext(timedOut, 2, 0, random) as { atMs: number }).atMs
    expect([at(0), at(0.5), at(1)]).toEqual([270_000, 300_000, 330_000])
  })

  it.each([
    ['3600', HOUR],
    [' 7 ', 7000],
    ['999999999', DAY],
    ['Thu, 01 Jan 1970 02:00:00 GMT', 2 * HOUR],
    ['Thu, 01 Jan 1960 02:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['1e9', 0],
    ['', 0],
    [undefined, 0],
  ])('with Retry-After %j waits at least that long, a day at most', (header, ms) => {
    expect(retryAfterMs(header, 0)).toBe(ms)
    const headers = header === undefined ? undefined : { 'retry-after': header }
    expect(decideNext(answered(503, headers), 1, 0, 0.5)).toEqual({ kind: 'retry', atMs: Math.max(5000, ms) })
  })
})

/** The behaviour of a simulated receiver. */
type Phase = 'up' | 'down' | 'slow down' | 'gone'

interface Attempt {
  readonly event: number
  readonly atMs: number
  readonly phase: Phase
}

interface Life {
  readonly attempts: readonly Attempt[]
  readonly ends: ReadonlyMap<number, { kind: 'delivered' | 'dead' | 'held'; atMs: number }>
  readonly disabledAtMs: number | null
  readonly reason: string | null
}

const outcomes: Record<Phase, AttemptOutcome> = {
  up: answered(200),
  down: timedOut,
  'slow down': answered(429, { 'retry-after': '7200' }),
  gone: answered(410),
}

/** Runs the schedule on a virtual clock until the endpoint is disabled. */
function live(
  phaseAt: (ms: number) => Phase,
  eventsAtMs: readonly number[],
  random: () => number,
  untilMs: number,
): Life {
  const due = eventsAtMs.map((atMs, event) => ({ event, attempt: 1, atMs }))
  const attempts: Attempt[] = []
  const ends = new Map<number, { kind: 'delivered' | 'dead' | 'held'; atMs: number }>()
  let state: EndpointState = { status: 'enabled', disabledReason: null, failingSinceMs: null }
  let disabledAtMs: number | null = null
  for (;;) {
    due.sort((a, b) => a.atMs - b.atMs || a.event - b.event)
    const next = due[0]
    if (!next || next.atMs > untilMs || state.status === 'disabled') break
    due.shift()
    const phase = phaseAt(next.atMs)
    attempts.push({ event: next.event, atMs: next.atMs, phase })
    const decided = decideNext(outcomes[phase], next.attempt, next.atMs, random())
    state = nextEndpointState(state, decided, false, next.atMs)
    if (decided.kind === 'retry') due.push({ event: next.event, attempt: next.attempt + 1, atMs: decided.atMs })
    else ends.set(next.event, { kind: decided.kind, atMs: next.atMs })
    if (state.status === 'disabled') disabledAtMs = next.atMs
  }
  for (const { event, atMs } of due) ends.set(event, { kind: 'held', atMs })
  return { attempts, ends, disabledAtMs, reason: state.disabledReason }
}

/** Checks a simulated run against the rules, stated independently in hours. */
function breaches({ attempts, ends, disabledAtMs, reason }: Life, eventsAtMs: readonly number[]): string[] {
  const found: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) found.push(what)
  }
  const gapsHours = [5 / 3600, 1 / 12, 1 / 2, 2, 5, 10, 14, 20, 24]
  for (const [event, madeAt] of eventsAtMs.entries()) {
    const mine = attempts.filter((attempt) => attempt.event === event)
    const end = ends.get(event)!
    must(mine.length <= 10, `event ${event} was tried ${mine.length} times`)
    must(mine[0] === undefined || mine[0].atMs === madeAt, `event ${event} was not tried at once`)
    for (let i = 1; i < mine.length; i++) {
      const { phase, atMs } = mine[i - 1]!
      const hours = (mine[i]!.atMs - atMs) / HOUR
      const [least, most] = [0.9, 1.1].map((share) =>
        Math.max(gapsHours[i - 1]! * share, phase === 'slow down' ? 2 : 0),
      )
      must(phase === 'down' || phase === 'slow down', `event ${event} was tried after ${phase}`)
      must(hours >= least! - 1e-6 && hours <= most! + 1e-6, `event ${event}, attempt ${i + 1} came after ${hours} h`)
    }
    const heard = mine.filter(({ phase }) => phase === 'up').length
    must(heard === (end.kind === 'delivered' ? 1 : 0), `event ${event} is ${end.kind} and was heard ${heard} times`)
    const isOver = mine.length === 10 || mine.at(-1)?.phase === 'gone'
    must(end.kind !== 'dead' || isOver, `event ${event} is dead after ${mine.length} attempts`)
  }
  // Disabled exactly on a 410, or after five days without success.
  const firstBad = attempts[attempts.findLastIndex(({ phase }) => phase === 'up') + 1]
  const isGone = attempts.some(({ phase }) => phase === 'gone')
  const isLong = firstBad !== undefined && attempts.at(-1)!.atMs - firstBad.atMs >= 120 * HOUR
  must(reason === (isGone ? 'gone' : isLong ? 'failing' : null), `disabled for ${reason}`)
  must((disabledAtMs !== null) === (isGone || isLong), `disabled at ${disabledAtMs}`)
  return found
}

describe('a week of unreliable receivers', () => {
  it('ends every event delivered, dead after ten attempts, or held, always on time', () => {
    const phases = fc.array(fc.constantFrom<Phase>('up', 'down', 'down', 'down', 'slow down'), {
      minLength: 14,
      maxLength: 14,
    })
    const kinds = new Set<string>()
    fc.assert(
      fc.property(
        phases,
        fc.option(fc.integer({ min: 0, max: 13 }), { freq: 4 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (halfDays, gone, stream) => {
          const chances = stream[Symbol.iterator]()
          const phaseAt = (ms: number): Phase => {
            const halfDay = Math.floor(ms / (12 * HOUR))
            return gone !== null && halfDay >= gone ? 'gone' : (halfDays[halfDay] ?? 'down')
          }
          const eventsAtMs = Array.from({ length: 28 }, (_, i) => i * 6 * HOUR + 60_000)
          const life = live(phaseAt, eventsAtMs, () => chances.next().value as number, 12 * DAY)
          expect(breaches(life, eventsAtMs)).toEqual([])
          kinds.add(life.reason ?? 'none')
          for (const { kind } of life.ends.values()) kinds.add(kind)
        },
      ),
      { numRuns: 500, seed: 20261115 },
    )
    expect([...kinds].sort()).toEqual(['dead', 'delivered', 'failing', 'gone', 'held', 'none'])
  })
})

describe('an endpoint', () => {
  const pending: EndpointState = { status: 'pending', disabledReason: null, failingSinceMs: null }

  it('is enabled only by a delivered ping', () => {
    expect(nextEndpointState(pending, { kind: 'delivered' }, true, 1).status).toBe('enabled')
    expect(nextEndpointState(pending, { kind: 'delivered' }, false, 1).status).toBe('pending')
    const disabled = { ...pending, status: 'disabled', disabledReason: 'paused' } as const
    expect(nextEndpointState(disabled, { kind: 'delivered' }, true, 1).status).toBe('disabled')
  })

  it('is not disabled for failing while pending', () => {
    const failing = { ...pending, failingSinceMs: 0 }
    expect(nextEndpointState(failing, { kind: 'dead', gone: false }, true, 6 * DAY).status).toBe('pending')
    expect(nextEndpointState(failing, { kind: 'dead', gone: true }, true, 6 * DAY)).toMatchObject({
      status: 'disabled',
      disabledReason: 'gone',
    })
  })
})
