// The parts of the proof, in the order in which they run.
import { accessPart } from './access/access-part.ts'
import { crashPart } from './crash/crash-part.ts'
import { fuzzPart } from './fuzz/fuzz-part.ts'
import { groundPart } from './ground/ground-part.ts'
import { nodesPart } from './nodes/nodes-part.ts'
import { overloadPart } from './overload/overload-part.ts'
import type { Part } from './part.ts'
import { powerPart } from './power/power-part.ts'
import { rewindPart } from './rewind/rewind-part.ts'
import { simulatePart } from './simulate-part.ts'
import { ssrfPart } from './ssrf/ssrf-part.ts'
import { supplyPart } from './supply/supply-part.ts'

export const PARTS: readonly Part[] = [
  crashPart,
  powerPart,
  overloadPart,
  fuzzPart,
  accessPart,
  ssrfPart,
  nodesPart,
  rewindPart,
  simulatePart,
  groundPart,
  supplyPart,
]
