// Step 3, the street: the few ways to divide the words behind a civic number into direction, type, name, type, direction.

import { rawKey, strongKey, wordsOf } from './names.ts'
import type { Token } from './token.ts'
import { BREAK, CLOSE, COMMA, HASH, NUMBER, OPEN, POSTAL, WORD } from './token.ts'

export interface StreetPhrase {
  /** Tokens of the name. */
  readonly from: number
  readonly to: number
  readonly type: number
  /** Direction in front of the name or of its type (`W Queen St`), and behind (`Queen St W`). */
  readonly preDirection: number
  readonly postDirection: number
  /** First token behind the whole phrase. */
  readonly end: number
  /** Words follow that nothing explains (`1480 Howe Downtown`). */
  readonly leftover: boolean
  /** A type or direction stood behind the type again (`Bloor St W St W`) and was passed over. */
  readonly doubled: boolean
  /** What was passed over is another type (`Victoria Park St` read as Victoria Park): a name to look up, not to correct. */
  readonly doubtful: boolean
  readonly raw: string
  readonly strong: string
  readonly words: string
}

/** Whether a city begins at a token, goes on there, or neither (0). */
export type Where = (i: number) => number
export const BEGINS = 1
export const GOES_ON = 2

const MAX_PHRASE = 10
const MAX_PHRASES = 10
const STOP = COMMA | BREAK | OPEN | CLOSE | HASH

/** Words that open a French street whatever follows: `rue du Parc` is no Park. */
const FRENCH_LEADS = new Set(
  'rue chemin ch boul boulevard montee rang croissant allee impasse ruelle terrasse carre quai autoroute via'.split(
    ' ',
  ),
)

/** A province is followed by nothing, a comma, a postal code or the country; `Sai nt-Denis` names none. */
function endsHere(next: Token | undefined): boolean {
  return !next || next.kind === POSTAL || (next.gap & STOP) !== 0 || next.text === 'canada'
}

/** Where the phrase that begins at `from` must end: punctuation, a postal code, a unit word, a province. */
function phraseEnd(tokens: readonly Token[], from: number): number {
  const limit = Math.min(tokens.length, from + MAX_PHRASE)
  let i = from
  for (; i < limit; i++) {
    const t = tokens[i] as Token
    if (t.kind === POSTAL) break
    // `2545, rue De Lorimier` and `1288 , avenue`: only between number and street may a comma stand
    if (t.gap & STOP && (i > from || t.gap & (BREAK | OPEN | HASH))) break
    if (i > from && t.word && (t.word.designator || (t.word.tower && i > from + 1))) break
    if (i > from + 1 && t.word?.province && t.word.type === 0 && t.word.direction === 0 && endsHere(tokens[i + 1]))
      break
  }
  return i
}

const typeAt = (tokens: readonly Token[], i: number, end: number): number =>
  i < end ? (tokens[i]?.word?.type ?? 0) : 0
const directionAt = (tokens: readonly Token[], i: number, end: number): number =>
  i < end ? tokens[i]?.word?.direction || tokens[i]?.word?.lateDirection || 0 : 0

/** All plausible divisions, the likeliest first. `isPlace` tells where a city begins, so that a name ends before it. */
export function streetPhrases(tokens: readonly Token[], from: number, isPlace: Where): StreetPhrase[] {
  const end = phraseEnd(tokens, from)
  const out: StreetPhrase[] = []
  if (end <= from) return out
  const make = (nameFrom: number, nameTo: number, type: number, pre: number, after: number): void => {
    if (nameTo <= nameFrom || out.length >= MAX_PHRASES) return
    let i = after
    let post = 0
    let doubled = false
    let doubtful = false
    // behind the name: direction, and whatever doubled tail the feed wrote (`Bloor St W St W`, `Ave W Ave`)
    while (i < end) {
      const direction = directionAt(tokens, i, end)
      if (direction && !(isPlace(i) && post)) {
        if (post) doubled = true
        else post = direction
        i++
      } else if (typeAt(tokens, i, end) && !isPlace(i)) {
        doubled = true
        if (type && typeAt(tokens, i, end) !== type) doubtful = true
        i++
      } else break
    }
    const next = tokens[i]
    const leftover = i < end && next?.kind === WORD && !isPlace(i) && !next.word?.label && !next.word?.house
    out.push({
      from: nameFrom,
      to: nameTo,
      type,
      preDirection: pre,
      postDirection: post,
      end: i,
      leftover,
      doubled,
      doubtful,
      raw: rawKey(tokens, nameFrom, nameTo),
      strong: strongKey(tokens, nameFrom, nameTo),
      words: wordsOf(tokens, nameFrom, nameTo),
    })
  }
  const starts: [number, number][] = [[from, 0]]
  const lead = tokens[from]?.word?.direction ?? 0
  if (lead && end > from + 1) starts.push([from + 1, lead])
  for (const [start, pre] of starts) divide(tokens, start, end, pre, make, isPlace)
  return out
}

type Make = (nameFrom: number, nameTo: number, type: number, pre: number, after: number) => void

function divide(tokens: readonly Token[], start: number, end: number, pre: number, make: Make, isPlace: Where): void {
  const first = tokens[start] as Token
  if (first.kind === NUMBER) {
    numbered(tokens, start, end, pre, make)
    return
  }
  // `177 St George`: in front, St is a saint
  const leads = first.word?.lead === true && !first.word.saint && end > start + 1
  const trailing = lastType(tokens, start + 1, end)
  const leadFirst = leads && (FRENCH_LEADS.has(first.text) || trailing < 0)
  if (leadFirst) french(tokens, start, end, pre, make, isPlace)
  if (trailing > 0) english(tokens, start, end, pre, make)
  if (leads && !leadFirst) french(tokens, start, end, pre, make, isPlace)
  // `Highway 7 E Richmond Hill`: the only type is part of a city
  if (!leadFirst && (trailing < 0 || isWithinPlace(trailing, isPlace))) typeless(tokens, start, end, pre, make, isPlace)
}

const isWithinPlace = (i: number, isPlace: Where): boolean => isPlace(i) === GOES_ON

/** No grid counts further: `2751 Rue Ontario` is a house. */
const HIGHEST_STREET = 500

/** `106 Street`, `16th Ave`, `10 SW`: a numbered street is its number, with at most a type and a direction. */
function numbered(tokens: readonly Token[], start: number, end: number, pre: number, make: Make): void {
  if ((tokens[start] as Token).value > HIGHEST_STREET) return
  const type = typeAt(tokens, start + 1, end)
  if (type) make(start, start + 1, type, pre, start + 2)
  else if (start + 1 < end && tokens[start + 1]?.canon === 'highway') make(start, start + 2, 0, pre, start + 2)
  else if (start + 1 >= end || directionAt(tokens, start + 1, end) || tokens[start]?.ordinal)
    make(start, start + 1, 0, pre, start + 1)
}

/** Position of the last type that could close the phrase, -1 when there is none. */
function lastType(tokens: readonly Token[], from: number, end: number): number {
  for (let i = end - 1; i >= from; i--) if (typeAt(tokens, i, end)) return i
  return -1
}

/** `rue Saint-Antoine Ouest`: type, name, direction. */
function french(tokens: readonly Token[], start: number, end: number, pre: number, make: Make, isPlace: Where): void {
  const type = typeAt(tokens, start, end)
  // the first word with letters is the name even when a city is called so: `chemin de la Côte-Saint-Luc`
  let first = start + 1
  while (first < end - 1 && tokens[first]?.canon === '') first++
  const stop = (bounded: boolean): number => {
    let to = first + 1
    while (
      to < end &&
      tokens[to]?.kind !== NUMBER &&
      !isUnitLabel(tokens[to]) &&
      !(bounded && isPlace(to) === BEGINS) &&
      !closes(tokens, to, end, isPlace)
    )
      to++
    return to
  }
  const to = stop(true)
  // `1 Avenue NW` is a numbered avenue without a house number, not number 1 on an avenue called NW
  if (to === start + 2 && isQuadrantWord(tokens[start + 1])) return
  make(start + 1, to, type, pre, to)
  const longest = stop(false)
  if (longest !== to) make(start + 1, longest, type, pre, longest)
}

/** `2310 Rue Ward Ph 14`: behind a name, `Ph` is a penthouse. */
const isUnitLabel = (token: Token | undefined): boolean =>
  token?.word?.label === true && token.word.type === 0 && token.word.direction === 0

function isQuadrantWord(token: Token | undefined): boolean {
  const direction = token?.word?.direction ?? 0
  return (direction & 3) !== 0 && (direction & 12) !== 0
}

/** A direction closes a name when nothing of the name can follow it. */
function closes(tokens: readonly Token[], i: number, end: number, isPlace: Where): boolean {
  if (!directionAt(tokens, i, end)) return false
  if (i + 1 < end && isPlace(i + 1) === BEGINS) return true
  const next = tokens[i + 1]
  return (
    i + 1 >= end ||
    next?.kind === NUMBER ||
    directionAt(tokens, i + 1, end) > 0 ||
    next?.word?.label === true ||
    typeAt(tokens, i + 1, end) > 0 ||
    i + 2 >= end
  )
}

/** `Lake Shore Blvd W`: name, type, direction; for every type that can be meant, the last first. */
function english(tokens: readonly Token[], start: number, end: number, pre: number, make: Make): void {
  for (let i = end - 1; i > start; i--) {
    const type = typeAt(tokens, i, end)
    if (!type) continue
    // `County Rd 42`, `Range Road 12`: the number is the name
    if (tokens[i - 1]?.word?.route && tokens[i + 1]?.kind === NUMBER && i + 1 < end) make(start, i + 2, 0, pre, i + 2)
    if (hasNumberInside(tokens, start, i)) continue
    if (rawIsEmpty(tokens, start, i)) {
      make(start, i + 1, 0, pre, i + 1)
      continue
    }
    make(start, i, type, pre, i + 1)
    // `99 The Donway W Way W`: a direction inside belongs behind
    if (i - 1 > start && directionAt(tokens, i - 1, end)) make(start, i - 1, type, pre, i - 1)
    // `Queens Quay W`, `Harrison Gdns`: the type may be part of the name
    if (tokens[i]?.word?.nameLike && !typeAt(tokens, i + 1, end)) make(start, i + 1, 0, pre, i + 1)
  }
}

/** `2 bedroom at 1480 Howe St`: no name has a number in its middle, but a route's. */
function hasNumberInside(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    const t = tokens[i] as Token
    if (t.kind === NUMBER && !t.ordinal && (t.value > 999 || !isRoute(tokens[i - 1]))) return true
  }
  return false
}

function rawIsEmpty(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (tokens[i]?.canon) return false
  return true
}

/** `1480 Howe`, `West Georgia`, `Hwy 7 E`: a name alone, up to a number, a place or the end; then shorter ones. */
function typeless(tokens: readonly Token[], start: number, end: number, pre: number, make: Make, isPlace: Where): void {
  const stop = (bounded: boolean): number => {
    let to = start + 1
    while (to < end && !(bounded && isPlace(to) === BEGINS) && !closes(tokens, to, end, isPlace)) {
      if (tokens[to]?.kind === NUMBER && !(to === start + 1 && isRoute(tokens[start]))) break
      to++
    }
    return to
  }
  const to = stop(true)
  // `Highway 7` is never `Highway`
  const shortest = Math.max(start + (isRoute(tokens[start]) && tokens[start + 1]?.kind === NUMBER ? 2 : 1), to - 2)
  for (let last = to; last >= shortest; last--) make(start, last, 0, pre, last)
  // `Higoway 7 E`: the number may belong to a route whose word is misspelled
  if (to < end && tokens[to]?.kind === NUMBER && (tokens[to] as Token).value < 1000) make(start, to + 1, 0, pre, to + 1)
  // `Crown Victoria`: a name may end in what is a city elsewhere
  const longest = stop(false)
  if (longest !== to) make(start, longest, 0, pre, longest)
}

/** `Highway 7`, `No. 2 Rd`: words whose number belongs to the name. */
function isRoute(token: Token | undefined): boolean {
  return token?.canon === 'highway' || token?.text === 'no' || token?.word?.route === true
}
