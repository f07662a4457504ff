// Steps from an event to its delivery at which tests end the process.

const STEPS = ['fan-out', 'batch', 'claim', 'send', 'response', 'record', 'schedule'] as const
export type CrashPoint = `${'before' | 'after'} ${(typeof STEPS)[number]}`

export const CRASH_POINTS: readonly CrashPoint[] = STEPS.flatMap((step): CrashPoint[] => [
  `before ${step}`,
  `after ${step}`,
])
