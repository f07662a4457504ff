// Several rows about one project: the owner's decides, those of other sources fill in, and what people did by hand lies over it.
import type { Bundle } from '../../catalog/records.ts'
import type { Publication } from '../publish/publication.ts'
import type { Identity } from '../publish/read-state.ts'
import { readWitnesses } from '../publish/read-state.ts'
import type { MergeInForce } from './merge-additions.ts'
import type { HandWork } from './overrides.ts'
import type { Offers } from './secondary-sources.ts'
import { applyOffers, withoutOffers } from './secondary-sources.ts'

/** After a merge two rows of one source may stand for one project: the first speaks, the second is only kept from coming back. */
export function isSecond(key: string, source: string, speaking: readonly Identity[]): boolean {
  return speaking.some(
    (one) => one.source === source && one.key !== key && (one.offers === null || Object.keys(one.offers).length > 0),
  )
}

/** What other sources than the owner's and this one say, a source once. */
export function offersOfOthers(speaking: readonly Identity[], source: string): Map<string, Offers> {
  const owners = new Set(speaking.filter(({ offers }) => offers === null).map((identity) => identity.source))
  const found = new Map<string, Offers>()
  for (const identity of speaking) {
    if (identity.offers === null || identity.source === source || owners.has(identity.source)) continue
    if (Object.keys(found.get(identity.source) ?? {}).length === 0) found.set(identity.source, identity.offers)
  }
  return found
}

export function withOffers(hand: HandWork, bundle: Bundle, offers: ReadonlyMap<string, Offers>, at: string): Bundle {
  const base = withoutOffers(hand.lift(bundle.project), new Set(offers.keys()))
  return { ...bundle, project: hand.lay(applyOffers(base, offers, at)) }
}

/** The survivor of a merge that comes, or of one that is undone. The identities have moved already. */
export async function survivorOf(
  { tx, hand, at, options, number }: Publication,
  bundle: Bundle,
  change: { readonly coming: MergeInForce } | { readonly undone: string },
): Promise<Bundle> {
  const { project } = bundle
  const speaking = await readWitnesses(tx, options.dataset, [project.id])
  const owners = new Set(speaking.filter(({ offers }) => offers === null).map(({ source }) => source))
  const others = new Set(project.sources.map(({ kind }) => kind).filter((kind) => !owners.has(kind)))
  const told = applyOffers(withoutOffers(hand.lift(project), others), offersOfOthers(speaking, ''), at)
  const before = hand.mergesInto(project.id)
  const merges = 'coming' in change ? [...before, change.coming] : before.filter(({ id }) => id !== change.undone)
  const after = hand.lay(told, merges)
  await hand.saveLapsed(tx, options.source, number, at)
  return { ...bundle, project: after }
}
