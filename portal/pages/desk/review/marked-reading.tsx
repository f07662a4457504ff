// The listing's text with what was read in it marked in place.
import type { CaseDetail } from '../../../../src/contract/types.ts'
import { text } from '../../../text/desk-review.ts'
import { sayWord } from '../../../text/format.ts'

type Reading = CaseDetail['readings'][number]

const PARTS = ['unit', 'civic_number', 'civic_number_to', 'street_name', 'city', 'postal_code', 'province'] as const
const NAMES: Readonly<Record<string, string>> = text.componentNames

interface Mark {
  readonly part: string
  readonly from: number
  readonly to: number
}

/** Letter for letter, so that places stay: what folds to more or fewer letters is left as it is. */
function fold(written: string): string {
  return [...written]
    .map((letter) => {
      const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      return plain.length === letter.length ? plain : letter
    })
    .join('')
}

function marksOf(written: string, reading: Reading): Mark[] {
  const folded = fold(written)
  const marks: Mark[] = []
  for (const part of PARTS) {
    const value = reading[part]
    if (!value) continue
    const words = fold(value)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    if (words.length === 0) continue
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]*')}(?![\\p{L}\\p{N}])`, 'gu')
    for (const found of folded.matchAll(pattern)) {
      const mark = { part, from: found.index, to: found.index + found[0].length }
      if (marks.some(({ from, to }) => from < mark.to && mark.from < to)) continue
      marks.push(mark)
      break
    }
  }
  return marks.sort((a, b) => a.from - b.from)
}

export function MarkedReading({ written, reading }: { written: string; reading: Reading | undefined }) {
  const pieces = []
  let at = 0
  for (const { part, from, to } of reading ? marksOf(written, reading) : []) {
    if (from > at) pieces.push(written.slice(at, from))
    pieces.push(
      <mark class={`part ${part}`} key={part} title={NAMES[part] ?? sayWord(part)}>
        {written.slice(from, to)}
      </mark>,
    )
    at = to
  }
  pieces.push(written.slice(at))
  return <p class="case-text">{pieces}</p>
}
