// From an origin to its drawing: the one entrance to everything drawn here. Pure, so the same origin is always the same bytes.
import type { Drawing } from './origin.ts'
import { readOrigin } from './origin.ts'

export function drawMedia(origin: string): Drawing {
  const { kind } = readOrigin(origin)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800"><rect width="1200" height="800" fill="#e8e4da"/><text x="600" y="400" font-family="DejaVu Sans" font-size="40" text-anchor="middle">${kind}</text></svg>`
  return { svg, width: 1200, height: 800 }
}
