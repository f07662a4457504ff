// A media row from an origin: draws it once to know its size and fingerprint.
import { hash } from 'node:crypto'
import type { MediaKind } from '../catalog/records/record-schemas.ts'
import type { MediaRow } from '../ingest/row.ts'
import { draw } from './drawings/draw.ts'
import type { PlanMemo } from './drawings/floor-plan.ts'
import type { DrawingKind, DrawingValues } from './drawings/origin.ts'
import { directInput, drawingOrigin } from './drawings/origin.ts'

export type MediaWish = {
  key: string
  kind: MediaKind
  title: string | null
  alt: string
  drawing: DrawingKind
  values: DrawingValues
  floor_plan_key?: string | null
}

export function drawnMedia(wish: MediaWish, position: number, memo?: PlanMemo): MediaRow {
  const { svg, width, height } = draw(wish.drawing, directInput(wish.values), memo)
  return {
    key: wish.key,
    floor_plan_key: wish.floor_plan_key ?? null,
    kind: wish.kind,
    title: wish.title,
    alt: wish.alt,
    position,
    is_cover: position === 0,
    mime_type: 'image/svg+xml',
    // Drawings are ASCII, so characters are bytes.
    bytes: svg.length,
    sha256: hash('sha256', svg),
    width,
    height,
    rights: 'Demonstration drawing, free to use',
    origin: drawingOrigin(wish.drawing, wish.values),
  }
}
