// A time series chart (uPlot) in the page's colours.
import 'uplot/dist/uPlot.min.css'
import './plot.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { formatDate, NO_VALUE } from '../language/format.ts'
import { logTicks } from './log-ticks.ts'
import { formatTick } from './time-ticks.ts'

export interface Series {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** A CSS custom property, such as `--stone`. */
  readonly colour: string
  readonly kind?: 'line' | 'steps' | 'bars'
  readonly dashed?: boolean
}

interface PlotProps {
  readonly label: string
  /** Unix seconds, ascending. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  readonly height?: number
  /** On a log axis a change of a tenth has the same height at every value; for values above zero. Linear from zero by default. */
  readonly axis?: 'linear' | 'log'
}

function coloursOf(element: Element): (name: string) => string {
  const style = getComputedStyle(element)
  return (name) => style.getPropertyValue(name).trim()
}

function pathsOf(kind: Series['kind']): uPlot.Series.PathBuilder | undefined {
  if (kind === 'bars') return uPlot.paths.bars!({ size: [0.7, 40] })
  return kind === 'steps' ? uPlot.paths.stepped!({ align: 1 }) : undefined
}

const formatTicks: uPlot.Axis.Values = (_, ticks, _axis, _space, distance) =>
  ticks.map((seconds) => formatTick(seconds, distance))

const formatTime = (seconds: number | null) =>
  formatDate(seconds === null ? null : new Date(seconds * 1000).toISOString())

export function Plot({ label, times, series, format: say, height = 220, axis: kind = 'linear' }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  useEffect(() => {
    const element = box.current!
    const draw = (): uPlot => {
      const colour = coloursOf(element)
      const isLog = kind === 'log'
      const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } }
      // Leave room for the outer halves of the first and last bars.
      const margin = series.some(({ kind }) => kind === 'bars') ? ((times[1] ?? 0) - (times[0] ?? 0)) / 2 : 0
      const options: uPlot.Options = {
        width: element.clientWidth,
        height,
        legend: { show: false },
        hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)] },
        scales: {
          x: { range: (_, min, max) => [min - margin, max + margin] },
          y: isLog
            ? { distr: 3, range: (_, min, max) => [min * 0.95, max * 1.05] }
            : { range: (_, _min, max) => [0, (max || 1) * 1.08] },
        },
        axes: [
          { ...axis, values: formatTicks },
          {
            ...axis,
            size: 70,
            values: (_, ticks) => ticks.map(say),
            ...(isLog ? { splits: (_u, _axis, min, max) => logTicks(min, max), filter: (_u, ticks) => ticks } : {}),
          },
        ],
        series: [
          {},
          ...series.map(({ label: name, colour: token, kind, dashed }) => {
            const paths = pathsOf(kind)
            return {
              label: name,
              stroke: colour(token),
              width: kind === 'bars' ? 0 : 2,
              ...(kind === 'bars' ? { fill: colour(token) } : {}),
              ...(dashed ? { dash: [6, 4] } : {}),
              ...(paths ? { paths } : {}),
              points: { show: kind !== 'bars' && times.length < 40 },
            }
          }),
        ],
      }
      return new uPlot(options, [[...times], ...series.map(({ values }) => [...values])] as uPlot.AlignedData, element)
    }
    let plot = draw()
    const redraw = () => {
      plot.destroy()
      plot = draw()
    }
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    return () => {
      observer.disconnect()
      scheme.removeEventListener('change', redraw)
      plot.destroy()
    }
  }, [times, series, height])
  return (
    <>
      <div class="plot" ref={box} role="img" aria-label={label} />
      <Legend times={times} series={series} format={say} pointed={pointed} />
    </>
  )
}

interface LegendProps extends Pick<PlotProps, 'times' | 'series' | 'format'> {
  /** The index under the pointer. */
  readonly pointed: number | null
}

/** Values under the pointer; without a pointer, the latest ones. */
function Legend({ times, series, format: say, pointed }: LegendProps) {
  const at = pointed ?? times.length - 1
  return (
    <ul class="row number legend">
      <li class="quiet">{formatTime(times[at] ?? null)}</li>
      {series.map(({ label, values, colour }) => (
        <li key={label}>
          <span class="swatch" style={{ background: `var(${colour})` }} />
          {label} <strong>{values[at] == null ? NO_VALUE : say(values[at])}</strong>
        </li>
      ))}
    </ul>
  )
}
