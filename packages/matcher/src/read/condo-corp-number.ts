// Finds condominium corporations in every written form: `TSCC 2345`, `Strata Plan EPS4321`, `Condo Plan 051 2345`.

import { CORPORATION_AREAS, PLAN_REGISTRIES } from '../gazetteer/words.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Rule } from '../text/rule.ts'
import { rule } from '../text/rule.ts'
import type { Token } from '../text/token.ts'
import { DOT, MIXED, NUMBER, WORD } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'

export function condoCorpKey(registry: string, number: number): string {
  const name = registry.toLowerCase().replace(/[^a-z]/g, '')
  return `${(PLAN_REGISTRIES[name] ?? name).toUpperCase()} ${number}`
}

const SKIPPED = new Set('no number num n plan corp corporation'.split(' '))
const FILLERS = new Set('condominium condo corporation corp the of region regional municipality'.split(' '))

/** The number after the registry: `No. 2345`, `Plan 4321`; null when another word follows. */
function numberAfter(tokens: readonly Token[], i: number): Token | null {
  for (let at = i; at < Math.min(tokens.length, i + 4); at++) {
    const t = tokens[at] as Token
    if (t.kind === NUMBER) return t
    if (t.kind !== WORD || !SKIPPED.has(t.text)) return null
  }
  return null
}

/** `T.S.C.C.`: single letters with periods; '' when they form no registry. */
function initialsAt(tokens: readonly Token[], i: number): string {
  let text = ''
  for (let at = i; at < tokens.length && at < i + 5; at++) {
    const t = tokens[at] as Token
    if (t.kind !== WORD || t.text.length !== 1 || (at > i && !(t.gap & DOT))) break
    text += t.text
  }
  return text.length >= 3 ? text : ''
}

/** `Toronto Standard Condominium Corporation`: the registry of the words that end before `end`; '' for none. */
function registryOfWords(tokens: readonly Token[], end: number): string {
  let area = ''
  for (let at = end - 1; at >= 0 && at >= end - 7; at--) {
    const t = tokens[at] as Token
    if (t.kind !== WORD) break
    if (!FILLERS.has(t.text)) area = t.text + area
    const registry = CORPORATION_AREAS[area]
    const isLonger = at > 0 && CORPORATION_AREAS[`${(tokens[at - 1] as Token).text}${area}`] !== undefined
    if (registry && !isLonger) return registry
  }
  return ''
}

interface Corporation {
  readonly registry: string
  readonly number: number
}

const corporation = (registry: string, number: Token | null): Corporation | null =>
  number && registry ? { registry, number: number.value } : null

const PLAN_WORDS = new Set(['plan', 'strata'])
const ALBERTA_WORDS = new Set(['plan', 'cde', 'corporation', 'corp'])
const ALBERTA_DIGITS = 7

/** Alberta's plans have seven digits, often in two groups: `0512345`, `051 2345`. */
function albertaNumber(tokens: readonly Token[], i: number): number {
  const first = numberAfter(tokens, i)
  if (!first) return 0
  const second = tokens[tokens.indexOf(first, i) + 1]
  const digits = first.end - first.start
  if (digits === ALBERTA_DIGITS) return first.value
  const isSplit = digits === 3 && second?.kind === NUMBER && second.end - second.start === 4
  return isSplit ? first.value * 10_000 + second.value : 0
}

/** The corporation whose name starts at `i`; null for none. */
type ReadCorporation = (tokens: readonly Token[], i: number) => Corporation | null

/** The first form that applies at a token is read. */
export const CORPORATION_FORMS: readonly Rule<ReadCorporation>[] = [
  // `strata plan` is skipped: the registry follows it
  rule('a registry', 'TSCC No. 2345', (tokens, i) => {
    const { word, text } = tokens[i] as Token
    const isRegistry = word?.registry && text !== 'strata' && text !== 'stratum'
    return isRegistry ? corporation(text, numberAfter(tokens, i + 1)) : null
  }),
  rule('a registry that is also a direction', 'Strata Plan NW 2345', (tokens, i) => {
    const isNamed = i === 0 || PLAN_WORDS.has((tokens[i - 1] as Token).text)
    return isNamed && tokens[i]?.text === 'nw' ? corporation('nw', numberAfter(tokens, i + 1)) : null
  }),
  rule('a registry and its number in one word', 'Strata NW2345', (tokens, i) => {
    const { kind, text } = tokens[i] as Token
    const number = kind === MIXED ? Number(/^nw(\d{1,5})$/.exec(text)?.[1] ?? 0) : 0
    return number > 0 ? { registry: 'nw', number } : null
  }),
  rule('a plan of Alberta', 'Condo Plan 051 2345', (tokens, i) => {
    const number = ALBERTA_WORDS.has((tokens[i] as Token).text) ? albertaNumber(tokens, i + 1) : 0
    return number > 0 ? { registry: 'condoplan', number } : null
  }),
  rule('a condominium plan', 'Condo Plan 4321', (tokens, i) => {
    const isPlan = tokens[i]?.text === 'condo' && tokens[i + 1]?.text === 'plan'
    return isPlan && albertaNumber(tokens, i + 2) === 0 ? corporation('condoplan', numberAfter(tokens, i + 2)) : null
  }),
  rule('a corporation by its area', 'Toronto Standard Condominium Corporation No. 2345', (tokens, i) => {
    const { text } = tokens[i] as Token
    const registry = text === 'corporation' || text === 'corp' ? registryOfWords(tokens, i) : ''
    return corporation(registry, numberAfter(tokens, i + 1))
  }),
  rule('initials', 'T.S.C.C. 2345', (tokens, i) => {
    const initials = initialsAt(tokens, i)
    return corporation(initials, numberAfter(tokens, i + initials.length))
  }),
]

export function findCondoCorps(tokens: readonly Token[]): string[] {
  const out: string[] = []
  for (let i = 0; i < tokens.length; i++)
    for (const { apply } of CORPORATION_FORMS) {
      const found = apply(tokens, i)
      if (!found) continue
      const key = condoCorpKey(found.registry, found.number)
      if (!out.includes(key)) out.push(key)
      break
    }
  return out
}

/** The corporations that a text names, each as `TSCC 2345`. */
export function readCondoCorps(text: string): string[] {
  return findCondoCorps(tokenize(normalizeText(text)))
}
