// Chooses an address that a dataset finds, for the first request of a new customer.
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The address of all samples: a real building as a person types it. The sandbox has it, and the first data. */
export const SAMPLE_ADDRESS = '#1203 -77 huntley'
/** Another, for samples with two. */
export const SECOND_SAMPLE = '100 Wellesley Street E 603'

/** In datasets of real data most addresses are found, so few are tried. */
const MAX_TRIED = 300

const samples = new WeakMap<Snapshot, string | null>()

/** Computed once per version of the dataset. Null if it has no buildings. */
export function sampleAddress(snapshot: Snapshot): string | null {
  let sample = samples.get(snapshot)
  if (sample === undefined) {
    sample = chooseSample(snapshot)
    samples.set(snapshot, sample)
  }
  return sample
}

function chooseSample(snapshot: Snapshot): string | null {
  if (findsBuilding(snapshot, SAMPLE_ADDRESS)) return SAMPLE_ADDRESS
  let unnamed: string | null = null
  const count = Math.min(snapshot.projects.size, MAX_TRIED)
  // In the order of IDs, so that the sample stays the same when other projects come and go.
  for (let row = 0; row < count; row++) {
    const { id, name, address } = snapshot.projects.at(row)
    // Samples quote it in several languages.
    if (/["'\\]/.test(address)) continue
    const hasName = !address.startsWith(name)
    if (!hasName && unnamed !== null) continue
    if (!findsBuilding(snapshot, address, id)) continue
    if (hasName) return address
    unnamed = address
  }
  return unnamed
}

function findsBuilding({ matcher }: Snapshot, address: string, projectId?: number): boolean {
  const { action, candidates } = matcher.match({ address })
  return action === 'accept' && (projectId === undefined || candidates[0]?.group === String(projectId))
}
