// The address as typed, with the recognized parts highlighted.
import type { Reading } from '../../../../src/http/api-types.ts'
import { AddressPart } from '../../../evidence/address-part.tsx'
import { segmentsOf } from '../../../evidence/highlights.ts'

export function HighlightedText({ value, reading }: { value: string; reading: Reading | undefined }) {
  const segments = reading ? segmentsOf(value, reading) : [{ text: value, part: null }]
  return (
    <p class="typed">
      {segments.map(({ text: piece, part }, i) => (part ? <AddressPart key={i} part={part} value={piece} /> : piece))}
    </p>
  )
}
