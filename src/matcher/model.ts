// The model: one weight in bits for every level of every component, and the calibration map. Written by bench/fit.ts.

export interface Model {
  readonly version: string
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Points (raw, calibrated) of a rising piecewise-linear map of the first candidate's probability. */
  readonly calibration: readonly (readonly [number, number])[]
}

export const MODEL: Model = {
  version: 'm0',
  weights: {
    prior: { base: 0 },
    civic_number: { same: 0, hashed: -3, late: -5, inside_range: -0.5, other_of_pair: -1 },
    number_suffix: { both_none: 0, same: 0.5, missing: -3, added: -3, conflict: -8 },
    street_name: {
      same: 3,
      almost_same: 2,
      same_then_more: 0,
      sounds_same: 1.5,
      one_edit: 1.5,
      one_edit_short: -1,
      two_edits: -1,
      cut: 0,
      words_cut: 0,
      three_edits: -3,
      words_missing: -1.5,
      words_added: -3,
      not_compared: 0,
    },
    name_frequency: { one_city: 1, few_cities: 0.5, many_cities: 0, not_compared: 0 },
    typed_street: { is_this: 1, unknown: 0, exists_elsewhere: -2, exists_here: -14 },
    street_type: {
      same: 2,
      both_none: 1.5,
      missing: 0.5,
      missing_numbered: -1,
      missing_rival: -1,
      added: 0.5,
      added_rival: -4,
      other: -1.5,
      other_numbered: -14,
      other_rival: -12,
      not_compared: 0,
    },
    direction: {
      same: 2,
      both_none: 1.5,
      missing: 0,
      missing_rival: -0.5,
      missing_quadrant: 0,
      missing_quadrant_rival: -1,
      added: 0,
      added_rival: -4,
      added_quadrant: 0,
      other_axis: -2,
      opposite: -14,
      other_quadrant: -14,
      part_of_quadrant: -2,
      not_compared: 0,
    },
    city: { same: 3, missing: 0, same_metro: 1, same_metro_rival: -3, unknown_city: -2, other_metro: -14 },
    province: { same: 0.5, missing: 0, conflict: -14 },
    postal_code: { missing: 0, same: 4, same_area: 2, fits_city: 0.5, other_area: -1, other_city: -2, unknown: 0 },
    unit: { none: 0, given: 0.5, house_floor: -1, above_top_floor: -3 },
    address_kind: { municipal: 0, alias: -0.5, range: -0.5, not_compared: 0 },
    building_name: { missing: 0, same: 4, same_not_unique: 1, part: 1 },
    condo_corp: { missing: 0, same: 9, conflict: -6 },
    distance: { missing: 0, within_100_m: 3, within_500_m: 1, within_5_km: -1, farther: -6 },
  },
  calibration: [
    [0, 0],
    [1, 1],
  ],
}
