// Computes project fields derived from its plans and developers. Pure.
import type { FloorPlan } from './record-schemas.ts'

export function pricePerSqft(price: number | null, areaSqft: number): number | null {
  return price === null || areaSqft <= 0 ? null : Math.round(price / areaSqft)
}

/** Ignores withdrawn plans and plans without a price per square foot. */
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

export function developerDisplay(developers: readonly { readonly name: string }[]): string | null {
  return developers.length === 0 ? null : developers.map(({ name }) => name).join(' & ')
}
