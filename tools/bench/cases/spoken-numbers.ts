// Writes numbers as a person dictates them, in English and French.

import type { Random } from '../../shared/random.ts'
import { NUMBERS } from './data/tables.ts'

const { ONES, TENS, UNITS_FR, TENS_FR } = NUMBERS

const digits = (n: number): string => [...String(n)].map((d) => (d === '0' ? 'oh' : ONES[Number(d)])).join(' ')

function belowHundred(n: number): string {
  if (n < 20) return ONES[n] as string
  const ten = TENS[Math.floor(n / 10)] as string
  return n % 10 === 0 ? ten : `${ten}-${ONES[n % 10]}`
}

function pair(n: number): string {
  if (n === 0) return 'hundred'
  return n < 10 ? `oh ${ONES[n]}` : belowHundred(n)
}

function whole(n: number, random: Random): string {
  const parts: string[] = []
  if (n >= 1000) parts.push(`${belowHundred(Math.floor(n / 1000))} thousand`)
  const hundreds = Math.floor((n % 1000) / 100)
  if (hundreds > 0) parts.push(`${ONES[hundreds]} hundred`)
  const rest = n % 100
  if (rest > 0) parts.push(parts.length > 0 && random.chance(0.4) ? `and ${belowHundred(rest)}` : belowHundred(rest))
  return parts.join(' ')
}

/** With "and" behind the hundreds or thousands: `fourteen hundred and eighty`, `five hundred and eight`. */
export function spokenWithAnd(n: number, random: Random): string | null {
  const rest = n % 100
  if (n < 101 || n > 9999 || rest === 0) return null
  const hundreds = Math.floor(n / 100)
  const thousands = Math.floor(n / 1000)
  if (hundreds % 10 === 0) return `${ONES[thousands]} thousand and ${belowHundred(rest)}`
  const isLong = thousands > 0 && random.chance(0.5)
  const head = isLong ? `${ONES[thousands]} thousand ${ONES[hundreds % 10]}` : belowHundred(hundreds)
  return `${head} hundred and ${belowHundred(rest)}`
}

export function spokenEnglish(n: number, random: Random): string {
  if (n < 100) return belowHundred(n)
  const style = random.next()
  if (n > 9999 || style < 0.2) return digits(n)
  if (style < 0.5) return whole(n, random)
  const head = Math.floor(n / 100)
  return `${belowHundred(head)} ${pair(n % 100)}`
}

function belowHundredFrench(n: number): string {
  if (n < 20) return UNITS_FR[n] as string
  const ten = Math.floor(n / 10)
  const isLong = ten === 7 || ten === 9
  const rest = isLong ? 10 + (n % 10) : n % 10
  const word = TENS_FR[ten] as string
  if (rest === 0) return ten === 8 ? 'quatre-vingts' : word
  return rest === 1 && ten < 8 ? `${word} et un` : `${word}-${UNITS_FR[rest]}`
}

export function spokenFrench(n: number): string {
  const parts: string[] = []
  const thousands = Math.floor(n / 1000)
  if (thousands > 0) parts.push(thousands === 1 ? 'mille' : `${belowHundredFrench(thousands)} mille`)
  const hundreds = Math.floor((n % 1000) / 100)
  if (hundreds > 0) parts.push(hundreds === 1 ? 'cent' : `${UNITS_FR[hundreds]} cent`)
  const rest = n % 100
  if (rest > 0 || parts.length === 0) parts.push(belowHundredFrench(rest))
  return parts.join(' ')
}
