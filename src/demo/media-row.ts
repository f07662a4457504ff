// A media row from an origin: draws it once to know its size and fingerprint.
import { createHash } from 'node:crypto'
import type { MediaKind } from '../catalog/model.ts'
import type { MediaRow } from '../ingest/row.ts'
import { drawMedia } from './drawings/draw.ts'

export type MediaWish = {
  key: string
  kind: MediaKind
  title: string | null
  alt: string
  origin: string
  floor_plan_key?: string | null
}

export function drawnMedia(wish: MediaWish, position: number): MediaRow {
  const { svg, width, height } = drawMedia(wish.origin)
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
    sha256: createHash('sha256').update(svg).digest('hex'),
    width,
    height,
    rights: 'Demonstration drawing, free to use',
    origin: wish.origin,
  }
}
