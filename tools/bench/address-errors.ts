// Errors in an address that still mean the same building.

import type { Random } from '../shared/random.ts'
import type { AddressParts } from './address-parts.ts'
import { isNumbered, isTypeAlone, joinAddress, mainWord } from './address-parts.ts'
import { STREETS } from './cases/data/tables.ts'

export interface AddressError {
  readonly kind: string
  /** The address still means the same building. */
  readonly same: boolean
  /** The changed line; null when the error does not apply. */
  readonly apply: (a: AddressParts, random: Random) => string | null
}

const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function neighbour(letter: string, random: Random): string {
  const row = KEYBOARD.findIndex((r) => r.includes(letter))
  if (row < 0) return letter
  const at = (KEYBOARD[row] as string).indexOf(letter)
  const near = [
    KEYBOARD[row]?.[at - 1],
    KEYBOARD[row]?.[at + 1],
    KEYBOARD[row - 1]?.[at],
    KEYBOARD[row + 1]?.[at],
  ].filter(Boolean)
  return random.pick(near) as string
}

const isLetter = (c: string): boolean => /[a-z]/i.test(c)

export function withWord(a: AddressParts, at: number, word: string): string {
  return joinAddress(
    a.number,
    a.words.map((w, i) => (i === at ? word : w)),
  )
}

/** Edits the longest word of the name, if it has at least five letters. */
function misspell(a: AddressParts, random: Random, edit: (word: string, at: number) => string): string | null {
  const main = mainWord(a)
  const word = a.words[main]
  if (main < 0 || !word || word.length < 5) return null
  const at = random.below(word.length)
  if (!isLetter(word[at] as string)) return null
  const edited = edit(word, at)
  const changed = word === word.toUpperCase() ? edited.toUpperCase() : edited
  return changed.toLowerCase() === word.toLowerCase() ? null : withWord(a, main, changed)
}

export const cutAt = (word: string, at: number, insert: string, skip: number): string =>
  word.slice(0, at) + insert + word.slice(at + skip)

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

function without(a: AddressParts, at: number): string | null {
  return at < 0
    ? null
    : joinAddress(
        a.number,
        a.words.filter((_, i) => i !== at),
      )
}

export const swapType = (a: AddressParts, table: Readonly<Record<string, string>>): string | null => {
  const to = a.type < 0 ? undefined : table[(a.words[a.type] as string).toLowerCase()]
  return to ? withWord(a, a.type, to) : null
}

// The seed of each sample contains the kind: a new kind name changes the cases.
export const HARMLESS_ERRORS: readonly AddressError[] = [
  { kind: 'none', same: true, apply: (a) => joinAddress(a.number, a.words) },
  {
    kind: 'typo: other letter',
    same: true,
    apply: (a, r) => misspell(a, r, (w, at) => cutAt(w, at, r.pick([...ALPHABET]), 1)),
  },
  {
    kind: 'typo: keyboard',
    same: true,
    apply: (a, r) => misspell(a, r, (w, at) => cutAt(w, at, neighbour((w[at] as string).toLowerCase(), r), 1)),
  },
  { kind: 'typo: letter left out', same: true, apply: (a, r) => misspell(a, r, (w, at) => cutAt(w, at, '', 1)) },
  {
    kind: 'typo: letter too many',
    same: true,
    apply: (a, r) => misspell(a, r, (w, at) => cutAt(w, at, r.pick([...ALPHABET]), 0)),
  },
  {
    kind: 'typo: letters swapped',
    same: true,
    apply: (a, r) => misspell(a, r, (w, at) => (at + 1 < w.length ? cutAt(w, at, `${w[at + 1]}${w[at]}`, 2) : w)),
  },
  {
    kind: 'typo: by ear',
    same: true,
    apply: (a, r) =>
      misspell(a, r, (w) => {
        const fits = STREETS.SOUND_ALIKES.filter(([from]) => w.toLowerCase().indexOf(from) > 0)
        if (fits.length === 0) return w
        const [from, to] = r.pick(fits)
        return cutAt(w, w.toLowerCase().indexOf(from), to, from.length)
      }),
  },
  { kind: 'type missing', same: true, apply: (a) => (isNumbered(a) || isTypeAlone(a) ? null : without(a, a.type)) },
  { kind: 'type missing in a grid', same: true, apply: (a) => (isNumbered(a) ? without(a, a.type) : null) },
  { kind: 'direction missing', same: true, apply: (a) => without(a, a.direction) },
  { kind: 'other type', same: true, apply: (a) => (isNumbered(a) ? null : swapType(a, STREETS.OTHER_TYPES)) },
  {
    kind: 'direction added',
    same: true,
    apply: (a, r) =>
      a.direction >= 0 || isNumbered(a) ? null : joinAddress(a.number, [...a.words, r.pick(['N', 'S', 'E', 'W'])]),
  },
  {
    kind: 'direction on the other axis',
    same: true,
    apply: (a, r) => {
      const to = a.direction < 0 ? undefined : STREETS.AXES[(a.words[a.direction] as string).toLowerCase()]
      return to ? withWord(a, a.direction, r.pick(to)) : null
    },
  },
  {
    kind: 'word cut',
    same: true,
    apply: (a, r) => {
      const main = mainWord(a)
      const word = a.words[main]
      return word && word.length >= 8 ? withWord(a, main, word.slice(0, word.length - 1 - r.below(3))) : null
    },
  },
  {
    kind: 'word split',
    same: true,
    apply: (a, r) => {
      const main = mainWord(a)
      const word = a.words[main]
      if (!word || word.length < 6) return null
      const at = 3 + r.below(word.length - 5)
      return withWord(a, main, `${word.slice(0, at)} ${word.slice(at)}`)
    },
  },
  {
    kind: 'words glued',
    same: true,
    apply: (a) =>
      a.name.length < 2
        ? null
        : joinAddress(
            a.number,
            a.words.map((w, i) => (a.name.includes(i) && a.name.includes(i + 1) ? `${w}\u0000` : w)),
          ).replaceAll('\u0000 ', ''),
  },
  {
    kind: 'tail doubled',
    same: true,
    apply: (a) => joinAddress(a.number, [...a.words, ...a.words.slice(a.type > 0 ? a.type : a.words.length - 1)]),
  },
  { kind: 'letters in capitals', same: true, apply: (a) => joinAddress(a.number, a.words).toUpperCase() },
  {
    kind: 'mojibake',
    same: true,
    apply: (a) => {
      const t = joinAddress(a.number, a.words)
      const m = Buffer.from(t, 'utf8').toString('latin1')
      return m === t ? null : m
    },
  },
  {
    kind: 'accents dropped',
    same: true,
    apply: (a) => {
      const t = joinAddress(a.number, a.words)
      const m = t.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
      return m === t ? null : m
    },
  },
]
