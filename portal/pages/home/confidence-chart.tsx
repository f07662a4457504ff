// How sure it is: what was said against what was true, drawn from the live model's own table.
import type { Calibration } from '../../../src/contract/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { formatNumber, humanize } from '../../parts/format.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import { text } from './text.ts'

const SIZE = 320
const EDGE = 40
const at = (share: number) => EDGE + share * (SIZE - EDGE - 10)
const up = (share: number) => SIZE - EDGE - share * (SIZE - EDGE - 10)

type Bin = Calibration['reliability'][number]

/** Counts differ by a thousand times: the area of a dot grows with their logarithm. */
const radiusOf = ({ n }: Bin) => 3 + Math.log10(Math.max(1, n)) * 1.6

function Reliability({ bins }: { bins: readonly Bin[] }) {
  return (
    <svg class="reliability" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={text.sureLead}>
      {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1={at(0)} x2={at(1)} y1={up(tick)} y2={up(tick)} />
          <line class="grid-line" x1={at(tick)} x2={at(tick)} y1={up(0)} y2={up(1)} />
          <text x={at(tick)} y={up(0) + 16} text-anchor="middle">
            {tick}
          </text>
          <text x={at(0) - 6} y={up(tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      <line class="perfect" x1={at(0)} y1={up(0)} x2={at(1)} y2={up(1)} />
      {bins.map((bin) => (
        <circle key={`${bin.measured_on} ${bin.said}`} cx={at(bin.said)} cy={up(bin.was)} r={radiusOf(bin)}>
          <title>{`${bin.said.toFixed(3)} → ${bin.was.toFixed(3)}, ${text.answers(formatNumber(bin.n))}`}</title>
        </circle>
      ))}
      <text class="axis" x={at(0.5)} y={SIZE - 6} text-anchor="middle">
        {text.said}
      </text>
      <text class="axis" transform={`translate(11 ${up(0.5)}) rotate(-90)`} text-anchor="middle">
        {text.was}
      </text>
    </svg>
  )
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div class="figure">
      <strong>{value}</strong>
      <span>{label}</span>
    </div>
  )
}

function Sets({ figures }: { figures: Calibration['figures'] }) {
  return (
    <details>
      <summary>{text.allSets}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.set}</th>
            <th scope="col" class="number">
              {text.count}
            </th>
            <th scope="col" class="number">
              {text.shortPrecision}
            </th>
            <th scope="col" class="number">
              {text.shortRecall}
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ set, n, precision_95, recall_95 }) => (
            <tr key={set}>
              <td>{humanize(set)}</td>
              <td class="number">{formatNumber(n)}</td>
              <td class="number">{fine(precision_95)}</td>
              <td class="number">{fine(recall_95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Real listings with negatives among them: what a caller's own feed is like. */
const HARDEST = 'listings, some absent'

/** Two decimals where one would say 100 %. */
const fine = (share: number) => `${(share * 100).toFixed(2)} %`

export function HowSure() {
  const measured = useLoad('calibration', (signal) => plinth.buildingLinks.calibration({ signal }))
  return (
    <>
      <h2>{text.sure}</h2>
      <WhenLoaded result={measured} lines={6}>
        {({ reliability, figures }) => {
          const heldOut = figures.filter(({ held_out }) => held_out)
          const best = heldOut.find(({ set }) => set === HARDEST) ?? heldOut[0]
          const sets = [...new Set(reliability.map(({ measured_on }) => measured_on))].join(' · ')
          return (
            <div class="beside sure">
              <Reliability bins={reliability} />
              <div>
                <p>{text.sureLead}</p>
                {best && (
                  <div class="figures">
                    <Figure value={fine(best.precision_95)} label={text.precision} />
                    <Figure value={fine(best.recall_95)} label={text.recall} />
                    <Figure value={best.ece.toFixed(4)} label={text.error} />
                  </div>
                )}
                {best && <p class="quiet">{text.figuresOf(formatNumber(best.n))}</p>}
                <p class="quiet">{text.measured(sets)}</p>
                <Sets figures={heldOut} />
              </div>
            </div>
          )
        }}
      </WhenLoaded>
    </>
  )
}
