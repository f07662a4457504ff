// A media row from an origin: draws it once to know its size and fingerprint.
import { hash } from 'node:crypto'
import type { MediaKind } from '../catalog/model.ts'
import type { MediaRow } from '../ingest/row.ts'
import { drawMedia } from './drawings/draw.ts'
import type { PlanMemo } from './drawings/floor-plan.ts'

export type MediaWish = {
  key: string
  kind: MediaKind
  title: string | null
  alt: string
  origin: string
  floor_plan_key?: string | null
}

export function drawnMedia(wish: MediaWish, position: number, memo?: PlanMemo): MediaRow {
  const { svg, width, height } = drawMedia(wish.origin, memo)
  return {
    key: wish.key,
    floor_plan_key: wish.floor_plan_key ?? null,
    kind: wish.kind,
    title: wish.title,
    alt: wish.alt,
    position,
    is_cover: position === 0,
    mime_type: 'image/svg+xml',
    bytes: Buffer.byteLength(svg),
    sha256: hash('sha256', svg),
    width,
    height,
    rights: 'Demonstration drawing, free to use',
    origin: wish.origin,
  }
}
