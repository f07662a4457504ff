// The standard form of an address, for people and as Canada Post recommends it.
import { at } from '../kernel/at.ts'
import type { StandardizedAddress, UnitKind } from './address-types.ts'
import type { CivicNumber } from './civic-number.ts'
import type { PlaceReading } from './read-place.ts'
import type { StreetParts } from './street-parts.ts'
import { formatStreet, mailingStreet, streetLanguage } from './street-parts.ts'
import { canPrecede, unitWord } from './unit-part.ts'

interface Unit {
  readonly value: string
  readonly kind: UnitKind
}

export function standardize(
  number: CivicNumber,
  street: StreetParts | null,
  { municipality, province, postal }: PlaceReading,
  unit: Unit | null,
): StandardizedAddress {
  const language = street ? streetLanguage(street, province) : province === 'QC' ? 'fr' : 'en'
  const line = street && lineOf(number, formatStreet(street, province), unit, language)
  const mailing = street && lineOf(number, mailingStreet(street, province), unit, language).toLocaleUpperCase('en')
  const city = municipality?.name ?? null
  const end = [province, postal].filter(Boolean).join(' ')
  const lastLine = [[city?.toLocaleUpperCase('en'), province].filter(Boolean).join(' '), postal]
    .filter(Boolean)
    .join('  ')
  return {
    line,
    city,
    province,
    postal_code: postal,
    text: [line, city, end].filter(Boolean).join(', '),
    mailing: [mailing, lastLine].filter((one): one is string => Boolean(one)),
    language,
  }
}

/** `1203-1480 Howe St`; `14 York St Apt 12`, because `12-14 York St` would be two numbers. */
function lineOf({ numbers, text }: CivicNumber, street: string, unit: Unit | null, language: 'en' | 'fr'): string {
  const line = text === '' ? street : `${text} ${street}`
  if (!unit) return line
  if (numbers.length === 1 && canPrecede(unit.value, at(numbers, 0))) return `${unit.value}-${line}`
  return `${line} ${unitWord(unit.kind, language)} ${unit.value}`
}
