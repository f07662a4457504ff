// Combines the rows of several sources about one project. Pure.
import type { Bundle } from '../../catalog/records/record-types.ts'
import type { Identity, Supplement } from '../identity.ts'
import type { Overrides } from './overrides.ts'
import { applySupplements, removeSupplements } from './secondary-sources.ts'

/** After a merge, a source can have two rows for one project. The first one counts; the second is ignored. */
export function isDuplicateRow(key: string, source: string, identities: readonly Identity[]): boolean {
  return identities.some(
    (one) => one.source === source && one.key !== key && (one.offers === null || Object.keys(one.offers).length > 0),
  )
}

/** Supplements by source, without the owner's source and `source`. */
export function supplementsFromOthers(identities: readonly Identity[], source: string): Map<string, Supplement> {
  const owners = new Set(identities.filter(({ offers }) => offers === null).map((identity) => identity.source))
  const found = new Map<string, Supplement>()
  for (const identity of identities) {
    if (identity.offers === null || identity.source === source || owners.has(identity.source)) continue
    if (Object.keys(found.get(identity.source) ?? {}).length === 0) found.set(identity.source, identity.offers)
  }
  return found
}

export function withSupplements(
  overrides: Overrides,
  bundle: Bundle,
  supplements: ReadonlyMap<string, Supplement>,
  at: string,
): Bundle {
  const base = removeSupplements(overrides.remove(bundle.project), new Set(supplements.keys()))
  return { ...bundle, project: overrides.apply(applySupplements(base, supplements, at)) }
}
