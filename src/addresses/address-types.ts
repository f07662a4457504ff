// The description of an address: its standard form, its parts, and what is known about its place.
import type { Province } from '../catalog/records/record-schemas.ts'

export const PART_NAMES = [
  'unit',
  'civic_number',
  'civic_number_to',
  'number_suffix',
  'street_name',
  'street_type',
  'direction',
  'city',
  'province',
  'postal_code',
] as const
export type PartName = (typeof PART_NAMES)[number]

/** `given`: as typed · `corrected`: typed differently · `inferred`: added from what is known · `unknown`: missing. */
export const UNDERSTOOD = ['given', 'corrected', 'inferred', 'unknown'] as const
export type Understood = (typeof UNDERSTOOD)[number]

export interface AddressPart {
  readonly name: PartName
  readonly value: string | null
  readonly as_given: string | null
  readonly understood: Understood
}

export const UNIT_KINDS = [
  'apartment',
  'suite',
  'unit',
  'penthouse',
  'townhouse',
  'basement',
  'floor',
  'room',
  'lot',
  'parking',
  'locker',
  'other',
] as const
export type UnitKind = (typeof UNIT_KINDS)[number]

export interface StandardizedAddress {
  /** `1203-1480 Howe St`; null if there is no street. */
  readonly line: string | null
  readonly city: string | null
  readonly province: Province | null
  readonly postal_code: string | null
  /** All of it in one line. */
  readonly text: string
  /** The lines of an envelope, in capitals, as Canada Post recommends. */
  readonly mailing: readonly string[]
  readonly language: 'en' | 'fr'
}

export interface Municipality {
  readonly name: string
  readonly province: Province | null
  /** The part of it that the address names, such as North York. */
  readonly district: string | null
  /** The metropolitan area, such as Greater Toronto. */
  readonly part_of: string | null
  readonly known: boolean
}

export interface StreetKnowledge {
  readonly name: string | null
  readonly known: boolean
  readonly numbers: { readonly from: number; readonly to: number } | null
  /** Null if the numbers of the street or of the address are unknown. */
  readonly includes_number: boolean | null
  readonly source: 'buildings' | 'street_list' | null
}

export interface PostalCodeCheck {
  readonly given: string
  /** It is complete and can exist. */
  readonly valid: boolean
  /** Its first three characters fit the municipality. */
  readonly fits: boolean | null
}

export interface ApproximatePoint {
  readonly latitude: number
  readonly longitude: number
  readonly accuracy: 'street' | 'city'
}

export interface AddressDescription {
  readonly standardized: StandardizedAddress
  readonly parts: readonly AddressPart[]
  readonly municipality: Municipality | null
  readonly street: StreetKnowledge
  readonly unit: { readonly value: string; readonly kind: UnitKind } | null
  readonly postal_code: PostalCodeCheck | null
  readonly point: ApproximatePoint | null
  readonly outside_canada: boolean
}
