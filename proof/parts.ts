// The parts of the proof, in the order in which they run.
import { crashPart } from './crash/crash-part.ts'
import { overloadPart } from './overload/overload-part.ts'
import type { Part } from './part.ts'
import { ssrfPart } from './ssrf/ssrf-part.ts'
import { supplyPart } from './supply/supply-part.ts'

export const PARTS: readonly Part[] = [crashPart, overloadPart, ssrfPart, supplyPart]
