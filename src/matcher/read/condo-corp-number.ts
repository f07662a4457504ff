// Condominium corporations: `TSCC 2345`, `TSCC2345`, `Strata Plan EPS4321`, `MTCC No. 539`.

import type { Token } from '../text/token.ts'
import { NUMBER } from '../text/token.ts'

export function condoCorpKey(registry: string, number: number): string {
  return `${registry.toUpperCase().replaceAll(' ', '')} ${number}`
}

/** Every corporation named in the text. `strata plan` says only that the next registry is one. */
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
