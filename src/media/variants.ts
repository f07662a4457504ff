// The sizes a picture is handed out in: a closed list, so that nobody can make us render, or keep, a size of their own.

/** Most pixels of the longer side; the shape is kept and nothing is enlarged. */
const LONGEST_PX = { thumbnail: 320, medium: 960, full: 2000 } as const

export type RenderedVariant = keyof typeof LONGEST_PX
/** `original` is the file that `sha256`, `bytes` and `mime_type` of the record speak of. */
export type Variant = 'original' | RenderedVariant

/** The order is part of the signature; a new one comes last. */
export const VARIANTS: readonly Variant[] = ['original', 'thumbnail', 'medium', 'full']

export interface Size {
  readonly width: number
  readonly height: number
}

export function sizeOf(variant: RenderedVariant, { width, height }: Size): Size {
  const shrink = Math.min(1, LONGEST_PX[variant] / Math.max(width, height))
  const side = (px: number) => Math.max(1, Math.round(px * shrink))
  return { width: side(width), height: side(height) }
}

/** What can be drawn in other sizes; a film or a file of another kind is only handed out as it is. */
export function isRenderable(media: Size & { readonly mime_type: string; readonly kind: string }): boolean {
  return media.mime_type === 'image/svg+xml' && media.kind !== 'video' && media.width > 0 && media.height > 0
}
