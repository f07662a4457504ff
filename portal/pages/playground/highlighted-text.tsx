// The typed text with its parts marked: a colour and a word for each.
import type { Reading } from '../../../src/contract/api-types.ts'
import { text as words } from '../../parts/evidence-text.ts'
import type { Part } from '../../parts/highlights.ts'
import { findHighlights, PARTS } from '../../parts/highlights.ts'
import { text } from './text.ts'

interface Piece {
  readonly text: string
  readonly part: Part | null
}

function piecesOf(typed: string, reading: Reading): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { part, from, to } of findHighlights(typed, reading)) {
    if (from > at) pieces.push({ text: typed.slice(at, from), part: null })
    pieces.push({ text: typed.slice(from, to), part })
    at = to
  }
  if (at < typed.length) pieces.push({ text: typed.slice(at), part: null })
  return pieces
}

function Marked({ part, value }: { part: Part; value: string }) {
  return (
    <mark class={`part ${part}`}>
      <span>{value}</span>
      <small>{words.parts[part]}</small>
    </mark>
  )
}

export function HighlightedText({ typed, reading, small }: { typed: string; reading: Reading; small?: boolean }) {
  const pieces = piecesOf(typed, reading)
  const missing = PARTS.filter((part) => reading[part] !== null && !pieces.some((piece) => piece.part === part))
  return (
    <div class={small ? 'marked small' : 'marked'}>
      <p>
        {pieces.map((piece, i) =>
          piece.part ? <Marked key={i} part={piece.part} value={piece.text} /> : <span key={i}>{piece.text}</span>,
        )}
      </p>
      {missing.length > 0 && !small && (
        <p class="elsewhere">
          {missing.map((part) => (
            <Marked key={part} part={part} value={reading[part]!} />
          ))}
          <span class="quiet">{text.notInText}</span>
        </p>
      )}
    </div>
  )
}

const same = (a: Reading, b: Reading) => JSON.stringify(a) === JSON.stringify(b)

interface ReadingsProps {
  readonly typed: string
  readonly parsed: Reading | null
  readonly readings: readonly Reading[]
}

export function Readings({ typed, parsed, readings }: ReadingsProps) {
  const others = readings.filter((reading) => !parsed || !same(reading, parsed))
  return (
    <section class="card" aria-label={text.reading}>
      <h2>{text.reading}</h2>
      {parsed && others.length > 0 && <p class="quiet">{text.won}</p>}
      {parsed ? <HighlightedText typed={typed} reading={parsed} /> : <p class="quiet">{text.unread}</p>}
      {others.length > 0 && (
        <details>
          <summary>{text.others(others.length)}</summary>
          {others.map((reading, i) => (
            <HighlightedText key={i} typed={typed} reading={reading} small />
          ))}
        </details>
      )}
    </section>
  )
}
