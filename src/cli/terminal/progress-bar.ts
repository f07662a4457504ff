// The bar of progress lines, and the terminal they are written to.

export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Moves to the start of the line and clears it. */
export const CLEAR_LINE = '\r\u001b[K'

const WIDTH = 24

/** `share` is between 0 and 1. */
export function progressBar(share: number): string {
  const full = Math.round(share * WIDTH)
  return '█'.repeat(full) + '░'.repeat(WIDTH - full)
}
