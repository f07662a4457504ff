// Finds condominium corporations in every written form: `TSCC 2345`, `T.S.C.C. No. 2345`, `Strata Plan EPS4321`.

import { CORPORATION_AREAS, PLAN_REGISTRIES } from '../gazetteer/condo-registries.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { DOT, NUMBER, WORD } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'

export function condoCorpKey(registry: string, number: number): string {
  const name = registry.toLowerCase().replace(/[^a-z]/g, '')
  return `${(PLAN_REGISTRIES[name] ?? name).toUpperCase()} ${number}`
}

const SKIPPED = new Set(['no', 'number', 'num', 'n', 'plan', 'corp', 'corporation'])
const FILLERS = new Set([
  'condominium',
  'condo',
  'corporation',
  'corp',
  'the',
  'of',
  'region',
  'regional',
  'municipality',
])

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

/** `strata plan` is skipped: the registry follows it. */
export function findCondoCorps(tokens: readonly Token[]): string[] {
  const out: string[] = []
  const add = (registry: string, number: Token | null): void => {
    const key = number ? condoCorpKey(registry, number.value) : ''
    if (key && !out.includes(key)) out.push(key)
  }
  for (let i = 0; i + 1 < tokens.length; i++) {
    const t = tokens[i] as Token
    if (t.word?.registry && t.text !== 'strata' && t.text !== 'stratum') add(t.text, numberAfter(tokens, i + 1))
    else if (t.text === 'condo' && tokens[i + 1]?.text === 'plan') add('condoplan', numberAfter(tokens, i + 2))
    else if (t.text === 'corporation' || t.text === 'corp') {
      const registry = registryOfWords(tokens, i)
      if (registry) add(registry, numberAfter(tokens, i + 1))
    } else if (t.text.length === 1 && t.kind === WORD) {
      const initials = initialsAt(tokens, i)
      if (initials) add(initials, numberAfter(tokens, i + initials.length))
    }
  }
  return out
}

/** The corporations that a text names, each as `TSCC 2345`. */
export function readCondoCorps(text: string): string[] {
  return findCondoCorps(tokenize(normalizeText(text)))
}
