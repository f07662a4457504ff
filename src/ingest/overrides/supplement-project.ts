// Several rows about one project: the owner's decides, those of other sources fill in, and what people did by hand lies over it.
import type { Bundle } from '../../catalog/records.ts'
import type { Publication } from '../publish/publication.ts'
import type { Identity } from '../publish/read-state.ts'
import { readPresentIdentities } from '../publish/read-state.ts'
import type { MergeInForce } from './merge-additions.ts'
import type { Overrides } from './overrides.ts'
import type { Supplement } from './secondary-sources.ts'
import { applySupplements, removeSupplements } from './secondary-sources.ts'

/** After a merge two rows of one source may stand for one project: the first speaks, the second is only kept from coming back. */
export function isDuplicateRow(key: string, source: string, speaking: readonly Identity[]): boolean {
  return speaking.some(
    (one) => one.source === source && one.key !== key && (one.offers === null || Object.keys(one.offers).length > 0),
  )
}

/** What other sources than the owner's and this one say, a source once. */
export function supplementsFromOthers(speaking: readonly Identity[], source: string): Map<string, Supplement> {
  const owners = new Set(speaking.filter(({ offers }) => offers === null).map((identity) => identity.source))
  const found = new Map<string, Supplement>()
  for (const identity of speaking) {
    if (identity.offers === null || identity.source === source || owners.has(identity.source)) continue
    if (Object.keys(found.get(identity.source) ?? {}).length === 0) found.set(identity.source, identity.offers)
  }
  return found
}

export function withSupplements(
  hand: Overrides,
  bundle: Bundle,
  offers: ReadonlyMap<string, Supplement>,
  at: string,
): Bundle {
  const base = removeSupplements(hand.remove(bundle.project), new Set(offers.keys()))
  return { ...bundle, project: hand.apply(applySupplements(base, offers, at)) }
}

/** The survivor of a merge that comes, or of one that is undone. The identities have moved already. */
export async function rebuildSurvivor(
  { tx, overrides: hand, at, options, number }: Publication,
  bundle: Bundle,
  change: { readonly coming: MergeInForce } | { readonly undone: string },
): Promise<Bundle> {
  const { project } = bundle
  const speaking = await readPresentIdentities(tx, options.dataset, [project.id])
  const owners = new Set(speaking.filter(({ offers }) => offers === null).map(({ source }) => source))
  const others = new Set(project.sources.map(({ kind }) => kind).filter((kind) => !owners.has(kind)))
  const told = applySupplements(
    removeSupplements(hand.remove(project), others),
    supplementsFromOthers(speaking, ''),
    at,
  )
  const before = hand.mergesInto(project.id)
  const merges = 'coming' in change ? [...before, change.coming] : before.filter(({ id }) => id !== change.undone)
  const after = hand.apply(told, merges)
  await hand.saveLapsed(tx, options.source, number, at)
  return { ...bundle, project: after }
}
