// What a model is: the shape of the data that bench/fit.ts writes into model.ts.

export interface Model {
  readonly version: string
  /** Bits of every level of every component. */
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Points (raw, calibrated) of a rising piecewise-linear map of the probability that any candidate is meant. */
  readonly calibration: readonly (readonly [number, number])[]
}

export interface Figure {
  readonly set: string
  readonly held_out: boolean
  readonly n: number
  readonly recall_at_995: number
  readonly recall_at_999: number
  readonly precision_95: number
  readonly recall_95: number
  readonly ece: number
}

/** Of `n` answers said to be right with probability `said`, the share `was` were. */
export interface CalibrationBin {
  readonly said: number
  readonly was: number
  readonly n: number
  readonly measured_on: string
}
