// Streets and postal prefixes of fourteen Canadian cities, for synthetic buildings.
import CITIES from './synthetic-streets.json' with { type: 'json' }

export interface SyntheticCity {
  readonly city: string
  readonly province: string
  readonly postal: readonly string[]
  /** Name and type. `{W|E}` expands to one street per option. */
  readonly streets: readonly string[]
}

export const SYNTHETIC_CITIES: readonly SyntheticCity[] = CITIES
