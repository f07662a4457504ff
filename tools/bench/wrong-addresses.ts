// Errors that make another address, which must not match the building.

import type { Random } from '../shared/random.ts'
import type { AddressError } from './address-errors.ts'
import { cutAt, swapType, withWord } from './address-errors.ts'
import type { AddressParts } from './address-parts.ts'
import { isNumbered, joinAddress } from './address-parts.ts'
import { STREETS } from './cases/data/tables.ts'

const numberPlus = (a: AddressParts, step: number): string | null => {
  const n = Number.parseInt(a.number, 10) + step
  return n > 0 ? joinAddress(String(n), a.words) : null
}

function changeDigit(number: string, random: Random): string {
  const at = random.below(number.length)
  const digit = Number(number[at])
  if (Number.isNaN(digit)) return number
  const other = (digit + 1 + random.below(9)) % 10
  return at === 0 && other === 0 ? number : cutAt(number, at, String(other), 1)
}

/** The caller skips addresses that have a building. */
export const WRONG_ADDRESSES: readonly AddressError[] = [
  { kind: 'next number', same: false, apply: (a, r) => numberPlus(a, r.pick([1, 2, -1, -2])) },
  {
    kind: 'changed digit',
    same: false,
    apply: (a, r) => {
      const n = changeDigit(a.number, r)
      return n === a.number ? null : joinAddress(n, a.words)
    },
  },
  {
    kind: 'letter behind the number',
    same: false,
    apply: (a, r) => (/\d$/.test(a.number) ? joinAddress(`${a.number}${r.pick(['A', 'B', 'C'])}`, a.words) : null),
  },
  {
    kind: 'direction flipped',
    same: false,
    apply: (a) => {
      const to =
        a.direction < 0
          ? undefined
          : STREETS.OPPOSITE[(a.words[a.direction] as string).toLowerCase().replaceAll('.', '')]
      return to ? withWord(a, a.direction, to) : null
    },
  },
  {
    kind: 'Street for Avenue in a grid',
    same: false,
    apply: (a) => (isNumbered(a) ? swapType(a, STREETS.SWAPPED) : null),
  },
  { kind: 'Street for Avenue', same: false, apply: (a) => (isNumbered(a) ? null : swapType(a, STREETS.SWAPPED)) },
  {
    kind: 'street number changed',
    same: false,
    apply: (a, r) => {
      const at = a.name.find((i) => /^\d{1,3}(st|nd|rd|th|e)?$/i.test(a.words[i] as string))
      if (at === undefined) return null
      const n = Number.parseInt(a.words[at] as string, 10) + r.pick([1, -1, 10, 2])
      return n > 0 ? withWord(a, at, String(n)) : null
    },
  },
]
