// The typed text with each part highlighted and labelled.
import type { Reading } from '../../../src/http/api-types.ts'
import { AddressPart } from '../../evidence/address-part.tsx'
import type { Segment } from '../../evidence/highlights.ts'
import { PARTS, segmentsOf } from '../../evidence/highlights.ts'
import { fill } from '../../language/choose-language.ts'
import { text } from './text.ts'

const CONTEXT_LENGTH = 100

function shortSegments(typed: string, reading: Reading): Segment[] {
  const segments = segmentsOf(typed, reading)
  return segments.map((segment, i) =>
    segment.part ? segment : { ...segment, text: shorten(segment.text, i > 0, i < segments.length - 1) },
  )
}

/** Leaves out the middle of a long text between the parts of an address. */
function shorten(text: string, isAfterPart: boolean, isBeforePart: boolean): string {
  if (text.length <= 3 * CONTEXT_LENGTH) return text
  const start = isAfterPart || !isBeforePart ? text.slice(0, CONTEXT_LENGTH) : ''
  const end = isBeforePart ? text.slice(-CONTEXT_LENGTH) : ''
  return `${start} … ${end}`.toWellFormed()
}

export function HighlightedText({ typed, reading, small }: { typed: string; reading: Reading; small?: boolean }) {
  const segments = shortSegments(typed, reading)
  const missing = PARTS.filter((part) => reading[part] !== null && !segments.some((segment) => segment.part === part))
  return (
    <div class={small ? 'highlighted small' : 'highlighted'}>
      <p>
        {segments.map((segment, i) =>
          segment.part ? (
            <AddressPart key={i} part={segment.part} value={segment.text} labelled />
          ) : (
            <span key={i}>{segment.text}</span>
          ),
        )}
      </p>
      {missing.length > 0 && !small && (
        <p class="row inferred">
          {missing.map((part) => (
            <AddressPart key={part} part={part} value={reading[part]!} labelled />
          ))}
          <span class="quiet">{text.notInText}</span>
        </p>
      )}
    </div>
  )
}

const isSame = (a: Reading, b: Reading) => JSON.stringify(a) === JSON.stringify(b)

interface ReadingsProps {
  readonly typed: string
  readonly parsed: Reading | null
  readonly readings: readonly Reading[]
}

export function Readings({ typed, parsed, readings }: ReadingsProps) {
  const others = readings.filter((reading) => !parsed || !isSame(reading, parsed))
  return (
    <section class="card" aria-label={text.reading}>
      <h2>{text.reading}</h2>
      {parsed && others.length > 0 && <p class="quiet">{text.bestReading}</p>}
      {parsed ? <HighlightedText typed={typed} reading={parsed} /> : <p class="quiet">{text.unreadable}</p>}
      {others.length > 0 && (
        <details>
          <summary>{fill(text.others, { count: others.length })}</summary>
          {others.map((reading, i) => (
            <HighlightedText key={i} typed={typed} reading={reading} small />
          ))}
        </details>
      )}
    </section>
  )
}
