// What all layers of the map share: colours of the page, and fonts.

/** Reads a colour of the page's style sheet, such as `--land`. */
export type Colour = (token: string) => string

/** The page's font. The map draws letters itself, so no glyph files are fetched. */
export const FONT = ['Inter Variable']
/** The first name sets the weight; there is no font of that name. */
export const BOLD = ['Bold', 'Inter Variable']

export const halo = (colour: Colour, width: number) => ({
  'text-halo-color': colour('--land'),
  'text-halo-width': width,
})
