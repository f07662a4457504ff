// A hook that tests use to end the process at a named step.

export type CrashHook<Point extends string> = (point: Point) => void
