// One case on one screen: the text as it was read, candidates with their evidence and on the map, and what is known beside.
import { useMemo } from 'preact/hooks'
import type { CaseDetail, Reading } from '../../../../src/contract/api-types.ts'
import { text as words } from '../../../parts/evidence-text.ts'
import { formatNumber } from '../../../parts/format.ts'
import { PointMap } from '../../../parts/point-map.tsx'
import { CaseContext } from './case-context.tsx'
import { EvidenceTable, letterOf } from './evidence-table.tsx'
import { HighlightedText } from './highlighted-text.tsx'
import { text } from './text.ts'

const PARTS = Object.keys(words.parts) as (keyof typeof words.parts)[]

function sayReading(reading: Reading): string {
  return PARTS.filter((part) => reading[part])
    .map((part) => `${words.parts[part]} ${reading[part]}`)
    .join(' · ')
}

function Readings({ readings }: { readings: readonly Reading[] }) {
  const [won, ...others] = readings
  if (!won) return null
  return (
    <div class="readings">
      <p>
        <span class="quiet">{text.reading} </span>
        {sayReading(won)}
      </p>
      {others.length > 0 && (
        <details>
          <summary>{text.otherReadings(formatNumber(others.length))}</summary>
          <ul>
            {others.map((reading, i) => (
              <li key={i}>{sayReading(reading)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function pointsOf(candidates: CaseDetail['candidates']) {
  return candidates.flatMap(({ latitude, longitude, project_name }, place) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            id: place,
            latitude,
            longitude,
            label: project_name,
            mark: letterOf(place),
            tone: place === 0 ? ('good' as const) : ('stone' as const),
          },
        ],
  )
}

/** Not made anew for each case: the map stays and looks elsewhere, and everything is where the eye was. */
export function CaseView({ of, onChoose }: { of: CaseDetail; onChoose: (place: number) => void }) {
  const points = useMemo(() => pointsOf(of.candidates), [of.id, of.version])
  const readings = of.readings as unknown as readonly Reading[]
  const hints = [of.city, of.province, of.postal_code].filter(Boolean).join(', ')
  return (
    <>
      <HighlightedText written={of.text} reading={readings[0]} />
      {hints && (
        <p class="hints">
          <span class="quiet">{text.hints} </span>
          {hints}
        </p>
      )}
      <Readings readings={readings} />
      <div class="case-parts">
        <div>
          <EvidenceTable of={of} onChoose={onChoose} />
        </div>
        <div>
          <PointMap label={text.map} points={points} />
          <CaseContext of={of} />
        </div>
      </div>
    </>
  )
}
