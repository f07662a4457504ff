// One case: the address as read, candidates with evidence and map, and background.
import { useMemo } from 'preact/hooks'
import type { CaseDetail, Reading } from '../../../../src/http/api-types.ts'
import { text as evidence } from '../../../evidence/evidence-text.ts'
import { fill } from '../../../language/choose-language.ts'
import { letterOf, pointsOf } from '../../../map/map-point.ts'
import { PointMap } from '../../../map/point-map.tsx'
import { CaseContext } from './case-context.tsx'
import { EvidenceTable } from './evidence-table.tsx'
import { HighlightedText } from './highlighted-text.tsx'
import { text } from './text.ts'
import './case-view.css'

const PARTS = Object.keys(evidence.parts) as (keyof typeof evidence.parts)[]

function describeReading(reading: Reading): string {
  return PARTS.filter((part) => reading[part])
    .map((part) => `${evidence.parts[part]} ${reading[part]}`)
    .join(' · ')
}

function Readings({ readings }: { readings: readonly Reading[] }) {
  const [best, ...others] = readings
  if (!best) return null
  return (
    <div class="readings">
      <p>
        <span class="quiet">{text.reading} </span>
        {describeReading(best)}
      </p>
      {others.length > 0 && (
        <details>
          <summary>{fill(text.otherReadings, { count: others.length })}</summary>
          <ul>
            {others.map((reading, i) => (
              <li key={i}>{describeReading(reading)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const candidatePoints = (candidates: CaseDetail['candidates']) =>
  pointsOf(candidates, ({ project_name }, index) => ({
    label: project_name,
    mark: letterOf(index),
    tone: index === 0 ? 'good' : 'stone',
  }))

/** Reused for the next case, so the map moves instead of loading again. */
export function CaseView({ of, onAccept }: { of: CaseDetail; onAccept: (index: number) => void }) {
  const points = useMemo(() => candidatePoints(of.candidates), [of.id, of.version])
  const readings = of.readings as unknown as readonly Reading[]
  const hints = [of.city, of.province, of.postal_code].filter(Boolean).join(', ')
  return (
    <>
      <HighlightedText value={of.text} reading={readings[0]} />
      {hints && (
        <p>
          <span class="quiet">{text.hints} </span>
          {hints}
        </p>
      )}
      <Readings readings={readings} />
      <div class="beside" style={{ '--right': '18rem', '--gap': 'var(--s4)' }}>
        <div>
          <EvidenceTable of={of} onAccept={onAccept} />
        </div>
        <div>
          <PointMap label={text.map} points={points} />
          <CaseContext of={of} />
        </div>
      </div>
    </>
  )
}
