// The words, places and frames that cases are made of, with their types.
import frames from './frames.json' with { type: 'json' }
import names from './names.json' with { type: 'json' }
import numbers from './numbers.json' with { type: 'json' }
import places from './places.json' with { type: 'json' }
import streets from './streets.json' with { type: 'json' }

type Texts = readonly string[]
type ByName<T> = Readonly<Record<string, T>>
type Pairs = readonly (readonly [string, string])[]

export const FRAMES: typeof frames & { readonly landmarks: ByName<Texts>; readonly words: ByName<Texts> } = frames

export const NAMES = names as unknown as Omit<typeof names, 'REGISTRIES' | 'TOWER_NAMES' | 'TOWER_SHORT' | 'CORPS'> & {
  readonly REGISTRIES: ByName<Texts>
  readonly TOWER_NAMES: Pairs
  readonly TOWER_SHORT: ByName<string>
  readonly CORPS: ByName<Texts>
}

export const NUMBERS = numbers

export const PLACES = places as unknown as {
  /** Short forms that people write for a city. */
  readonly SHORT_FORMS: ByName<Texts>
  /** City, state and the first three digits of its ZIP codes. */
  readonly AMERICAN: readonly (readonly [city: string, code: string, state: string, zip: string])[]
  readonly ABROAD: Pairs
  /** Real Canadian towns with few or no condos. */
  readonly TOWNS: Pairs
  readonly INVENTED: Texts
  /** Cities of a metropolitan area, by the label that feeds write for all of them. */
  readonly METRO_LABELS: ByName<string>
  /** Words in the position of a city that are not a place. */
  readonly NOT_PLACES: Texts
  /** What boards write in the city field, by city. */
  readonly BOARD_CODES: ByName<Texts>
  readonly PROVINCE_NAMES: ByName<string>
  readonly FOREIGN: Texts
}

export const STREETS = streets as unknown as {
  /** Words for types, types that stand before the name, and sides, each in one text. */
  readonly TYPES: string
  readonly LEADING_TYPES: string
  readonly SIDES: string
  /** Spellings that sound the same, and what a scanner confuses: from and to. */
  readonly SOUND_ALIKES: Pairs
  readonly LOOK_ALIKES: Pairs
  readonly OTHER_TYPES: ByName<string>
  readonly AXES: ByName<Texts>
  readonly OPPOSITE: ByName<string>
  readonly SWAPPED: ByName<string>
  readonly SHORT_WORDS: ByName<string>
  readonly LONG_TYPES: ByName<string>
  /** Calgary's two-letter types. Types whose long form is not certain are left out. */
  readonly CALGARY_TYPES: ByName<string>
  readonly TWIN_SIDES: ByName<string>
  readonly OTHER_SIDES: ByName<string>
  /** Patterns of streets that people call by a second name, and that name. */
  readonly SECOND_NAMES: Pairs
}
