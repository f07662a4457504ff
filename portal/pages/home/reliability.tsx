// Stated confidence against measured accuracy: one small chart per way of matching.
import { useState } from 'preact/hooks'
import type { Calibration } from '../../../src/contract/api-types.ts'
import { Choice } from '../../parts/choice.tsx'
import { formatNumber } from '../../parts/format.ts'
import { text } from './text.ts'

type Bin = Calibration['reliability'][number]
type Input = Bin['input']

const STRATA = ['exact', 'partial', 'fuzzy', 'name'] as const satisfies readonly Bin['stratum'][]
const SIZE = 200
const LEFT = 34
const BOTTOM = 26
const GAP = 8
const x = (share: number) => LEFT + share * (SIZE - LEFT - GAP)
const y = (share: number) => SIZE - BOTTOM - share * (SIZE - BOTTOM - GAP)
/** The interval of a smaller bin covers most of the chart, so it is drawn faintly. */
const FEW = 50

const countOf = (bins: readonly Bin[]) => bins.reduce((sum, { n }) => sum + n, 0)
const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** Logarithmic, because bin sizes differ by a factor of a thousand. */
const radiusOf = ({ n }: Bin) => 2 + Math.log10(Math.max(1, n))

function Point({ bin }: { bin: Bin }) {
  const { said, was, low, high, n } = bin
  return (
    <g class={n < FEW ? 'few' : undefined}>
      <line class="interval" x1={x(said)} x2={x(said)} y1={y(low)} y2={y(high)} />
      <circle cx={x(said)} cy={y(was)} r={radiusOf(bin)}>
        <title>{text.point(percent(said), percent(was), percent(low), percent(high), formatNumber(n))}</title>
      </circle>
    </g>
  )
}

function Panel({ stratum, bins }: { stratum: Bin['stratum']; bins: readonly Bin[] }) {
  const title = text.strata[stratum]
  return (
    <figure>
      <figcaption>
        <strong>{title}</strong> <span class="quiet">{text.matches(formatNumber(countOf(bins)))}</span>
      </figcaption>
      <svg class="reliability" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={text.panel(title)}>
        {[0, 0.5, 1].map((tick) => (
          <g key={tick}>
            <line class="grid-line" x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
            <line class="grid-line" x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(1)} />
            <text x={x(tick)} y={y(0) + 14} text-anchor={tick === 1 ? 'end' : 'middle'}>
              {`${tick * 100}%`}
            </text>
            <text x={x(0) - 5} y={y(tick) + 4} text-anchor="end">
              {`${tick * 100}%`}
            </text>
          </g>
        ))}
        <line class="perfect" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
        {bins.map((bin) => (
          <Point key={`${bin.measured_on} ${bin.said}`} bin={bin} />
        ))}
      </svg>
    </figure>
  )
}

function BinTable({ bins }: { bins: readonly Bin[] }) {
  return (
    <details>
      <summary>{text.allBins}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.stratum}</th>
            <th scope="col" class="number">
              {text.statedConfidence}
            </th>
            <th scope="col" class="number">
              {text.shareCorrect}
            </th>
            <th scope="col" class="number">
              {text.interval}
            </th>
            <th scope="col" class="number">
              {text.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ stratum, said, was, low, high, n }) => (
            <tr key={`${stratum} ${said}`}>
              <td>{text.strata[stratum]}</td>
              <td class="number">{percent(said)}</td>
              <td class="number">{percent(was)}</td>
              <td class="number">{`${percent(low)} – ${percent(high)}`}</td>
              <td class="number">{formatNumber(n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

export function Reliability({ bins }: { bins: readonly Bin[] }) {
  const [input, setInput] = useState<Input>(() => (bins.some((bin) => bin.input === 'hints') ? 'hints' : 'text'))
  const inputs = (['hints', 'text'] as const).filter((value) => bins.some((bin) => bin.input === value))
  const chosen = bins.filter((bin) => bin.input === input)
  const panels = STRATA.map((stratum) => ({ stratum, bins: chosen.filter((bin) => bin.stratum === stratum) }))
  return (
    <div class="reliability-charts">
      {inputs.length > 1 && (
        <Choice
          label={text.inputs}
          options={inputs.map((value) => ({ value, label: text.input[value] }))}
          value={input}
          onChange={setInput}
        />
      )}
      <div class="panels">
        {panels.map((panel) => panel.bins.length > 0 && <Panel key={panel.stratum} {...panel} />)}
      </div>
      <p class="quiet">{text.axes}</p>
      <BinTable bins={panels.flatMap((panel) => panel.bins)} />
    </div>
  )
}
