// The components that a comparison looks at, and the levels of each.

/**
 * One row per component: its name and its levels. The order of rows is the order of evidence and of summation.
 * A new row also needs a weight per level in the model and in fit/start-weights.ts.
 */
const TABLE = {
  prior: ['base'],
  civic_number: [
    'same',
    'hashed',
    'late',
    'in_street',
    'inside_range',
    'other_of_pair',
    'start_of_range',
    'reversed',
    'part_of_spoken',
    'either_end',
  ],
  number_suffix: ['both_none', 'same', 'missing', 'added', 'conflict'],
  street_name: [
    'same',
    'almost_same',
    'same_then_more',
    'sounds_same',
    'scans_same',
    'glued',
    'one_edit',
    'one_edit_short',
    'two_edits',
    'cut',
    'words_cut',
    'three_edits',
    'words_missing',
    'words_added',
    'not_compared',
  ],
  name_frequency: ['one_city', 'few_cities', 'many_cities', 'not_compared'],
  /** Where the typed street itself exists, when the building's street is another. The last levels outweigh the first. */
  typed_street: [
    'is_this',
    'unknown',
    'not_a_street_here',
    'exists_elsewhere',
    'exists_in_metro',
    'exists_with_other_type',
    'exists_without_number',
    'exists_here',
  ],
  street_type: [
    'same',
    'both_none',
    'missing',
    'missing_numbered',
    'missing_rival',
    'added',
    'added_rival',
    'other',
    'street_for_avenue',
    'other_numbered',
    'other_rival',
    'not_compared',
  ],
  direction: [
    'same',
    'both_none',
    'missing_sure',
    'missing',
    'missing_rival',
    'missing_quadrant',
    'missing_quadrant_rival',
    'added',
    'added_rival',
    'added_quadrant',
    'other_axis',
    'opposite',
    'other_quadrant',
    'part_of_quadrant',
    'not_compared',
  ],
  city: [
    'same',
    'missing',
    'same_metro',
    'same_metro_rival',
    'unknown_city',
    'other_metro',
    'elsewhere',
    'elsewhere_in_text',
    'abroad',
  ],
  province: ['same', 'missing', 'conflict', 'hint_conflict'],
  postal_code: ['missing', 'same', 'same_area', 'fits_city', 'other_area', 'other_city', 'unknown'],
  unit: ['none', 'given', 'house_floor', 'above_top_floor'],
  address_kind: ['municipal', 'alias', 'range', 'not_compared'],
  building_name: ['missing', 'same', 'same_core', 'same_weak', 'same_short', 'one_edit', 'same_not_unique', 'conflict'],
  /** Where the name stands in the text. */
  name_position: ['not_compared', 'whole', 'inside'],
  /** A street without a number in the text of a name. */
  named_street: ['none', 'same', 'other'],
  tower: ['missing', 'same', 'conflict', 'unknown'],
  /** The text has a complete address that is not this building's. */
  other_address: ['none', 'present'],
  condo_corp: ['missing', 'same', 'conflict'],
  distance: ['missing', 'within_100_m', 'within_500_m', 'within_5_km', 'farther'],
  /** Number of errors in name, type, direction and suffix: one is common, two together are not. */
  slips_together: ['at_most_one', 'two', 'more', 'type_and_direction_missing'],
  /** Not compared when the query has no `listed_on`. */
  address_dates: [
    'not_compared',
    'undated',
    'in_force',
    'before',
    'long_before',
    'after',
    'no_building_then',
    'replaced',
    'undated_rival',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Table = typeof TABLE
export type ComponentName = keyof Table

const numberOff = <N extends string>(names: readonly N[]) =>
  Object.freeze(Object.fromEntries(names.map((name, i) => [name, i]))) as { readonly [K in N]: number }

export const COMPONENTS = Object.entries(TABLE).map(([name, levels]) => ({
  name: name as ComponentName,
  levels: levels as readonly string[],
}))

/** Where `Levels` holds a component: `levels[POSITION.city]`. */
export const POSITION = numberOff(COMPONENTS.map(({ name }) => name))

/** The number of a level: `LEVEL.city.same`. */
export const LEVEL = Object.freeze(
  Object.fromEntries(COMPONENTS.map(({ name, levels }) => [name, numberOff(levels)])),
) as unknown as { readonly [C in ComponentName]: { readonly [L in Table[C][number]]: number } }

/** The level of every component, by POSITION. A copy of a plain array takes a quarter of the time of a typed one's. */
export type Levels = number[]

/** Bits of every level in one array: level `l` of component `c` is at `c * MAX_LEVELS + l`. */
export type Weights = Float64Array
export const MAX_LEVELS = 16

export function scoreOf(levels: Levels, weights: Weights): number {
  let sum = 0
  for (let c = 0; c < COMPONENTS.length; c++) sum += weights[c * MAX_LEVELS + (levels[c] as number)] as number
  return sum
}
