// From an origin to its drawing: the one entrance to everything drawn here. Pure, so the same origin is always the same bytes.
import { drawBrochure, drawKeyPlate, drawLogo, drawPriceList, drawSitePlan } from './documents.ts'
import { drawExterior } from './exterior.ts'
import { drawFloorPlan } from './floor-plan.ts'
import { drawAmenity, drawInterior } from './interior.ts'
import type { Drawing, DrawingInput, DrawingKind } from './origin.ts'
import { readOrigin } from './origin.ts'

const PAINTERS: Readonly<Record<DrawingKind, (input: DrawingInput) => Drawing>> = {
  exterior: drawExterior,
  photo: drawExterior,
  interior: drawInterior,
  amenity: drawAmenity,
  floor_plan: drawFloorPlan,
  key_plate: drawKeyPlate,
  site_plan: drawSitePlan,
  logo: drawLogo,
  brochure: drawBrochure,
  price_list: drawPriceList,
}

export function drawMedia(origin: string): Drawing {
  const { kind, input } = readOrigin(origin)
  return PAINTERS[kind](input)
}
