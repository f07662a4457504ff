// The listing's text with what was read in it marked in place.
import type { Reading } from '../../../../src/contract/api-types.ts'
import { text } from '../../../parts/evidence-text.ts'
import { findHighlights } from '../../../parts/highlights.ts'

export function HighlightedText({ written, reading }: { written: string; reading: Reading | undefined }) {
  const pieces = []
  let at = 0
  for (const { part, from, to } of reading ? findHighlights(written, reading) : []) {
    if (from > at) pieces.push(written.slice(at, from))
    pieces.push(
      <mark class={`part ${part}`} key={from} title={text.parts[part]}>
        {written.slice(from, to)}
      </mark>,
    )
    at = to
  }
  pieces.push(written.slice(at))
  return <p class="case-text">{pieces}</p>
}
