// Marks the parts of a label that someone typed.

import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { VOCABULARY } from '@plinth/matcher/internal/text/vocabulary'
import { editDistance } from '../../kernel/text.ts'
import type { QueryWord } from './query-words.ts'

/** From a position up to, but without, another, in UTF-16 units. */
export type Highlight = [start: number, end: number]

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu
const MIN_TYPO = 4

/** In ascending order. Each word of the query marks one word of the label. */
export function highlightsOf(label: string, words: readonly QueryWord[]): Highlight[] {
  const used = new Set<number>()
  const marks: Highlight[] = []
  for (const { 0: text, index } of label.matchAll(WORD)) {
    const folded = foldWord(text)
    const at = bestWord(folded, words, used)
    if (at < 0) continue
    used.add(at)
    const typed = words[at]!.text
    // accents keep the length; other characters, such as ½, may not
    const isStart = folded.startsWith(typed) && folded.length === text.length
    marks.push([index, index + (isStart ? typed.length : text.length)])
  }
  return marks
}

const foldWord = (text: string) =>
  normalizeText(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** A word that starts the label's word, or else another spelling of it, or else one with a typo. */
function bestWord(folded: string, words: readonly QueryWord[], used: ReadonlySet<number>): number {
  const tests = [startsWord, isOtherSpelling, hasTypo]
  for (const test of tests) {
    const at = words.findIndex((word, i) => !used.has(i) && test(folded, word))
    if (at >= 0) return at
  }
  return -1
}

function startsWord(folded: string, { text, value, isOpen }: QueryWord): boolean {
  if (!folded.startsWith(text)) return false
  // 14 is a part of 1480 only while it is typed
  return value < 0 || isOpen || !/^\d/.test(folded.slice(text.length))
}

function isOtherSpelling(folded: string, { text, forms }: QueryWord): boolean {
  const [known, typed] = [VOCABULARY.get(folded), VOCABULARY.get(text)]
  if (forms.includes(known?.canon ?? folded)) return true
  if (!known || !typed) return false
  return (known.type > 0 && known.type === typed.type) || (known.direction > 0 && known.direction === typed.direction)
}

function hasTypo(folded: string, { text, value }: QueryWord): boolean {
  if (value >= 0 || text.length < MIN_TYPO) return false
  const lengths = [text.length - 1, text.length, text.length + 1]
  return folded.includes(text) || lengths.some((length) => editDistance(text, folded.slice(0, length), 2) < 2)
}
