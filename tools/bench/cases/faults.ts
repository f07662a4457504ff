// Cases: several faults at once, scanner errors, dictation, missing spaces and swapped order.

import type { Random } from '../../shared/random.ts'
import type { AddressError } from '../address-errors.ts'
import { HARMLESS_ERRORS } from '../address-errors.ts'
import { splitAddress } from '../address-parts.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Draft, Home, Kinds, Make } from './case-pool.ts'
import { bareName, foldWord, lineOf } from './case-pool.ts'
import { STREETS } from './data/tables.ts'
import { spokenEnglish, spokenFrench } from './spoken-numbers.ts'
import { addressText } from './unit-text.ts'

const errorOf = (kind: string): AddressError => {
  const found = HARMLESS_ERRORS.find((e) => e.kind === kind)
  if (!found) throw new Error(`Unknown address error "${kind}"`)
  return found
}

/** Errors by what they change. Two errors of one group would undo each other. */
const FAULT_GROUPS: readonly (readonly AddressError[])[] = [
  [
    'typo: other letter',
    'typo: keyboard',
    'typo: letter left out',
    'typo: letter too many',
    'typo: letters swapped',
    'typo: by ear',
    'word cut',
  ].map(errorOf),
  ['type missing'].map(errorOf),
  ['direction missing'].map(errorOf),
  ['word split', 'words glued'].map(errorOf),
  ['tail doubled'].map(errorOf),
]

/** A line with `count` faults of different groups; null when they do not apply or name another street. */
function faultyLine(pool: CasePool, home: Home, count: number, random: Random): string | null {
  let line = lineOf(home)
  let done = 0
  for (const group of random.shuffle(FAULT_GROUPS)) {
    if (done === count) break
    const parts = splitAddress(line)
    if (!parts) return null
    const next = random.pick(group).apply(parts, random)
    if (next === null || next === line) continue
    line = next
    done++
  }
  const parts = splitAddress(line)
  if (done < count || !parts) return null
  return pool.isAnotherStreet(bareName(parts), home) ? null : line
}

function scanned(text: string, count: number, random: Random): string {
  let out = text
  for (let i = 0; i < count; i++) {
    const spots = STREETS.LOOK_ALIKES.flatMap(([from, to]) => {
      const at: (readonly [number, string, string])[] = []
      for (let k = out.indexOf(from); k >= 0; k = out.indexOf(from, k + 1)) at.push([k, from, to])
      return at
    })
    if (spots.length === 0) break
    const [at, from, to] = random.pick(spots)
    out = out.slice(0, at) + to + out.slice(at + from.length)
  }
  return out
}

const scannedStreet =
  (pool: CasePool, count: number): Make =>
  (home, random) => {
    const street = scanned(home.street, count, random)
    const parts = splitAddress(`${home.number} ${street}`)
    if (street === home.street || (parts && pool.isAnotherStreet(bareName(parts), home))) return null
    return { text: addressText(home, random, `${home.number} ${street}`).text }
  }

/** The street as it is spoken: no abbreviations, no capitals. */
function spokenStreet(home: Home): string {
  return home.parts.words
    .map((w, i) => {
      const folded = w.toLowerCase().replaceAll('.', '')
      return i === 0 && folded === 'st' ? 'saint' : (STREETS.LONG_TYPES[folded] ?? folded)
    })
    .join(' ')
}

const dictated: Make = (home, random) => {
  if (!/^\d+$/.test(home.number)) return null
  const isFrench = home.province === 'QC' && random.chance(0.6)
  const number = isFrench ? spokenFrench(Number(home.number)) : spokenEnglish(Number(home.number), random)
  const unit = random.chance(0.3)
    ? `${random.pick(['unit', 'apartment', 'suite'])} ${spokenEnglish(101 + random.below(2900), random)} `
    : ''
  const tail = random.chance(0.5) ? ` ${random.pick(['', 'in '])}${home.city.toLowerCase()}` : ''
  return { text: `${unit}${number} ${spokenStreet(home)}${tail}` }
}

const capitalised = (words: readonly string[]): string =>
  words.map((w) => w.slice(0, 1).toUpperCase() + w.slice(1)).join('')

const noSpaces: Make = (home, random) => {
  const { words } = home.parts
  if (words.length < 2 || /^\d/.test(words[0] as string) || !/^\d+$/.test(home.number)) return null
  const unit = 101 + random.below(2900)
  return {
    text: random.pick([
      `${home.number}${capitalised(words)}`,
      `${unit}-${home.number} ${capitalised(words)}`,
      `${home.number} ${capitalised(words)} ${unit}`,
      `${home.number} ${words.join('').toLowerCase()}`,
      `${home.number}${words.join('').toUpperCase()}`,
      `#${unit} - ${home.number} ${capitalised(words)}, ${home.city}`,
    ]),
  }
}

/** `Howe St 1480` */
const numberLast: Make = (home, random) => {
  if (/\d/.test(home.street)) return null
  return {
    text: `${home.street}${random.pick([' ', ', ', ' no. '])}${home.number}${random.pick(['', '', `, ${home.city}`])}`,
  }
}

const shortRue: Make = (home, random) => {
  const [first = '', ...rest] = home.parts.words
  const short = {
    rue: 'r.',
    avenue: random.pick(['av', 'av.']),
    boulevard: random.pick(['bd', 'boul', 'bl']),
    chemin: 'ch',
  }[first.toLowerCase()]
  return short === undefined ? null : { text: `${home.number}${random.pick([', ', ' '])}${short} ${rest.join(' ')}` }
}

/** Streets that people call by a second name, from and to. */
const SECOND_NAMES = STREETS.SECOND_NAMES.map(([from, to]) => [new RegExp(from, 'i'), to] as const)

const secondName: Make = (home) => {
  const found = SECOND_NAMES.find(([pattern]) => pattern.test(home.street))
  const isOwnCity = ['edmonton', 'montreal'].includes(foldWord(home.city))
  if (!found || !isOwnCity) return null
  const [pattern, name] = found
  return { text: `${home.number} ${home.street.replace(pattern, name)}`, city: home.city, province: home.province }
}

const oneError = (pool: CasePool, kind: string): Make => {
  const error = errorOf(kind)
  return (home, random): Draft | null => {
    const line = error.apply(home.parts, random)
    const parts = line === null ? null : splitAddress(line)
    if (line === null || !parts || pool.isAnotherStreet(bareName(parts), home)) return null
    return { text: addressText(home, random, line).text }
  }
}

export function faultCases(pool: CasePool, count: number): Case[] {
  const faults =
    (n: number): Make =>
    (home, random) => {
      const line = faultyLine(pool, home, n, random)
      return line === null ? null : { text: addressText(home, random, line).text }
    }
  const one = (kind: string) => oneError(pool, kind)
  const kinds: Kinds = {
    'faults: two': [2, faults(2)],
    'faults: three': [2, faults(3)],
    'faults: scanner, one': scannedStreet(pool, 1),
    'faults: scanner, two': scannedStreet(pool, 2),
    'faults: by ear': one('typo: by ear'),
    'faults: dictated': dictated,
    'faults: no spaces': noSpaces,
    'faults: number last': numberLast,
    'faults: short rue': [1 / 2, shortRue],
    'faults: tail doubled': [1 / 2, one('tail doubled')],
    'faults: word split': one('word split'),
    'faults: words glued': [1 / 2, one('words glued')],
    'faults: second name of a street': [1 / 3, secondName],
    'faults: mojibake': [1 / 4, one('mojibake')],
  }
  return pool.ofKinds(kinds, count)
}
