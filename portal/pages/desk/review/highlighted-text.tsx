// The address as typed, with the recognized parts highlighted.
import type { Reading } from '../../../../src/http/api-types.ts'
import { text } from '../../../evidence/evidence-text.ts'
import { segmentsOf } from '../../../evidence/highlights.ts'
import type { Tone } from '../../../parts/badge.tsx'

const TONES: Readonly<Partial<Record<string, Tone>>> = {
  civic_number: 'stone',
  civic_number_to: 'stone',
  street_name: 'info',
  unit: 'warn',
  city: 'good',
  province: 'good',
  postal_code: 'good',
}

export function HighlightedText({ value, reading }: { value: string; reading: Reading | undefined }) {
  const segments = reading ? segmentsOf(value, reading) : [{ text: value, part: null }]
  return (
    <p class="typed">
      {segments.map(({ text: piece, part }, i) =>
        part ? (
          <mark class={`part ${TONES[part] ?? ''}`} key={i} title={text.parts[part]}>
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </p>
  )
}
