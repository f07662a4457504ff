// Ways to write a unit and other text around an address line.

import type { Random } from './seeded-random.ts'

export const UNIT_FORMATS: readonly ((line: string, unit: string, random: Random) => string)[] = [
  (line) => line,
  (line, unit) => `#${unit} - ${line}`,
  (line, unit) => `${unit}-${line}`,
  (line, unit) => `${unit} ${line}`,
  (line, unit) => `${line} ${unit}`,
  (line, unit) => `${line}, Unit ${unit}`,
  (line, unit) => `${line}, app. ${unit}`,
  (line, unit) => `# ${unit} - ${line}`,
  (line, unit) => `Unit${unit} ${line}`,
  (line, unit) => `${unit}, ${line}`,
  (line, unit) => `${line} #${unit}`,
  (line, unit) => `Apt ${unit} - ${line}.`,
  (line, unit) => `(${unit}) ${line}`,
  (line, unit) => `${line} - ${unit}`,
  (line, unit) => `${line} Unit# ${unit}`,
  (line, unit) => `Suite ${unit} ${line}`,
  (line, unit) => `No ${unit} ${line}`,
  (line) => `For rent: ${line}`,
  (line) => `$2,500 / 2br - ${line}`,
  (line) => `2 bedroom at ${line}`,
]

export function unitNumber(random: Random): string {
  const floor = 1 + random.below(40)
  return random.chance(0.1) ? `PH${1 + random.below(9)}` : `${floor}${String(1 + random.below(19)).padStart(2, '0')}`
}
