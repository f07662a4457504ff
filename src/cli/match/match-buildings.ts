// Reads the buildings file of `plinth match` and `plinth link --buildings`.
import { createReadStream } from 'node:fs'
import type { MatchBuilding } from '../../matcher/matcher.ts'
import { isSameBuilding, mergeLines, readBuilding } from './building-line.ts'
import { lineChunks, linesIn } from './line-chunks.ts'

/** Invalid lines are reported and skipped. */
export async function readBuildings(file: string, report: (message: string) => void): Promise<MatchBuilding[]> {
  const out: MatchBuilding[] = []
  const indexByKey = new Map<string, number>()
  let line = 0
  for await (const chunk of lineChunks(createReadStream(file)))
    for (const row of linesIn(chunk)) {
      line++
      try {
        const building = readBuilding(row)
        const at = indexByKey.get(building.key) ?? -1
        const existing = out[at]
        if (existing && isSameBuilding(existing, building)) {
          out[at] = mergeLines(existing, building)
          continue
        }
        indexByKey.set(building.key, out.length)
        out.push(building)
      } catch (error) {
        report(`${file}: building ${line}: ${(error as Error).message}; skipped`)
      }
    }
  return out
}
