// The fixed list of image sizes; clients cannot request others.

/** Maximum length of the longer side. Images are never enlarged. */
const MAX_SIDE_PX = { thumbnail: 320, medium: 960, full: 2000 } as const

export type RenderedVariant = keyof typeof MAX_SIDE_PX
/** `original` is the file that the record describes. */
export type Variant = 'original' | RenderedVariant

/** The order is part of the signature; add new variants at the end. */
export const VARIANTS: readonly Variant[] = ['original', 'thumbnail', 'medium', 'full']

export interface Size {
  readonly width: number
  readonly height: number
}

export function sizeOf(variant: RenderedVariant, { width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIDE_PX[variant] / Math.max(width, height))
  const side = (px: number) => Math.max(1, Math.round(px * scale))
  return { width: side(width), height: side(height) }
}

/** Only SVG images can be rendered in other sizes; other files are served as they are. */
export function isRenderable(media: Size & { readonly mime_type: string; readonly kind: string }): boolean {
  return media.mime_type === 'image/svg+xml' && media.kind !== 'video' && media.width > 0 && media.height > 0
}

/** Other records came without their file, for example from the export of another installation. */
export function isStored({ origin }: { readonly origin: string }): boolean {
  return origin.startsWith('drawing:')
}
