// Directions and quadrants in both languages. Ids are bits: NW is N | W.

export const NORTH = 1
export const SOUTH = 2
export const EAST = 4
export const WEST = 8

/** `trailingWords` are directions only after a name: `O` (Ouest), `NO`, `SO`. Before one they mean something else (`No. 3 Rd`). */
export const DIRECTIONS: readonly {
  readonly id: number
  readonly english: string
  readonly words: string
  readonly trailingWords?: string
}[] = [
  { id: NORTH, english: 'N', words: 'north n nord nth' },
  { id: SOUTH, english: 'S', words: 'south s sud sth' },
  { id: EAST, english: 'E', words: 'east e est' },
  { id: WEST, english: 'W', words: 'west w ouest', trailingWords: 'o' },
  { id: NORTH | EAST, english: 'NE', words: 'northeast ne nordest' },
  { id: NORTH | WEST, english: 'NW', words: 'northwest nw nordouest', trailingWords: 'no' },
  { id: SOUTH | EAST, english: 'SE', words: 'southeast se sudest' },
  { id: SOUTH | WEST, english: 'SW', words: 'southwest sw sudouest', trailingWords: 'so' },
]

/** The quadrant of addresses that name none. Nearly all of Edmonton is north-west of its origin. */
export const HOME_QUADRANTS: Readonly<Record<string, number>> = { Edmonton: NORTH | WEST }
