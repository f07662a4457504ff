// The unit of an address: its kind, and where the text gives it.
import type { CivicReading } from '@plinth/matcher/internal/read/readings'
import type { Token } from '@plinth/matcher/internal/text/token'
import { COMMA } from '@plinth/matcher/internal/text/token'
import type { UnitKind } from './address-types.ts'

const KIND_OF_WORD: Readonly<Record<string, UnitKind>> = {
  ...kinds('apartment', 'apt app appt apts apartment appartement appart logement log condo studio loft'),
  ...kinds('suite', 'suite ste bureau bur office ofc shop store'),
  ...kinds('unit', 'unit unt unite local porte'),
  ...kinds('penthouse', 'ph lph uph sph gph dph tph phs penthouse'),
  ...kinds('townhouse', 'th twnhs twnhse townhouse townhome thse villa cottage'),
  ...kinds('basement', 'bsmt basement bsmnt bas soussol'),
  ...kinds('floor', 'main lower upper rear front ground floor flr fl level lvl gf ug lp up mezz mezzanine rdc etage'),
  ...kinds('room', 'room rm'),
  ...kinds('lot', 'lot'),
  ...kinds('parking', 'parking'),
  ...kinds('locker', 'locker casier box'),
  ...kinds('other', 'buzzer buzz code'),
}

function kinds(kind: UnitKind, words: string): Record<string, UnitKind> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]))
}

/** `word` announces the unit; '' when none does. */
export function unitKind(value: string, word: string): UnitKind {
  const letters = /^[A-Z]+/.exec(value)?.[0].toLowerCase() ?? ''
  return KIND_OF_WORD[letters] ?? KIND_OF_WORD[word] ?? 'apartment'
}

/** `#N/A` and `#TBA` say that there is none. */
export const isNoUnit = (value: string): boolean => /^(?:N\/?A|TB[AD]|NONE|NA)$/.test(value)

export interface UnitSpan {
  readonly from: number
  readonly to: number
  /** The word that announces it; '' for none. */
  readonly word: string
}

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

/** The tokens of the unit outside the street, with the word before it; null when the text does not give it. */
export function findUnit(tokens: readonly Token[], reading: CivicReading | null, value: string): UnitSpan | null {
  const wanted = plain(value)
  const [streetFrom, streetTo] = reading
    ? [Math.min(reading.numberAt, reading.street.from), Math.max(reading.numberAt + 1, reading.street.end)]
    : [-1, -1]
  const isBetween = (i: number): boolean => reading !== null && i >= reading.numberEnd && i < reading.streetAt
  const isStreet = (i: number): boolean => i >= streetFrom && i < streetTo && !isBetween(i)
  for (let from = 0; from < tokens.length; from++) {
    let text = ''
    for (let to = from; to < tokens.length && !isStreet(to) && text.length < wanted.length; to++) {
      const t = tokens[to] as Token
      text += plain(t.text + t.suffix)
      if (text !== wanted) continue
      const before = from > 0 && !isStreet(from - 1) ? tokens[from - 1] : undefined
      const isAnnounced = before?.word?.designator === true && ((tokens[from] as Token).gap & COMMA) === 0
      const first = tokens[from] as Token
      const label = first.word?.label || first.word?.designator ? first.text : ''
      return { from: isAnnounced ? from - 1 : from, to: to + 1, word: isAnnounced ? before!.text : label }
    }
  }
  return null
}

/** `1203-1480` is a unit and a number; `12-14` would be read as two numbers. */
export function canPrecede(unit: string, number: number): boolean {
  if (!/^[A-Z]*\d*[A-Z]?$/.test(unit)) return false
  if (!/^\d+$/.test(unit)) return true
  const step = number - Number(unit)
  return step <= 0 || step > MAX_RANGE_STEP || step % 2 === 1
}

/** The widest pair of numbers that the matcher reads as a range. */
const MAX_RANGE_STEP = 60

const WORDS: Readonly<Record<'en' | 'fr', Partial<Record<UnitKind, string>>>> = {
  en: { apartment: 'Apt', suite: 'Suite' },
  fr: { apartment: 'App', suite: 'Bureau' },
}

/** The word that Canada Post puts before a unit that follows the street. */
export const unitWord = (kind: UnitKind, language: 'en' | 'fr'): string =>
  WORDS[language][kind] ?? (language === 'fr' ? 'Unité' : 'Unit')
