// The types of the data in model.ts, which bench/fit.ts writes.

export interface Model {
  readonly version: string
  /** Bits by component and level. */
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Points [raw, calibrated] of a piecewise-linear map of the probability that any candidate is right. */
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

/** `n` answers with the mean confidence `said`; the share `was` of them is right. */
export interface CalibrationBin {
  readonly said: number
  readonly was: number
  readonly n: number
  readonly measured_on: string
}
