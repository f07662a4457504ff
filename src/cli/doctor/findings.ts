// What can be wrong with a table of buildings, and the correction that each finding proposes.

export const KINDS = ['double', 'phantom', 'contradiction', 'missing'] as const
export type FindingKind = (typeof KINDS)[number]

/** `check`: the facts do not say which correction is right. */
export type Correction = 'merge' | 'change_address' | 'relink' | 'add' | 'check'

/** One row of the correction file. Nothing is changed by the doctor itself. */
export interface Finding {
  readonly kind: FindingKind
  readonly correction: Correction
  /** The building that is corrected, or that a listing is linked to now. */
  readonly building_id: string | null
  /** The building that takes its place. */
  readonly into_id: string | null
  readonly listing_id: string | null
  /** As it should be written. */
  readonly address: string | null
  readonly city: string | null
  readonly province: string | null
  /** How sure the matcher is; null if no match says it. */
  readonly confidence: number | null
  /** Listings that are concerned. */
  readonly listings: number
  readonly evidence: string
}

export interface Checkup {
  readonly buildings: number
  readonly listings: number
  /** Listings whose address finds a building for certain. */
  readonly matched: number
  /** Listings whose address cannot be read, or names no house. */
  readonly unreadable: number
  readonly findings: readonly Finding[]
}

export const KIND_TEXTS: Readonly<Record<FindingKind, { readonly title: string; readonly means: string }>> = {
  double: {
    title: 'Doubles',
    means: 'Two rows of your table are one building. Move the listings of the first to the second.',
  },
  phantom: {
    title: 'Phantoms',
    means:
      'Only a misread address made these rows: their address has a unit, or every listing in them names another building.',
  },
  contradiction: {
    title: 'Listings in the wrong building',
    means: 'The address of the listing names another building of your table.',
  },
  missing: {
    title: 'Missing buildings',
    means: 'Listings of several units name an address that no row of your table has.',
  },
}
