// Words of the vocabulary one slip away: `Stret` for Street, `Xt Andre` for St Andre. Only asked where nothing else explains a word.

import { DIRECTIONS } from './gazetteer/directions.ts'
import { STREET_TYPES } from './gazetteer/street-types.ts'
import { PARTICLES, SAINTS } from './gazetteer/words.ts'
import { editDistance } from './similarity.ts'
import type { Token } from './token.ts'
import { WORD } from './token.ts'
import { VOCABULARY } from './vocabulary.ts'

const LONGEST = 14

/** The word itself and all that is left of it when one letter is lost: words one edit apart share one of these. */
function shadows(word: string): string[] {
  const out = [word]
  for (let i = 0; i < word.length; i++) out.push(word.slice(0, i) + word.slice(i + 1))
  return out
}

function shadowMap(words: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>()
  for (const word of words)
    for (const shadow of shadows(word)) {
      const list = map.get(shadow)
      if (!list) map.set(shadow, [word])
      else if (!list.includes(word)) list.push(word)
    }
  return map
}

/** Of types that may be names only the long ones, written out: `Cedar Hill Cross` is no Crossing. */
const TYPE_WORDS = STREET_TYPES.flatMap((t) => {
  const words = t.words.split(' ')
  return t.name ? words.slice(0, 1).filter((w) => w.length >= 5) : words.filter((w) => w.length >= 3)
})
const FIRST_WORDS = new Set(STREET_TYPES.map((t) => t.words.split(' ')[0] as string))
const SMALL_WORDS = new Set(`${SAINTS} ${PARTICLES}`.split(' '))
const NAME_WORDS = [...VOCABULARY].filter(
  ([text, w]) => w.canon !== null && (text.length >= 4 || SMALL_WORDS.has(text)),
)

const types = shadowMap(TYPE_WORDS)
const names = shadowMap(NAME_WORDS.map(([text]) => text))

/** In a short word a wrong letter makes another word (`Lake` for Lane), but a lost, doubled or swapped one does not. */
function isSlipOfShort(typed: string, word: string): boolean {
  if (typed.length < word.length) return word.length >= 4 || word === 'rue'
  if (typed.length > word.length) return shadows(typed).some((s, i) => s === word && typed[i - 1] === typed[i])
  return [...typed].sort().join('') === [...word].sort().join('')
}

/** Words written out: `Cross` is not the abbreviation of Croissant. */
const isWrittenOut = (word: string): boolean => word.length >= 6 || (word.length === 5 && FIRST_WORDS.has(word))

const isSlip = (typed: string, word: string): boolean =>
  typed !== word && editDistance(typed, word, 1) === 1 && (isWrittenOut(word) || isSlipOfShort(typed, word))

const isSlipInName = (typed: string, word: string): boolean => editDistance(typed, word, 1) === 1

/** The longest known word that `typed` is a slip of. */
function nearest(
  map: ReadonlyMap<string, readonly string[]>,
  typed: string,
  fits: (typed: string, word: string) => boolean,
): string | null {
  if (typed.length < 2 || typed.length > LONGEST) return null
  let best: string | null = null
  for (const shadow of shadows(typed))
    for (const word of map.get(shadow) ?? []) if (word.length > (best?.length ?? 0) && fits(typed, word)) best = word
  return best
}

/** Id of the street type that an unknown word is a slip of, 0 when it is of none. */
export function misspeltType(token: Token): number {
  if (token.kind !== WORD || token.word) return 0
  const word = nearest(types, token.text, isSlip)
  return word === null ? 0 : (VOCABULARY.get(word)?.type ?? 0)
}

/** Types that are no names. */
const FULL_TYPES = STREET_TYPES.map((t) => (t.name ? '' : (t.words.split(' ')[0] as string)))

/** `5599 Cooney Roa` at the end of a field of fixed width: the type whose beginning is left, 0 when there is none. */
export function cutType(token: Token): number {
  if (token.kind !== WORD || token.word || token.text.length < 3) return 0
  return Math.max(
    0,
    FULL_TYPES.findIndex((full) => full.startsWith(token.text)),
  )
}

const SIDES = DIRECTIONS.flatMap((d) => d.words.split(' ')).filter((w) => w.length >= 4)
const sides = shadowMap(SIDES)

/** `Southw`, `Wset`: the direction that an unknown word behind a street was cut from or is a slip of; 0 for none, and for `Southest`, which is one of two. */
export function misspeltDirection(token: Token): number {
  if (token.kind !== WORD || token.word || token.text.length > LONGEST) return 0
  const cut = token.text.length >= 6 ? SIDES.find((side) => side.startsWith(token.text)) : undefined
  let found = cut ? (VOCABULARY.get(cut)?.direction ?? 0) : 0
  if (found) return found
  for (const shadow of shadows(token.text))
    for (const word of sides.get(shadow) ?? []) {
      const direction = isSlipInName(token.text, word) ? (VOCABULARY.get(word)?.direction ?? 0) : 0
      if (direction && found && direction !== found) return 0
      found ||= direction
    }
  return found
}

const GLUED_SMALL = /^(dela|des|de|du|la|le|the|ste|st)(.{3,})$/

/** `Rue duHavre`, `STCLAIR`: a small word that was glued to the name. */
function unglued(text: string): string | null {
  const parts = GLUED_SMALL.exec(text)
  if (!parts) return null
  const [, small = '', rest = ''] = parts
  return (VOCABULARY.get(small)?.canon ?? '') + (VOCABULARY.get(rest)?.canon ?? rest)
}

/** The name with its unknown words put right, run together: `Xt Andre` → saintandre, `The West Nall` → westmall; null when all is known or nothing is near. */
export function mendedKey(tokens: readonly Token[], from: number, to: number): string | null {
  let key = ''
  let isMended = false
  for (let i = from; i < to; i++) {
    const t = tokens[i] as Token
    const isUnknown = t.kind === WORD && !t.word
    const word = isUnknown ? nearest(names, t.text, isSlipInName) : null
    const mended = word === null ? (isUnknown ? unglued(t.text) : null) : VOCABULARY.get(word)?.canon
    if (mended != null) isMended = true
    key += mended ?? t.canon
  }
  return isMended && key !== '' ? key : null
}
