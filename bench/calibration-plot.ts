// Draws the calibration plot of docs/ as a small SVG: stated confidence against accuracy.

import type { CalibrationBin } from '../src/matcher/decide/model-shape.ts'

const SIZE = 360
const MARGIN = 46

export function drawCalibrationPlot(bins: readonly CalibrationBin[]): string {
  const x = (p: number): string => (MARGIN + p * SIZE).toFixed(1)
  const y = (p: number): string => (MARGIN + (1 - p) * SIZE).toFixed(1)
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (p) =>
      `<path d="M${x(p)} ${y(0)}V${y(1)}M${x(0)} ${y(p)}H${x(1)}" stroke="#ddd"/>` +
      `<text x="${x(p)}" y="${Number(y(0)) + 16}" text-anchor="middle">${p}</text><text x="${Number(x(0)) - 8}" y="${Number(y(p)) + 4}" text-anchor="end">${p}</text>`,
  )
  const dots = bins.map((b) => {
    const radius = Math.max(3, Math.min(12, 2 * Math.log10(b.n + 1) + 1)).toFixed(1)
    // error bars of two standard errors
    const spread = 2 * Math.sqrt(Math.max(b.was * (1 - b.was), 1 / (b.n + 4)) / (b.n + 4))
    const low = Math.max(0, b.was - spread)
    const high = Math.min(1, b.was + spread)
    return `<path d="M${x(b.said)} ${y(low)}V${y(high)}" stroke="#2a6f97"/><circle cx="${x(b.said)}" cy="${y(b.was)}" r="${radius}" fill="#2a6f97" fill-opacity=".75"><title>stated ${b.said}, right ${b.was}, n ${b.n}</title></circle>`
  })
  const whole = SIZE + 2 * MARGIN
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" width="${whole}" height="${whole}" font-family="sans-serif" font-size="12" role="img" aria-label="Reliability of the confidence">
<rect width="${whole}" height="${whole}" fill="#fff"/>
${grid.join('\n')}
<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#999" stroke-dasharray="4 4"/>
${dots.join('\n')}
<text x="${whole / 2}" y="${whole - 8}" text-anchor="middle">stated confidence</text>
<text transform="translate(12 ${whole / 2}) rotate(-90)" text-anchor="middle">share that is right</text>
</svg>
`
}
