// What follows from a project's plans: the same when a row comes in and when the past is read. Pure.
import type { FloorPlan } from './record-schemas.ts'

export function pricePerSqft(price: number | null, areaSqft: number): number | null {
  return price === null || areaSqft <= 0 ? null : Math.round(price / areaSqft)
}

/** Lowest and highest price per square foot of the plans that have one. */
export function psfRange(plans: readonly Pick<FloorPlan, 'psf' | 'availability'>[]): [number | null, number | null] {
  let from: number | null = null
  let to: number | null = null
  for (const { psf, availability } of plans) {
    if (psf === null || availability === 'withdrawn') continue
    if (from === null || psf < from) from = psf
    if (to === null || psf > to) to = psf
  }
  return [from, to]
}

export function countAvailable(plans: readonly Pick<FloorPlan, 'availability'>[]): number {
  return plans.filter((plan) => plan.availability === 'available' || plan.availability === 'limited').length
}

/** Joint ventures are joined. */
export function developerDisplay(developers: readonly { readonly name: string }[]): string | null {
  return developers.length === 0 ? null : developers.map(({ name }) => name).join(' & ')
}
