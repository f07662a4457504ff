// Counts what became of the rows of a source, and rejects those whose address another project has.

import { refKey } from '../join/decisions.ts'
import { countDoubtful, readWaitingRows } from '../rows/join-cases.ts'
import { readTrust } from '../rows/stored-rows.ts'
import type { Publication } from './publication.ts'
import type { PresentKey } from './read-state.ts'
import type { RowPlace } from './resolve-projects.ts'

/** `before` are the rows that were present and still are, and `places` those that were joined now. */
export async function countPlaces(
  { tx, options, registry, count }: Publication,
  before: Iterable<readonly [key: string, known: PresentKey]>,
  places: ReadonlyMap<string, RowPlace>,
): Promise<void> {
  const { dataset, source } = options
  const counts: Record<RowPlace, number> = { joined: 0, created: 0, waiting: 0 }
  const start = `${source}\n`
  for (const [ref, place] of places) if (ref.startsWith(start)) counts[place]++
  for (const [key, { project_id, is_anchor }] of before)
    if (!places.has(refKey({ source, key })))
      counts[project_id === null ? 'waiting' : is_anchor ? 'created' : 'joined']++
  count.joins = { ...counts, doubtful: await countDoubtful(tx, dataset, source) }
  if (counts.waiting === 0) return
  const trust = (await readTrust(tx)).find(({ name }) => name === source)
  // A row of a source that makes no projects waits for one.
  if (trust?.creates_projects === false) return
  const waiting = await readWaitingRows(tx, dataset, source)
  await registry.knowAddresses(
    tx,
    waiting.map(({ address }) => address),
  )
  for (const { key, address } of waiting) {
    const holder = registry.projectAt(address)
    if (holder !== undefined) count.reject({ key }, `the address ${address} belongs to project ${holder}`)
  }
}
