// Generates the units of a project on sale: number, floor, price and status.
import type { FloorPlanRow, UnitRow } from '../ingest/record/row.ts'
import type { Random } from './drawings/random.ts'
import type { Slot } from './floor-plans.ts'
import { towerKey } from './floor-plans.ts'
import { printed } from './pricing.ts'

/** `nextPhase`: released units are sold out, some units wait for the next release. */
export function unitsOf(
  random: Random,
  plans: readonly FloorPlanRow[],
  slots: readonly Slot[],
  towers: number,
  isTown: boolean,
  nextPhase: boolean,
): UnitRow[] {
  const soldShare = 0.25 + random.next() * 0.5
  return slots.map(({ tower, plan: at, floor, position }, order) => {
    const plan = plans[at]!
    const number = isTown ? `TH${order + 1}` : `${floor}${String(position).padStart(2, '0')}`
    const label = towers > 1 ? `${towerKey(tower).toUpperCase()}-${number}` : number
    const climb = 1 + 0.0032 * (floor - (plan.floor_min ?? floor))
    const status = nextPhase && random.chance(0.3) ? 'unreleased' : statusOf(random, plan.availability, soldShare)
    return {
      key: label,
      floor_plan_key: plan.key,
      unit_number: label,
      floor,
      exposure: plan.exposure[0] ?? null,
      interior_sqft: plan.interior_sqft,
      price: plan.price === null ? null : printed(plan.price * climb),
      status,
    }
  })
}

function statusOf(random: Random, availability: FloorPlanRow['availability'], soldShare: number): UnitRow['status'] {
  if (availability === 'sold_out') return 'sold'
  if (availability === 'coming_soon') return 'unreleased'
  if (availability === 'withdrawn') return 'withdrawn'
  if (availability === 'on_hold') return 'held'
  const left = availability === 'limited' ? 0.12 : 1 - soldShare
  const draw = random.next()
  if (draw < left * 0.62) return 'available'
  if (draw < left * 0.72) return 'reserved'
  if (draw < left * 0.78) return 'held'
  if (draw < left) return 'unreleased'
  return 'sold'
}
