// The file of buildings that `plinth match` and `plinth link --buildings` match against.

import { createReadStream } from 'node:fs'
import type { MatchBuilding } from '../matcher/matcher.ts'
import { linesIn, wholeLines } from './lines.ts'
import { readBuilding } from './match-lines.ts'

/** Buildings that cannot be read are reported and left out. */
export async function readBuildings(file: string, report: (message: string) => void): Promise<MatchBuilding[]> {
  const out: MatchBuilding[] = []
  let line = 0
  for await (const piece of wholeLines(createReadStream(file)))
    for (const row of linesIn(piece)) {
      line++
      try {
        out.push(readBuilding(row))
      } catch (error) {
        report(`${file}: building ${line}: ${(error as Error).message}, left out`)
      }
    }
  return out
}
