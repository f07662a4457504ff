// plinth index: reads a buildings file once and writes its index, which opens in milliseconds.
import { statSync } from 'node:fs'
import { buildIndex } from '@plinth/matcher'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { writeIndexFile } from './building-index.ts'
import { readBuildings } from './match-buildings.ts'

export interface IndexFlags {
  readonly output: string
}

export async function indexCommand(file: string, { output }: IndexFlags): Promise<number> {
  const buildings = await readBuildings(file, (message) => console.error(message)).catch((error: Error) => {
    throw new Stop('usage', error.message)
  })
  if (buildings.length === 0) throw new Stop('usage', `${file} has no valid buildings`)
  await writeIndexFile(output, buildIndex(buildings), file)
  const megabytes = Number((statSync(output).size / 1e6).toPrecision(2))
  console.log(`${output}: ${buildings.length.toLocaleString('en-CA')} buildings, ${megabytes} MB`)
  return EXIT.ok
}
