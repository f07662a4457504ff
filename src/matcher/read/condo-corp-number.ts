// Finds condominium corporations: `TSCC 2345`, `Strata Plan EPS4321`, `MTCC No. 539`.

import type { Token } from '../text/token.ts'
import { NUMBER } from '../text/token.ts'

export function condoCorpKey(registry: string, number: number): string {
  return `${registry.toUpperCase().replaceAll(' ', '')} ${number}`
}

/** `strata plan` is skipped: the registry follows it. */
export function findCondoCorps(tokens: readonly Token[]): string[] {
  const out: string[] = []
  for (let i = 0; i + 1 < tokens.length; i++) {
    const t = tokens[i] as Token
    if (!t.word?.registry || t.text === 'strata' || t.text === 'stratum') continue
    const skip = tokens[i + 1]?.text === 'no' ? 2 : 1
    const number = tokens[i + skip]
    if (number?.kind === NUMBER) out.push(condoCorpKey(t.text, number.value))
  }
  return out
}
