// Where a test may end the process: before and after each step from an event to its delivery.

type Step = 'fan-out' | 'claim' | 'send' | 'response' | 'record' | 'schedule'
type CrashPoint = `${'before' | 'after'} ${Step}`
export type AtPoint = (point: CrashPoint) => void
