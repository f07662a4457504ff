// Chooses an address that a dataset finds, for the first request of a new customer.
import type { Snapshot } from '../snapshot/snapshot.ts'

/** In the sandbox, the address of the guides: a person typed it, and it finds a building. */
export const SANDBOX_SAMPLE = '#1203 -1480 howe'

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
  if (snapshot.dataset === 'sandbox' && findsBuilding(snapshot, SANDBOX_SAMPLE)) return SANDBOX_SAMPLE
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
