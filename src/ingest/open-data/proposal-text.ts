// Reads storeys and units from the description of a proposed building, when it states them. Pure.
import { digitsForWords } from './proposal-words.ts'

export interface Proposal {
  readonly hasHomes: boolean
  /** Of the tallest new building. */
  readonly storeys: number | null
  /** Of all new buildings together. */
  readonly units: number | null
  readonly isCondominium: boolean
  readonly isRental: boolean
}

export function readProposal(description: string): Proposal {
  const text = plainText(description)
  return {
    hasHomes: hasHomes(text),
    storeys: storeysIn(text),
    units: unitsIn(text),
    // A common elements condominium is a road that freehold houses share.
    isCondominium: /\bcondominium\b/.test(text.replace(/common elements? condominium/g, '')) && isHousing(text),
    isRental: /\bpurpose[- ]built rental\b/.test(text),
  }
}

/** Lowercase, plain hyphens and spaces, digits for number words, one spelling of "storeys". */
function plainText(description: string): string {
  const text = description
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\b(storeys?|stor(?:y|ies|ys|eyed|ied)|storeies|stoery)\b/g, 'storey')
    .replace(/\s+/g, ' ')
  return digitsForWords(text)
    .replace(/\((\d+)\)/g, ' ')
    .replace(/\b(\d+) \1\b/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\bfrom (\d{1,3})[ -]?(?:storey)? to (\d{1,3})[ -]?storey\b/g, '$2 storey')
    .replace(/\bfrom (\d{1,3})[ -]storey to (\d{1,3})\b/g, '$2 storey')
    .replace(/\bfrom \d{1,5}(?: [a-z]+){0,3} to (\d{1,5}(?: [a-z]+){0,3} units)\b/g, '$1')
}

const HOMES =
  /\b(residential|dwellings?|condominiums?|condos?|apartments?|townho(?:use|me)s?|rental|suites|homes|units)\b/
const NOT_HOMES =
  /\bnon-?\s?residential\b|\b(?:commercial|industrial|office|retail|hotel) (?:condominiums?|units|suites)\b/g

const isHousing = (text: string) => HOMES.test(text.replace(NOT_HOMES, ''))

function hasHomes(text: string): boolean {
  return isHousing(text) || unitsIn(text) !== null
}

/** What a number is about starts after the last of these. */
const CLAUSE_START =
  /[.;:()]|\b(?:construct|permit|develop|erect|build|propos\w*|replaced? (?:it |them )?(?:with|by)|redevelop\w*|with a new|and a new|with new)\b/g
const EXISTING =
  /\b(?:existing|demoli\w*|remov\w*|retain\w*|retention|former|currently|heritage|conserv\w*|preserv\w*)\b/

/** `demolish the existing 3-storey building with 24 rental units`: not a new one. */
function isAboutExisting(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 120), at)
  let start = 0
  for (const match of before.matchAll(CLAUSE_START)) start = match.index
  return EXISTING.test(before.slice(start))
}

const NUMBERS = '\\d{1,5}\\s?-?(?:\\s?(?:,\\s?and|,|and|&|\\/|or|to)\\s\\d{1,5}\\s?-?|\\s?(?:,|\\/)\\s?\\d{1,5}\\s?-?)*'
const STOREYS = new RegExp(`\\b(${NUMBERS})\\s?storey\\b(?! addition)`, 'g')
const TALLEST = 150

function storeysIn(text: string): number | null {
  const found: number[] = []
  for (const match of text.matchAll(STOREYS)) {
    // `4 additional storeys` are on top of a building whose height is not stated.
    if (isAboutExisting(text, match.index) || /\b(?:additional|extra)$/.test(text.slice(0, match.index).trim()))
      continue
    found.push(...numbersIn(match[1]!).filter((storeys) => storeys >= 1 && storeys <= TALLEST))
  }
  return found.length === 0 ? null : Math.max(...found)
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

/** Words between the number and "units". Any other word means that the number is about something else. */
const ADJECTIVES =
  'new|proposed|residential|dwelling|condominium|condo|apartment|rental|purpose-built|purpose built|market|market-rate|affordable|family|live-work|live\\/work|multi-residential|multiple|ownership|freehold|stacked|back-to-back|townhouse|townhome|seniors?|student|self-contained|supportive|retirement|co-op|mid-rise|high-rise|replacement|accessible|additional|in|total'
const UNIT = 'units?|suites|apartments|condominiums|dwellings|homes|townhouses|townhomes|residences'
const UNITS = new RegExp(`\\b(${NUMBERS})\\s((?:(?:${ADJECTIVES}),?\\s(?:and\\s)?)*)(${UNIT})\\b`, 'g')
const MOST_UNITS = 20_000

interface Mention {
  readonly units: number
  readonly kind: string
  readonly isPart: boolean
  readonly isTotal: boolean
}

function unitsIn(text: string): number | null {
  const mentions = [...text.matchAll(UNITS)].flatMap((match) => mentionOf(text, match))
  const total = mentions.find((mention) => mention.isTotal)
  if (total) return total.units
  const whole = mentions.filter(({ isPart }) => !isPart)
  const counted = distinctMentions(whole.length > 0 ? whole : mentions)
  if (counted.length <= 1) return counted[0]?.units ?? null
  // `412 apartment units and 24 townhouses`, or one number per tower, add up. Anything else is not clear.
  const kinds = new Set(counted.map(({ kind }) => kind))
  const towers = new Set(text.match(/\b(?:tower|building|block|phase) (?:[a-h]|\d)\b/g) ?? []).size
  const addsUp = kinds.size === counted.length || towers === counted.length
  return addsUp ? counted.reduce((sum, { units }) => sum + units, 0) : null
}

function mentionOf(text: string, match: RegExpExecArray | RegExpMatchArray): Mention[] {
  const at = match.index!
  const before = text.slice(Math.max(0, at - 40), at).trim()
  const after = text.slice(at + match[0].length, at + match[0].length + 20)
  const [, list, adjectives, noun] = match as unknown as [string, string, string, string]
  if (
    isAboutExisting(text, at) ||
    /\b(?:up to|between|maximum of|minimum of|tower|building|block|phase|unit)$/.test(before)
  )
    return []
  // `100 to 120 units` states no number.
  if (/\d\s?(?:to|or|-)\s?\d/.test(list)) return []
  const units = numbersIn(list).reduce((sum, n) => sum + n, 0)
  if (units < 1 || units > MOST_UNITS) return []
  const isPart =
    /\b(?:affordable|replacement|accessible|supportive|family)\b/.test(adjectives) ||
    /\b(?:including|incl\.?|of which)$/.test(before)
  const isTotal =
    /\b(?:total of|totalling|totaling|total)$/.test(before) ||
    /^,? (?:in total|total|overall)\b/.test(after) ||
    /\btotal\b/.test(adjectives)
  return [{ units, kind: kindOf(adjectives, noun), isPart, isTotal }]
}

function kindOf(adjectives: string, noun: string): string {
  const words = `${adjectives} ${noun}`
  if (/townho/.test(words)) return 'townhouse'
  if (/rental/.test(words)) return 'rental'
  return /condo|ownership/.test(words) ? 'condominium' : 'apartment'
}

function distinctMentions(mentions: readonly Mention[]): Mention[] {
  const seen = new Set<number>()
  return mentions.filter(({ units }) => !seen.has(units) && seen.add(units))
}
