// The number of a unit.

import type { Random } from '../shared/random.ts'

export function unitNumber(random: Random): string {
  const floor = 1 + random.below(40)
  return random.chance(0.1) ? `PH${1 + random.below(9)}` : `${floor}${String(1 + random.below(19)).padStart(2, '0')}`
}
