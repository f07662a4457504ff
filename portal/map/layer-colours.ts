// What all layers of the map share: colours of the page, and fonts.

/** Reads a colour of the page's style sheet, such as `--land`. */
export type Colour = (token: string) => string

/** Names of local fonts, so that no font files are fetched. */
export const FONT = ['sans-serif']
export const BOLD = ['Bold']

export const halo = (colour: Colour, width: number) => ({
  'text-halo-color': colour('--land'),
  'text-halo-width': width,
})
