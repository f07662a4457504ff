// Maps positions in folded text back to the original letters, so that names keep their accents.
import { foldToAscii } from '@plinth/matcher/internal/text/fold-text'
import { isPlainAscii, repair } from '@plinth/matcher/internal/text/repair'

/** A text as the matcher reads it, and as it was written. */
export interface OriginalText {
  /** Repaired and folded to ASCII: the positions of tokens refer to it. */
  readonly folded: string
  /** The letters as written, from a position of `folded` to another. */
  slice(start: number, end: number): string
}

export function originalText(text: string): OriginalText {
  if (isPlainAscii(text)) return { folded: text, slice: (start, end) => text.slice(start, end).trim() }
  const repaired = repair(text).normalize('NFC')
  const folded = foldToAscii(repair(text))
  /** Where each folded character comes from. */
  const origins: number[] = []
  let rebuilt = ''
  for (let at = 0; at < repaired.length; ) {
    const letter = String.fromCodePoint(repaired.codePointAt(at)!)
    const piece = foldToAscii(letter)
    for (let i = 0; i < piece.length; i++) origins.push(at)
    rebuilt += piece
    at += letter.length
  }
  origins.push(repaired.length)
  if (rebuilt !== folded) return { folded, slice: (start, end) => folded.slice(start, end).trim() }
  return { folded, slice: (start, end) => repaired.slice(origins[start], origins[end]).trim() }
}
