// Draws how costs grow with the number of projects, as an SVG: one panel per cost, both axes logarithmic.
import { whole } from '../../shared/tables.ts'

export interface Panel {
  readonly title: string
  readonly unit: string
  readonly lines: readonly PlotLine[]
}

interface PlotLine {
  readonly name: string
  /** [projects, cost] */
  readonly points: readonly (readonly [size: number, cost: number])[]
}

const [WIDTH, HEIGHT, LEFT, TOP, GAP] = [240, 150, 52, 62, 74]
const COLUMNS = 3
const MIN_DECADES = 2

/** Readable on light and on dark pages. */
const STYLE = `
svg { --page: #fff; --text: #24292f; --grid: #d8dee4; --same: #8c959f; --a: #0b6bcb; --b: #c1121f; --c: #2a7d4f }
@media (prefers-color-scheme: dark) {
  svg { --page: #0d1117; --text: #e6edf3; --grid: #30363d; --same: #848d97; --a: #58a6ff; --b: #ff7b72; --c: #56d364 }
}
text { fill: var(--text) } .grid { stroke: var(--grid) } .same { stroke: var(--same); stroke-dasharray: 4 4 }
.line { fill: none; stroke-width: 2 } .a { stroke: var(--a) } .b { stroke: var(--b) } .c { stroke: var(--c) }
circle { fill: var(--page); stroke-width: 2 } .title { font-weight: bold } .number { font-size: 11px }`

const CLASSES = ['a', 'b', 'c']

export function drawGrowth(panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / COLUMNS)
  const width = LEFT + COLUMNS * (WIDTH + GAP) - GAP + 30
  const height = rows * (HEIGHT + TOP + 40) + 30
  const drawn = panels.map((panel, n) => {
    const [left, top] = [LEFT + (n % COLUMNS) * (WIDTH + GAP), TOP + Math.floor(n / COLUMNS) * (HEIGHT + TOP + 40)]
    return `<g transform="translate(${left} ${top})">\n${drawPanel(panel)}\n</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Costs against the number of projects">
<style>${STYLE}</style>
<rect width="${width}" height="${height}" fill="var(--page)"/>
${drawn.join('\n')}
<text x="${LEFT}" y="${height - 14}">across: projects · dashed: grows as the projects do</text>
</svg>
`
}

function drawPanel({ title, unit, lines }: Panel): string {
  const points = lines.flatMap((line) => line.points)
  const x = scaleOf(
    points.map(([size]) => size),
    WIDTH,
    0,
  )
  const y = scaleOf(
    points.map(([, cost]) => cost),
    HEIGHT,
    MIN_DECADES,
  )
  const at = (value: number) => (HEIGHT - y.place(value)).toFixed(1)
  const [firstSize] = x.ends
  const start = lines[0]!.points[0]![1]
  return [
    `<text class="title" x="0" y="-34">${title}, ${unit}</text>`,
    ...x.decades.map(
      (size) =>
        `<path class="grid" d="M${x.place(size).toFixed(1)} 0V${HEIGHT}"/>` +
        `<text class="number" x="${x.place(size).toFixed(1)}" y="${HEIGHT + 16}" text-anchor="middle">${short(size)}</text>`,
    ),
    ...y.decades.map(
      (cost) =>
        `<path class="grid" d="M0 ${at(cost)}H${WIDTH}"/>` +
        `<text class="number" x="-6" y="${Number(at(cost)) + 4}" text-anchor="end">${short(cost)}</text>`,
    ),
    proportional(start, firstSize, x, y),
    ...lines.map((line, n) => drawLine(line, CLASSES[n]!, x, at)),
    drawLegend(lines),
  ].join('\n')
}

/** What would grow as the projects do, until it leaves the panel. */
function proportional(start: number, firstSize: number, x: Scale, y: Scale): string {
  const size = Math.min(x.ends[1], (firstSize * y.ends[1]) / start)
  const [from, to] = [HEIGHT - y.place(start), HEIGHT - y.place((start * size) / firstSize)]
  return `<path class="same" d="M${x.place(firstSize).toFixed(1)} ${from.toFixed(1)}L${x.place(size).toFixed(1)} ${to.toFixed(1)}"/>`
}

function drawLine({ name, points }: PlotLine, style: string, x: Scale, at: (value: number) => string): string {
  const places = points.map(([size, cost]) => `${x.place(size).toFixed(1)} ${at(cost)}`)
  const dots = points.map(([size, cost]) => {
    const title = `<title>${name} ${whole(size)} projects: ${whole(cost)}</title>`
    return `<circle class="${style}" cx="${x.place(size).toFixed(1)}" cy="${at(cost)}" r="3.5">${title}</circle>`
  })
  return `<path class="line ${style}" d="M${places.join('L')}"/>${dots.join('')}`
}

function drawLegend(lines: readonly PlotLine[]): string {
  let left = 0
  const entries = lines.map(({ name }, n) => {
    const entry = `<path class="line ${CLASSES[n]}" d="M${left} -16h14"/><text x="${left + 18}" y="-12">${name}</text>`
    left += 34 + name.length * 7
    return name && entry
  })
  return entries.join('')
}

interface Scale {
  readonly ends: readonly [from: number, to: number]
  readonly decades: readonly number[]
  readonly place: (value: number) => number
}

/** Whole decades around the values. */
function scaleOf(values: readonly number[], length: number, minDecades: number): Scale {
  const from = Math.floor(Math.log10(Math.min(...values)))
  const to = Math.max(Math.ceil(Math.log10(Math.max(...values))), from + minDecades)
  const decades = Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n))
  return {
    ends: [10 ** from, 10 ** to],
    decades,
    place: (value) => ((Math.log10(value) - from) / (to - from)) * length,
  }
}

const short = (value: number): string =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(2)))
