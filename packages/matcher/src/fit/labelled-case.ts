// Labelled cases that a model is fitted and measured on, and the held-out split.

import type { StreetIndex } from '../index/street-index.ts'
import type { StreetLexicon } from '../index/street-lexicon.ts'
import { hashOf } from '../index/string-table.ts'
import type { MatchBuilding, MatchQuery } from '../types/match-query.ts'

export interface LabelledCase {
  readonly id: string
  readonly text: string
  readonly city: string | null
  readonly province: string | null
  readonly postal?: string | null
  readonly lat?: number | null
  readonly lng?: number | null
  readonly building_name?: string | null
  readonly condo_corp?: string | null
  readonly listed_on?: string | null
  /** The key of the right building; null when it is not in the index. */
  readonly truth: string | null
  /** Keys of other buildings that are right too. */
  readonly also?: readonly string[]
  /** The group whose towers are all right, when the text names only the project. */
  readonly truthGroup?: string | null
  readonly kind: string
  /** The building the case is made from. It decides whether the case is held out. */
  readonly source: string
}

/** Cases with the buildings to match them against, as an index or to build one from. */
export type CaseBlock = {
  readonly name: string
  readonly cases: readonly LabelledCase[]
  /** How much a case counts in fitting. Default 1. */
  readonly weight?: number | ((c: LabelledCase) => number)
} & (
  | { readonly index: StreetIndex }
  | { readonly buildings: Iterable<MatchBuilding>; readonly streets?: StreetLexicon | undefined }
)

export const queryOf = (c: LabelledCase): MatchQuery => ({
  address: c.text,
  city: c.city,
  province: c.province,
  postal: c.postal ?? null,
  lat: c.lat ?? null,
  lng: c.lng ?? null,
  building_name: c.building_name ?? null,
  condo_corp: c.condo_corp ?? null,
  listed_on: c.listed_on ?? null,
})

/** Reports whether the case has a right answer in the index. */
export const hasAnswer = (c: LabelledCase): boolean => c.truth !== null || c.truthGroup != null

export function isRightBuilding(index: StreetIndex, building: number, c: LabelledCase): boolean {
  const key = index.keys.get(building)
  if (key === c.truth || c.also?.includes(key)) return true
  const group = index.group[building] as number
  return c.truthGroup != null && group >= 0 && index.groups.get(group) === c.truthGroup
}

/** Hashes a text to a number from 0 to 1. */
export function share(text: string): number {
  const hash = Math.imul(hashOf(text), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 4294967296
}

/** Three buildings in ten are held out from fitting. */
export const isHeldOut = (building: string): boolean => share(`held out ${building}`) < 0.3
