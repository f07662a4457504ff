// Step 5, the components compared and the ordered levels of each. The model has one weight in bits for every level.

const component = <const L extends readonly string[]>(name: string, levels: L) => ({
  name,
  levels,
  is: Object.freeze(Object.fromEntries(levels.map((level, i) => [level, i]))) as { readonly [K in L[number]]: number },
})

const PRIOR = component('prior', ['base'])
export const NUMBER = component('civic_number', [
  'same',
  'hashed',
  'late',
  'in_street',
  'inside_range',
  'other_of_pair',
  'start_of_range',
])
export const SUFFIX = component('number_suffix', ['both_none', 'same', 'missing', 'added', 'conflict'])
export const NAME = component('street_name', [
  'same',
  'almost_same',
  'same_then_more',
  'sounds_same',
  'one_edit',
  'one_edit_short',
  'two_edits',
  'cut',
  'words_cut',
  'three_edits',
  'words_missing',
  'words_added',
  'not_compared',
])
export const COMMON = component('name_frequency', ['one_city', 'few_cities', 'many_cities', 'not_compared'])
export const RIVAL = component('typed_street', [
  'is_this',
  'unknown',
  'exists_elsewhere',
  'exists_in_metro',
  'exists_with_other_type',
  'exists_here',
])
export const TYPE = component('street_type', [
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
])
export const DIRECTION = component('direction', [
  'same',
  'both_none',
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
])
export const CITY = component('city', [
  'same',
  'missing',
  'same_metro',
  'same_metro_rival',
  'unknown_city',
  'other_metro',
])
export const PROVINCE = component('province', ['same', 'missing', 'conflict'])
export const POSTAL = component('postal_code', [
  'missing',
  'same',
  'same_area',
  'fits_city',
  'other_area',
  'other_city',
  'unknown',
])
export const UNIT = component('unit', ['none', 'given', 'house_floor', 'above_top_floor'])
export const KIND = component('address_kind', ['municipal', 'alias', 'range', 'not_compared'])
export const BUILDING_NAME = component('building_name', ['missing', 'same', 'same_not_unique'])
export const CONDO_CORP = component('condo_corp', ['missing', 'same', 'conflict'])
export const DISTANCE = component('distance', ['missing', 'within_100_m', 'within_500_m', 'within_5_km', 'farther'])

/** How many of name, type, direction and suffix are not as they should be: one slip is common, two together are not. */
export const SLIPS = component('slips_together', ['at_most_one', 'two', 'more'])

/** Of the address on the day the listing was written; not compared when no day was given. */
export const DATES = component('address_dates', [
  'not_compared',
  'undated',
  'in_force',
  'before',
  'long_before',
  'after',
  'no_building_then',
  'replaced',
  'undated_rival',
])

export const COMPONENTS = [
  PRIOR,
  NUMBER,
  SUFFIX,
  NAME,
  COMMON,
  RIVAL,
  TYPE,
  DIRECTION,
  CITY,
  PROVINCE,
  POSTAL,
  UNIT,
  KIND,
  BUILDING_NAME,
  CONDO_CORP,
  DISTANCE,
  SLIPS,
  DATES,
] as const

/** One level a component, in the order of COMPONENTS. */
export type Levels = Uint8Array
