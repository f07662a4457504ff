// A process that reads imported streets as a node does, and reports time and memory. Started by tools/bench/import/nrn.ts.
import { readInstalledStreets } from '../../../src/catalog/installed-streets.ts'
import { openDatabase } from '../../../src/db/database.ts'
import type { ImportTask } from './import-node.ts'

export interface StreetsLoaded {
  readonly ms: number
  /** Live memory beyond what the process had before. */
  readonly idleMb: number
  readonly usedMb: number
}

const liveMb = (): number => {
  globalThis.gc!()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

process.once('message', async ({ url, dataDir }: ImportTask) => {
  const db = await openDatabase({ url, dataDir })
  const before = liveMb()
  const started = performance.now()
  const streets = await readInstalledStreets(db.query)
  const ms = performance.now() - started
  const idleMb = liveMb() - before
  for (const { list } of streets!.lexicon) list.streets()
  const report: StreetsLoaded = { ms, idleMb, usedMb: liveMb() - before }
  await db.close()
  process.send!(report, () => process.exit(0))
})
