// What Plinth promises, and which part of the proof shows it: the rows of docs/operate/reliability.md.
import promises from './promises.json' with { type: 'json' }

export interface ReliabilityPromise {
  readonly promise: string
  readonly how: string
  readonly part: string
  /** A figure of the part, or `breaches`. */
  readonly figure: string
}

export const PROMISES: readonly ReliabilityPromise[] = promises
