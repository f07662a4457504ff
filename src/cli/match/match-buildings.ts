// The file of buildings that `plinth match` and `plinth link --buildings` match against.

import { createReadStream } from 'node:fs'
import type { MatchBuilding } from '../../matcher/matcher.ts'
import { linesIn, wholeLines } from './byte-lines.ts'
import { readBuilding } from './match-lines.ts'

/** The same building on another line, under the same city: one more of its addresses. */
const isSame = (a: MatchBuilding, b: MatchBuilding): boolean => a.city === b.city && a.province === b.province

/** Buildings that cannot be read are reported and left out. */
export async function readBuildings(file: string, report: (message: string) => void): Promise<MatchBuilding[]> {
  const out: MatchBuilding[] = []
  const known = new Map<string, number>()
  let line = 0
  for await (const piece of wholeLines(createReadStream(file)))
    for (const row of linesIn(piece)) {
      line++
      try {
        const building = readBuilding(row)
        const at = known.get(building.key) ?? -1
        const twin = out[at]
        if (twin && isSame(twin, building)) {
          out[at] = { ...twin, addresses: [...twin.addresses, ...building.addresses] }
          continue
        }
        known.set(building.key, out.length)
        out.push(building)
      } catch (error) {
        report(`${file}: building ${line}: ${(error as Error).message}, left out`)
      }
    }
  return out
}
