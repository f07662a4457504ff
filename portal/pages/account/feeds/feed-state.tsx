// The state of a feed: a badge, and what it means in plain words.
import type { Feed } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { text } from './text.ts'

export const feedHref = (id: string) => `/account/feeds/${encodeURIComponent(id)}`

type FeedState = keyof typeof text.states

const TONES: Readonly<Record<FeedState, Tone>> = {
  running: 'info',
  active: 'good',
  failing: 'bad',
  paused: 'none',
  quota: 'warn',
  held: 'warn',
}

export function stateOf({ status, problem, held_sweep: held, is_running: isRunning }: Feed): FeedState {
  if (problem?.code === 'quota_exceeded') return 'quota'
  if (status === 'paused') return 'paused'
  if (isRunning) return 'running'
  if (held) return 'held'
  return status
}

export function FeedBadge({ feed }: { feed: Feed }) {
  const state = stateOf(feed)
  return <Badge tone={TONES[state]}>{text.states[state]}</Badge>
}

export function describeState(feed: Feed): string {
  const words = text.explanations
  const state = stateOf(feed)
  const { held_sweep: held, problem } = feed
  if (state === 'held')
    return fill(words.held, { missing: formatNumber(held!.missing), stored: formatNumber(held!.stored) })
  if (state === 'failing') return fill(words.failing, { at: formatDateTime(problem?.since ?? feed.last_run_at) })
  if (state !== 'active') return words[state]
  if (feed.url === null) return words.upload
  return feed.last_success_at === null ? words.new : words.active
}

/** `every 5 minutes`, in the largest unit that fits. */
export function describeSchedule(seconds: number): string {
  const units = [
    [86_400, text.days],
    [3_600, text.hours],
    [60, text.minutes],
    [1, text.seconds],
  ] as const
  const [size, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? units[3]
  return fill(text.every, { duration: fill(unit, { count: seconds / size }) })
}

const SCHEDULES = [30, 300, 3600, 86_400]
/** Files are read whole, so less often. */
const FILE_SCHEDULES = SCHEDULES.slice(1)

/** Includes the current schedule, which may be another one. */
export function scheduleChoices(kind: Feed['kind'], current?: number) {
  const usual = kind === 'reso' ? SCHEDULES : FILE_SCHEDULES
  const all = current === undefined ? usual : [...new Set([...usual, current])].sort((a, b) => a - b)
  return all.map((seconds) => ({ value: String(seconds), label: describeSchedule(seconds) }))
}

/** A next run in the past starts as soon as a worker is free. */
export function describeNext(at: string | null): string {
  if (at === null) return text.notScheduled
  return Date.parse(at) <= Date.now() ? text.now : formatDateTime(at)
}
