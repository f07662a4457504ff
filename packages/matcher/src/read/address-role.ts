// Says whose address a text gives: the listing's own, or that of a landmark, an office or a former home.

import { wordSet } from '../gazetteer/words.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DOT, FIELD, NUMBER, OPEN, SPACE, WORD } from '../text/token.ts'
import { isUnit } from './place-words.ts'

export type Role = 'own' | 'landmark' | 'office' | 'former' | 'block'

const landmarks = wordSet('landmark')
const distances = wordSet('distance')
const links = wordSet('link')
const fillers = wordSet('filler')
const offices = wordSet('office')
const officeKinds = wordSet('officeKind')
const companies = wordSet('company')
const companyEndings = wordSet('companyEnding')
const formers = wordSet('former')
const moves: ReadonlySet<string> = new Set(['moved'])
const listedBy = new Set(['listed by', 'courtesy of', 'marketed by', 'managed by', 'inscrit par', 'presented by'])

/** A word before the address, and what stands between them. */
interface WordBefore {
  tokens: readonly Token[]
  at: number
  /** Words between them that are no fillers. */
  words: number
  /** A link is the last of them: in `minutes from`, not in `steps to transit at`. */
  isLinked: boolean
  hasBorder: boolean
}

/** Reused by every address. */
const word: WordBefore = { tokens: [], at: 0, words: 0, isLinked: false, hasBorder: false }

interface RoleRule {
  readonly name: string
  readonly example: string
  readonly role: Role
  readonly applies: (word: WordBefore) => boolean
}

const rule = (role: Role, name: string, example: string, applies: RoleRule['applies']): RoleRule => ({
  name,
  example,
  role,
  applies,
})

const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? ''

/** Reports whether the word is in a set; `offset` is 1 for the word after it. */
const isIn = ({ tokens, at }: WordBefore, set: ReadonlySet<string>, offset = 0): boolean =>
  set.has(textAt(tokens, at + offset))

const isWithin = ({ words, hasBorder }: WordBefore, most: number): boolean => words <= most && !hasBorder

const isDistance = (w: WordBefore): boolean => w.isLinked && isWithin(w, 2) && isIn(w, distances)

const isOffice = (w: WordBefore): boolean => w.words === 0 && isIn(w, offices) && isIn(w, officeKinds, -1)

const isBureau = (w: WordBefore): boolean =>
  w.words === 0 && isIn(w, officeKinds) && isIn(w, links, -1) && isIn(w, offices, -2)

const isCompany = (w: WordBefore): boolean =>
  isIn(w, companies) && (w.words === 0 || (w.words === 1 && isIn(w, companyEndings, 1)))

const isListedBy = ({ tokens, at, words }: WordBefore): boolean =>
  words <= 6 && listedBy.has(`${textAt(tokens, at - 1)} ${textAt(tokens, at)}`)

/** Looked up for every word before an address, the nearest first. */
export const ROLE_RULES: readonly RoleRule[] = [
  rule('landmark', 'near', 'bright flat near 1480 Howe St', (w) => isWithin(w, 0) && isIn(w, landmarks)),
  rule('landmark', 'distance from', '5 minutes walk from 1480 Howe St', isDistance),
  rule('office', 'office', 'Sales centre: 1480 Howe St', isOffice),
  rule('office', 'bureau of sales', 'Bureau des ventes : 1480 Howe St', isBureau),
  rule('office', 'company', 'Crest Realty Inc., 1480 Howe St', isCompany),
  rule('office', 'listed by', 'Listed by Dana Crest of Crest Homes, 1480 Howe St', isListedBy),
  rule('former', 'former', 'formerly 1480 Howe St', (w) => isWithin(w, 1) && isIn(w, formers)),
  rule('former', 'moved from', 'we moved from 1480 Howe St', (w) => w.isLinked && !w.hasBorder && isIn(w, moves)),
]

const MAX_WORDS = 10
const MAX_OTHER_WORDS = 6
const BORDER = COMMA | BREAK | OPEN | CLOSE | FIELD

/** `Wilson. 1480 Howe St`: a sentence ends after a whole word. */
const endsSentence = (t: Token, gap: number): boolean => (gap & (SPACE | DOT)) === (SPACE | DOT) && t.text.length >= 4

/** The first token of the address, with the unit before its number. `leasing office, 1480 Howe St` has none. */
function startOf(tokens: readonly Token[], numberAt: number): number {
  let start = numberAt
  while (start > 0 && isUnit(tokens[start - 1] as Token) && !((tokens[start] as Token).gap & (BREAK | OPEN))) start--
  return tokens[start]?.kind === WORD && start + 1 === numberAt ? numberAt : start
}

function firstRule(): RoleRule | null {
  for (const one of ROLE_RULES) if (one.applies(word)) return one
  return null
}

/** Counts a token that is between the next word and the address. */
function pass({ kind, text }: Token): void {
  const isLink = kind === WORD && links.has(text)
  if (isLink && word.words === 0) word.isLinked = true
  if (!isLink && !(kind === WORD && fillers.has(text))) word.words++
}

/** The rule that the words before an address fire; null when it is the listing's own. */
export function roleRuleOf(tokens: readonly Token[], numberAt: number): RoleRule | null {
  const start = startOf(tokens, numberAt)
  word.tokens = tokens
  word.words = 0
  word.isLinked = word.hasBorder = false
  for (let at = start - 1; at >= 0 && at >= start - MAX_WORDS && word.words <= MAX_OTHER_WORDS; at--) {
    const t = tokens[at] as Token
    const { gap } = tokens[at + 1] as Token
    // `Address: 1480 Howe St` says whose it is
    if (endsSentence(t, gap) || t.text === 'address' || t.text === 'adresse') return null
    if (gap & BORDER) word.hasBorder = true
    word.at = at
    const found = t.kind === WORD ? firstRule() : null
    if (found) return found
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
