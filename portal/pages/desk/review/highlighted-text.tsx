// The address as typed, with the recognized parts highlighted.
import type { Reading } from '../../../../src/http/api-types.ts'
import { text } from '../../../evidence/evidence-text.ts'
import { findHighlights } from '../../../evidence/highlights.ts'
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
  const pieces = []
  let position = 0
  for (const { part, from, to } of reading ? findHighlights(value, reading) : []) {
    if (from > position) pieces.push(value.slice(position, from))
    pieces.push(
      <mark class={`part ${TONES[part] ?? ''}`} key={from} title={text.parts[part]}>
        {value.slice(from, to)}
      </mark>,
    )
    position = to
  }
  pieces.push(value.slice(position))
  return <p class="typed">{pieces}</p>
}
