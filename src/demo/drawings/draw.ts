// Draws the image of an origin. Pure: the same origin gives the same bytes.
import { drawBrochure, drawKeyPlate, drawLogo, drawPriceList, drawSitePlan } from './documents.ts'
import { drawExterior } from './exterior.ts'
import type { PlanMemo } from './floor-plan.ts'
import { drawFloorPlan } from './floor-plan.ts'
import { drawAmenity, drawInterior } from './interior.ts'
import type { Drawing, DrawingInput, DrawingKind } from './origin.ts'
import { readOrigin } from './origin.ts'

const PAINTERS: Readonly<Record<Exclude<DrawingKind, 'floor_plan'>, (input: DrawingInput) => Drawing>> = {
  exterior: drawExterior,
  photo: drawExterior,
  interior: drawInterior,
  amenity: drawAmenity,
  key_plate: drawKeyPlate,
  site_plan: drawSitePlan,
  logo: drawLogo,
  brochure: drawBrochure,
  price_list: drawPriceList,
}

export function drawMedia(origin: string): Drawing {
  const { kind, input } = readOrigin(origin)
  return draw(kind, input)
}

/** `memo` caches plan layouts when drawing many plans. */
export function draw(kind: DrawingKind, input: DrawingInput, memo?: PlanMemo): Drawing {
  return kind === 'floor_plan' ? drawFloorPlan(input, memo) : PAINTERS[kind](input)
}
