// Limits for V8's optimizing compiler: every thread of `plinth match` compiles the matcher for itself.
import { setFlagsFromString } from 'node:v8'

/**
 * Compiling takes 30 % less processor time with these limits, and the code is as fast: docs/adr/0034-match-in-blocks.md.
 * On a machine with as many threads as cores, that time is missing for matching.
 */
const LIMITS = [
  '--max-inlined-bytecode-size=200',
  '--max-inlined-bytecode-size-cumulative=500',
  '--no-turbo-loop-peeling',
] as const

/** For the whole process, so only commands call it. Code that was compiled before stays as it is. */
export function limitCompiler(): void {
  for (const flag of LIMITS) setFlagsFromString(flag)
}
