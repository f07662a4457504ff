// Weights and calibration of links by point or postal code. Written by tools/bench/fit-points.ts; do not edit.
import type { CalibrationMap } from '@plinth/matcher/internal/decide/model-shape'
import type { LocationInput, LocationWeights } from './location-score.ts'

export const LOCATION_WEIGHTS: LocationWeights = {
  prior: {
    point: 0,
    postal_code: 0,
  },
  distance: {
    within_10_m: 6.08,
    within_20_m: 5.72,
    within_30_m: 4.49,
    within_50_m: 2.51,
    within_75_m: 0.56,
    within_100_m: -1.01,
    within_150_m: -1.77,
    within_200_m: -4.45,
    within_300_m: -5.21,
  },
  point_accuracy: {
    exact: 0,
    approximate: -2.2,
  },
  postal_code: {
    missing: 0,
    same: 6.34,
    same_area: -0.35,
    other: -0.35,
    only_building: 3.4,
    one_of_two: 0.83,
    one_of_several: 0.05,
  },
}

/** Ends below 0.95: a point or a postal code alone is never proof. */
export const LOCATION_MAPS: Readonly<Record<LocationInput, CalibrationMap>> = {
  point: [
    [0, 0],
    [0.0291606, 0.0091912],
    [0.1077242, 0.1537558],
    [0.304122, 0.2731307],
    [0.4860433, 0.5231068],
    [0.6335266, 0.606096],
    [0.7638116, 0.7620761],
    [0.8529518, 0.8650285],
    [1, 0.9],
  ],
  postal_code: [
    [0, 0],
    [0.7715349, 0.7601174],
    [0.7948788, 0.793741],
    [0.9134653, 0.8957942],
    [1, 0.9],
  ],
}
