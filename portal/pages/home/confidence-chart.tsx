// Shows how accurate the confidence is: charts and figures of the live model.
import type { Calibration as CalibrationData } from '../../../src/http/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { fill } from '../../parts/choose-language.ts'
import { formatDecimal, formatNumber, formatShare } from '../../parts/format.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import { measuredOnText, testSetName } from './test-set-text.ts'
import { text } from './text.ts'
import { WrongPerThousand } from './wrong-per-thousand.tsx'

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
              <td>{testSetName(set)}</td>
              <td class="number">{formatNumber(n)}</td>
              <td class="number">{formatShare(precision_95, DECIMALS)}</td>
              <td class="number">{formatShare(recall_95, DECIMALS)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Real listings, some of them without a building in the index: most like a customer's feed. */
const HEADLINE_SET = 'listings, some absent'

/** One decimal would round to 100%. */
const DECIMALS = 2

export function Calibration() {
  const calibration = useLoad('calibration', (signal) => plinth.buildingLinks.calibration({ signal }))
  return (
    <>
      <h2>{text.calibration}</h2>
      <WhenLoaded result={calibration} lines={6}>
        {({ reliability, figures }) => {
          const testSets = figures.filter(({ held_out }) => held_out)
          const headline = testSets.find(({ set }) => set === HEADLINE_SET) ?? testSets[0]
          const sets = [...new Set(reliability.map(({ measured_on }) => measuredOnText(measured_on)))].join(' · ')
          return (
            <div class="calibration">
              <p>{text.calibrationLead}</p>
              <WrongPerThousand bins={reliability} />
              {headline && (
                <div class="figures">
                  <Figure value={formatShare(headline.precision_95, DECIMALS)} label={text.precision} />
                  <Figure value={formatShare(headline.recall_95, DECIMALS)} label={text.recall} />
                  <Figure value={formatDecimal(headline.ece, 4)} label={text.error} />
                </div>
              )}
              {headline && <p class="quiet">{fill(text.figuresOf, { n: formatNumber(headline.n) })}</p>}
              <p class="quiet">{fill(text.measuredOn, { sets })}</p>
              <TestSets figures={testSets} />
            </div>
          )
        }}
      </WhenLoaded>
    </>
  )
}
