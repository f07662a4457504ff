// Draws the calibration plot of docs/ as an SVG: one panel per stratum, stated confidence against accuracy.

import type { CalibrationBin, Stratum } from '@plinth/matcher/internal/decide/model-shape'
import { STRATA } from '@plinth/matcher/internal/decide/model-shape'

const SIZE = 200
const MARGIN = 46
const PANEL = SIZE + 2 * MARGIN

const TITLES: Readonly<Record<Stratum, string>> = {
  exact: 'Exact address',
  partial: 'Partial address',
  fuzzy: 'Fuzzy address',
  name: 'Name or corporation',
}
const COLOURS = { hints: '#2a6f97', text: '#c1121f' } as const

/** Dots with their 95 % intervals. A larger dot stands for more answers. */
function dot({ input, said, was, low, high, n }: CalibrationBin, x: Axis, y: Axis): string {
  const radius = Math.max(2.5, Math.min(9, 1.6 * Math.log10(n + 1) + 1)).toFixed(1)
  const colour = COLOURS[input]
  const title = `<title>${input}: stated ${said}, right ${was} (${low} to ${high}), n ${n}</title>`
  return (
    `<path d="M${x(said)} ${y(low)}V${y(high)}" stroke="${colour}"/>` +
    `<circle cx="${x(said)}" cy="${y(was)}" r="${radius}" fill="${colour}" fill-opacity=".7">${title}</circle>`
  )
}

type Axis = (p: number) => string

function panel(stratum: Stratum, bins: readonly CalibrationBin[], at: number): string {
  const left = (at % 2) * PANEL
  const top = Math.floor(at / 2) * PANEL
  const x: Axis = (p) => (left + MARGIN + p * SIZE).toFixed(1)
  const y: Axis = (p) => (top + MARGIN + (1 - p) * SIZE).toFixed(1)
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (p) =>
      `<path d="M${x(p)} ${y(0)}V${y(1)}M${x(0)} ${y(p)}H${x(1)}" stroke="#ddd"/>` +
      `<text x="${x(p)}" y="${Number(y(0)) + 16}" text-anchor="middle">${p}</text>` +
      `<text x="${Number(x(0)) - 8}" y="${Number(y(p)) + 4}" text-anchor="end">${p}</text>`,
  )
  const answers = bins.reduce((sum, { n }) => sum + n, 0).toLocaleString('en-CA')
  return [
    `<text x="${x(0)}" y="${Number(y(1)) - 12}" font-weight="bold">${TITLES[stratum]}, ${answers} answers</text>`,
    ...grid,
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#999" stroke-dasharray="4 4"/>`,
    ...bins.map((bin) => dot(bin, x, y)),
  ].join('\n')
}

export function drawCalibrationPlot(bins: readonly CalibrationBin[]): string {
  const width = 2 * PANEL
  const height = width + 30
  const panels = STRATA.map((stratum, i) =>
    panel(
      stratum,
      bins.filter((bin) => bin.stratum === stratum),
      i,
    ),
  )
  const legend = (input: keyof typeof COLOURS, label: string, x: number): string =>
    `<circle cx="${x}" cy="${height - 20}" r="6" fill="${COLOURS[input]}"/><text x="${x + 12}" y="${height - 16}">${label}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Reliability of the confidence by kind of answer">
<rect width="${width}" height="${height}" fill="#fff"/>
${panels.join('\n')}
${legend('hints', 'with hints', MARGIN)}
${legend('text', 'text only', MARGIN + 100)}
<text x="${width - MARGIN}" y="${height - 16}" text-anchor="end">across: stated confidence · up: share that is right</text>
</svg>
`
}
