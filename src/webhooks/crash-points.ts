// Where a test may end the process: before and after each step from an event to its delivery.

const STEPS = ['fan-out', 'claim', 'send', 'response', 'record', 'schedule'] as const
export type CrashPoint = `${'before' | 'after'} ${(typeof STEPS)[number]}`
export type AtPoint = (point: CrashPoint) => void

export const CRASH_POINTS: readonly CrashPoint[] = STEPS.flatMap((step): CrashPoint[] => [
  `before ${step}`,
  `after ${step}`,
])
