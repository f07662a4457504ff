// The types of the data in model.json and model-accuracy.json, which tools/bench/fit.ts writes.

/** The kinds of answers whose reliability differs. The strategy of the best candidate decides. */
export const STRATA = ['exact', 'partial', 'fuzzy', 'name'] as const
export type Stratum = (typeof STRATA)[number]

/** With hints: the query names a city, a postal code or a point beside the text. */
export const INPUTS = ['hints', 'text'] as const
export type Input = (typeof INPUTS)[number]

/** Points [raw, calibrated] of a piecewise-linear map of the probability that any candidate is right. */
export type CalibrationMap = readonly (readonly [number, number])[]

export interface Model {
  readonly version: string
  /** Bits by component and level. */
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly calibration: Readonly<Record<Stratum, Readonly<Record<Input, CalibrationMap>>>>
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

/** `n` answers with the mean confidence `said`; the share `was` of them is right, with a 95 % interval from `low` to `high`. */
export interface CalibrationBin {
  readonly stratum: Stratum
  readonly input: Input
  readonly said: number
  readonly was: number
  readonly low: number
  readonly high: number
  readonly n: number
  readonly measured_on: string
}

/** A model with its measured accuracy. */
export interface MeasuredModel {
  readonly model: Model
  readonly figures: readonly Figure[]
  /** On held-out cases. */
  readonly reliability: readonly CalibrationBin[]
}
