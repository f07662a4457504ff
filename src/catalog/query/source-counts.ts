// Counts the projects of each source in a snapshot.
import { isInventedSource } from '../records/record-types.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** They come from one source each. */
export function inventedProjects(snapshot: Snapshot): number {
  const counts = [...projectsBySource(snapshot)].filter(([source]) => isInventedSource(source))
  return counts.reduce((sum, [, count]) => sum + count, 0)
}

const countsByCollection = new WeakMap<object, ReadonlyMap<string, number>>()

/** Source name → number of projects that it describes, alone or with other sources. */
export function projectsBySource({ projects }: Snapshot): ReadonlyMap<string, number> {
  const cached = countsByCollection.get(projects)
  if (cached) return cached
  const { starts, codes, dictionary } = projects.lists('source_kinds')
  const counts = new Map<string, number>()
  for (let row = 0; row < projects.size; row++) {
    // A project can have several rows of one source.
    const own = new Set(codes.subarray(starts[row]!, starts[row + 1]!))
    for (const code of own) {
      const name = dictionary.at(code)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  countsByCollection.set(projects, counts)
  return counts
}
