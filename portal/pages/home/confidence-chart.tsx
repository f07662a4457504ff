// Charts stated confidence against measured accuracy, from the live model.
import type { Calibration as CalibrationData } from '../../../src/contract/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { formatNumber, humanize } from '../../parts/format.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import { text } from './text.ts'

const SIZE = 320
const MARGIN = 40
const x = (share: number) => MARGIN + share * (SIZE - MARGIN - 10)
const y = (share: number) => SIZE - MARGIN - share * (SIZE - MARGIN - 10)

type Bin = CalibrationData['reliability'][number]

/** Logarithmic, because bin sizes differ by a factor of a thousand. */
const radiusOf = ({ n }: Bin) => 3 + Math.log10(Math.max(1, n)) * 1.6

function Reliability({ bins }: { bins: readonly Bin[] }) {
  return (
    <svg class="reliability" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={text.calibrationLead}>
      {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <line class="grid-line" x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(1)} />
          <text x={x(tick)} y={y(0) + 16} text-anchor="middle">
            {tick}
          </text>
          <text x={x(0) - 6} y={y(tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      <line class="perfect" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
      {bins.map((bin) => (
        <circle key={`${bin.measured_on} ${bin.said}`} cx={x(bin.said)} cy={y(bin.was)} r={radiusOf(bin)}>
          <title>{`${bin.said.toFixed(3)} → ${bin.was.toFixed(3)}, ${text.matches(formatNumber(bin.n))}`}</title>
        </circle>
      ))}
      <text class="axis" x={x(0.5)} y={SIZE - 6} text-anchor="middle">
        {text.statedConfidence}
      </text>
      <text class="axis" transform={`translate(11 ${y(0.5)}) rotate(-90)`} text-anchor="middle">
        {text.shareCorrect}
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

function TestSets({ figures }: { figures: CalibrationData['figures'] }) {
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
              {text.precisionHeading}
            </th>
            <th scope="col" class="number">
              {text.recallHeading}
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ set, n, precision_95, recall_95 }) => (
            <tr key={set}>
              <td>{humanize(set)}</td>
              <td class="number">{formatNumber(n)}</td>
              <td class="number">{formatShare(precision_95)}</td>
              <td class="number">{formatShare(recall_95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Real listings, some of them without a building in the index: most like a customer's feed. */
const HEADLINE_SET = 'listings, some absent'

/** Two decimals, because one would round to 100%. */
const formatShare = (share: number) => `${(share * 100).toFixed(2)}%`

export function Calibration() {
  const calibration = useLoad('calibration', (signal) => plinth.buildingLinks.calibration({ signal }))
  return (
    <>
      <h2>{text.calibration}</h2>
      <WhenLoaded result={calibration} lines={6}>
        {({ reliability, figures }) => {
          const testSets = figures.filter(({ held_out }) => held_out)
          const headline = testSets.find(({ set }) => set === HEADLINE_SET) ?? testSets[0]
          const sets = [...new Set(reliability.map(({ measured_on }) => measured_on))].join(' · ')
          return (
            <div class="beside calibration">
              <Reliability bins={reliability} />
              <div>
                <p>{text.calibrationLead}</p>
                {headline && (
                  <div class="figures">
                    <Figure value={formatShare(headline.precision_95)} label={text.precision} />
                    <Figure value={formatShare(headline.recall_95)} label={text.recall} />
                    <Figure value={headline.ece.toFixed(4)} label={text.error} />
                  </div>
                )}
                {headline && <p class="quiet">{text.figuresOf(formatNumber(headline.n))}</p>}
                <p class="quiet">{text.measuredOn(sets)}</p>
                <TestSets figures={testSets} />
              </div>
            </div>
          )
        }}
      </WhenLoaded>
    </>
  )
}
