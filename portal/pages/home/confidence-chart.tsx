// Shows how accurate the confidence is: charts and figures of the live model.

import type { Calibration as CalibrationData } from '../../../src/http/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { fill } from '../../language/choose-language.ts'
import { formatDecimal, formatNumber, formatShare } from '../../language/format.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import type { Column } from '../../tables/data-table.tsx'
import { PlainTable } from '../../tables/data-table.tsx'
import { measuredOnText, testSetName } from './test-set-text.ts'
import { text } from './text.ts'
import { WrongPerThousand } from './wrong-per-thousand.tsx'

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <strong class="block big">{value}</strong>
      <span class="quiet">{label}</span>
    </div>
  )
}

/** One decimal would round to 100%. */
const DECIMALS = 2

type Figures = CalibrationData['figures'][number]

const COLUMNS: readonly Column<Figures>[] = [
  { key: 'set', title: text.set, cell: ({ set }) => testSetName(set) },
  { key: 'n', title: text.count, number: true, cell: ({ n }) => formatNumber(n) },
  {
    key: 'precision',
    title: text.precisionHeading,
    number: true,
    cell: ({ precision_95 }) => formatShare(precision_95, DECIMALS),
  },
  { key: 'recall', title: text.recallHeading, number: true, cell: ({ recall_95 }) => formatShare(recall_95, DECIMALS) },
]

function TestSets({ figures }: { figures: CalibrationData['figures'] }) {
  return (
    <details>
      <summary>{text.allSets}</summary>
      <PlainTable label={text.allSets} columns={COLUMNS} rows={figures} />
    </details>
  )
}

/** Real listings, some of them without a building in the index: most like a customer's feed. */
const HEADLINE_SET = 'listings, some absent'

export function Calibration() {
  const calibration = useLoad('calibration', (signal) => plinth.buildingLinks.calibration({ signal }))
  return (
    <WhenLoaded result={calibration} lines={6}>
      {({ reliability, figures }) => {
        const testSets = figures.filter(({ held_out }) => held_out)
        const headline = testSets.find(({ set }) => set === HEADLINE_SET) ?? testSets[0]
        const sets = [...new Set(reliability.map(({ measured_on }) => measuredOnText(measured_on)))].join(' · ')
        return (
          <>
            <p>{text.calibrationLead}</p>
            <WrongPerThousand bins={reliability} />
            {headline && (
              <div class="row" style={{ gap: 'var(--s5)' }}>
                <Figure value={formatShare(headline.precision_95, DECIMALS)} label={text.precision} />
                <Figure value={formatShare(headline.recall_95, DECIMALS)} label={text.recall} />
                <Figure value={formatDecimal(headline.ece, 4)} label={text.error} />
              </div>
            )}
            {headline && <p class="quiet">{fill(text.figuresOf, { n: formatNumber(headline.n) })}</p>}
            <p class="quiet">{fill(text.measuredOn, { sets })}</p>
            <TestSets figures={testSets} />
          </>
        )
      }}
    </WhenLoaded>
  )
}
