// Ids of land parcels: what registries and assessment rolls call a building.

/** A strata plan has one per unit: a building with more has none, because part of a list would hide what is missing. */
export const MAX_PARCELS = 50

/** PID of British Columbia, PIN of Ontario, number on an assessment roll. */
export const PARCEL_KINDS = ['pid', 'pin', 'roll'] as const
export type ParcelKind = (typeof PARCEL_KINDS)[number]

export interface ParcelId {
  readonly kind: ParcelKind
  readonly id: string
}

/** Letters and digits only: `012-345-678` and `012345678` are one parcel. */
export const parcelKey = (id: string): string => id.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The distinct ids of a building, kind by kind. A kind that does not fit is left out. Undefined if nothing is left. */
export function parcelList(
  lists: Readonly<Partial<Record<ParcelKind, readonly (string | null)[]>>>,
): ParcelId[] | undefined {
  const parcels: ParcelId[] = []
  for (const kind of PARCEL_KINDS) {
    // Sorted first: the order of rows must not decide between two spellings.
    const named = (lists[kind] ?? []).filter((id) => id !== null && parcelKey(id) !== '').sort() as string[]
    const own = [...new Map(named.map((id) => [parcelKey(id), { kind, id }])).values()]
    if (parcels.length + own.length <= MAX_PARCELS) parcels.push(...own)
  }
  return parcels.length === 0 ? undefined : parcels
}
