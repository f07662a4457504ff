// Says whose address a text gives: the listing's own, or that of a landmark, an office or a former home.

import {
  COMPANY_ENDINGS,
  COMPANY_WORDS,
  DISTANCE_WORDS,
  FILLER_WORDS,
  FORMER_WORDS,
  LANDMARK_WORDS,
  LINK_WORDS,
  LISTED_BY,
  OFFICE_KINDS,
  OFFICE_WORDS,
} from '../gazetteer/role-words.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DOT, FIELD, MIXED, NUMBER, OPEN, SPACE, WORD } from '../text/token.ts'

export type Role = 'own' | 'landmark' | 'office' | 'former' | 'block'

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const landmarks = setOf(LANDMARK_WORDS)
const distances = setOf(DISTANCE_WORDS)
const links = setOf(LINK_WORDS)
const fillers = setOf(FILLER_WORDS)
const offices = setOf(OFFICE_WORDS)
const officeKinds = setOf(OFFICE_KINDS)
const companies = setOf(COMPANY_WORDS)
const companyEndings = setOf(COMPANY_ENDINGS)
const formers = setOf(FORMER_WORDS)
const listedBy = new Set(LISTED_BY)

/** What stands between a word and the address, seen from the address. */
interface Distance {
  /** Words that are no fillers. */
  words: number
  /** A link is the last of them: in `minutes from`, not in `steps to transit at`. */
  isLinked: boolean
  hasBorder: boolean
}

/** Reused by every address. */
const distance: Distance = { words: 0, isLinked: false, hasBorder: false }

interface RoleRule {
  readonly name: string
  readonly example: string
  readonly role: Role
  readonly applies: (tokens: readonly Token[], at: number, distance: Distance) => boolean
}

const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? ''

/** Looked up for every word before an address, the nearest first. */
export const ROLE_RULES: readonly RoleRule[] = [
  {
    name: 'near',
    example: 'bright flat near 1480 Howe St',
    role: 'landmark',
    applies: (tokens, at, { words, hasBorder }) => words === 0 && !hasBorder && landmarks.has(textAt(tokens, at)),
  },
  {
    name: 'distance from',
    example: '5 minutes walk from 1480 Howe St',
    role: 'landmark',
    applies: (tokens, at, { words, isLinked, hasBorder }) =>
      isLinked && words <= 2 && !hasBorder && distances.has(textAt(tokens, at)),
  },
  {
    name: 'office',
    example: 'Sales centre: 1480 Howe St',
    role: 'office',
    applies: (tokens, at, { words }) =>
      words === 0 && offices.has(textAt(tokens, at)) && officeKinds.has(textAt(tokens, at - 1)),
  },
  {
    name: 'bureau of sales',
    example: 'Bureau des ventes : 1480 Howe St',
    role: 'office',
    applies: (tokens, at, { words }) =>
      words === 0 &&
      officeKinds.has(textAt(tokens, at)) &&
      links.has(textAt(tokens, at - 1)) &&
      offices.has(textAt(tokens, at - 2)),
  },
  {
    name: 'company',
    example: 'Crest Realty Inc., 1480 Howe St',
    role: 'office',
    applies: (tokens, at, { words }) => {
      if (words > 1 || !companies.has(textAt(tokens, at))) return false
      return words === 0 || companyEndings.has(textAt(tokens, at + 1))
    },
  },
  {
    name: 'listed by',
    example: 'Listed by Dana Crest of Crest Homes, 1480 Howe St',
    role: 'office',
    applies: (tokens, at, { words }) => words <= 6 && listedBy.has(`${textAt(tokens, at - 1)} ${textAt(tokens, at)}`),
  },
  {
    name: 'former',
    example: 'formerly 1480 Howe St',
    role: 'former',
    applies: (tokens, at, { words, hasBorder }) => words <= 1 && !hasBorder && formers.has(textAt(tokens, at)),
  },
  {
    name: 'moved from',
    example: 'we moved from 1480 Howe St',
    role: 'former',
    applies: (tokens, at, { isLinked, hasBorder }) => isLinked && !hasBorder && textAt(tokens, at) === 'moved',
  },
]

const MAX_WORDS = 10
const MAX_OTHER_WORDS = 6
const BORDER = COMMA | BREAK | OPEN | CLOSE | FIELD

/** `Wilson. 1480 Howe St`: a sentence ends after a whole word. */
const endsSentence = (t: Token, gap: number): boolean => (gap & (SPACE | DOT)) === (SPACE | DOT) && t.text.length >= 4

const isUnitPart = ({ kind, word }: Token): boolean =>
  kind === NUMBER || kind === MIXED || (word !== null && (word.designator || word.label) && word.type === 0)

/** The first token of the address, with the unit before its number. `leasing office, 1480 Howe St` has none. */
function startOf(tokens: readonly Token[], numberAt: number): number {
  let start = numberAt
  while (start > 0 && isUnitPart(tokens[start - 1] as Token) && !((tokens[start] as Token).gap & (BREAK | OPEN)))
    start--
  return tokens[start]?.kind === WORD && start + 1 === numberAt ? numberAt : start
}

/** Looks up the rules for the word at `at`. */
function ruleAt(tokens: readonly Token[], at: number): RoleRule | null {
  for (const rule of ROLE_RULES) if (rule.applies(tokens, at, distance)) return rule
  return null
}

/** Counts a token that is between the next word and the address. */
function pass({ kind, text }: Token): void {
  const isLink = kind === WORD && links.has(text)
  if (isLink && distance.words === 0) distance.isLinked = true
  if (!isLink && !(kind === WORD && fillers.has(text))) distance.words++
}

/** The rule that the words before an address fire; null when it is the listing's own. */
export function roleRuleOf(tokens: readonly Token[], numberAt: number): RoleRule | null {
  const start = startOf(tokens, numberAt)
  distance.words = 0
  distance.isLinked = distance.hasBorder = false
  for (let at = start - 1; at >= 0 && at >= start - MAX_WORDS && distance.words <= MAX_OTHER_WORDS; at--) {
    const t = tokens[at] as Token
    const { gap } = tokens[at + 1] as Token
    // `Address: 1480 Howe St` says whose it is
    if (endsSentence(t, gap) || t.text === 'address' || t.text === 'adresse') return null
    if (gap & BORDER) distance.hasBorder = true
    const rule = t.kind === WORD ? ruleAt(tokens, at) : null
    if (rule) return rule
    pass(t)
  }
  return null
}

/** `1480 Howe St sales centre`, but not `1480 Howe St. Sales centre: …`. */
const isOfficeBehind = (tokens: readonly Token[], end: number): boolean =>
  officeKinds.has(textAt(tokens, end)) &&
  offices.has(textAt(tokens, end + 1)) &&
  ((tokens[end] as Token).gap & (COMMA | BREAK | DOT | FIELD)) === 0

export function roleOf(tokens: readonly Token[], numberAt: number, streetEnd: number): Role {
  // `the 1400 block of Howe St`
  if (tokens[numberAt]?.kind === NUMBER && textAt(tokens, numberAt + 1) === 'block') return 'block'
  const rule = numberAt === 0 ? null : roleRuleOf(tokens, numberAt)
  if (rule) return rule.role
  return isOfficeBehind(tokens, streetEnd) ? 'office' : 'own'
}

/** Reports whether the text gives an address that is not the listing's own before `at`. */
export function hasOtherRoleBefore(tokens: readonly Token[], at: number): boolean {
  for (let i = 1; i < at; i++) if (tokens[i]?.kind === NUMBER && roleRuleOf(tokens, i) !== null) return true
  return false
}
