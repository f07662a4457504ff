// Creates a media row; draws the image once for its size and hash.
import { hash } from 'node:crypto'
import type { MediaKind } from '../catalog/records/record-schemas.ts'
import type { MediaRow } from '../ingest/record/row.ts'
import { draw } from './drawings/draw.ts'
import type { PlanMemo } from './drawings/floor-plan.ts'
import type { DrawingKind, DrawingValues } from './drawings/origin.ts'
import { directInput, drawingOrigin } from './drawings/origin.ts'

export type MediaSpec = {
  key: string
  kind: MediaKind
  title: string | null
  alt: string
  drawing: DrawingKind
  values: DrawingValues
  floor_plan_key?: string | null
}

export function drawnMedia(spec: MediaSpec, position: number, memo?: PlanMemo): MediaRow {
  const { svg, width, height } = draw(spec.drawing, directInput(spec.values), memo)
  return {
    key: spec.key,
    floor_plan_key: spec.floor_plan_key ?? null,
    kind: spec.kind,
    title: spec.title,
    alt: spec.alt,
    position,
    is_cover: position === 0,
    mime_type: 'image/svg+xml',
    // Drawings are ASCII, so characters are bytes.
    bytes: svg.length,
    sha256: hash('sha256', svg),
    width,
    height,
    rights: 'Demonstration drawing, free to use',
    origin: drawingOrigin(spec.drawing, spec.values),
  }
}
