// Labels for outcomes, actions, reasons and strategies.
import en from '../../assets/texts/en/portal/evidence.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/evidence.json' with { type: 'json' }
import type { BuildingLinkAnswer } from '../../src/http/api-types.ts'
import { chooseLanguage, PAGE_LANGUAGE } from '../language/choose-language.ts'
import { formatDecimal, formatShare, humanize } from '../language/format.ts'

type Meta = BuildingLinkAnswer['meta']

export const text = chooseLanguage({ en, fr })

const labelFor = (labels: object, word: string): string => (labels as Record<string, string>)[word] ?? humanize(word)

export const outcomeLabel = (outcome: Meta['outcome'] | 'error'): string => text.outcomes[outcome]
export const reasonLabel = (reason: string): string => labelFor(text.reasons, reason)
/** The API's sentence is English, and more precise than the code; in French, the sentence of the code. */
export function reasonSentence(reason: string | null, detail: string | null): string | null {
  if (reason === null || (PAGE_LANGUAGE === 'en' && detail !== null)) return detail
  return (text.reasonSentences as Readonly<Record<string, string>>)[reason] ?? detail ?? reasonLabel(reason)
}

export const strategyLabel = (strategy: string): string => labelFor(text.strategies, strategy)

/** `+7.2` or `−3.0`: always signed, so that colour is not the only cue. */
export function formatBits(bits: number): string {
  return `${bits < 0 ? '−' : '+'}${formatDecimal(Math.abs(bits), 1)}`
}

/** Never rounds a probability up to 100%. */
export function formatConfidence(probability: number): string {
  if (probability >= 1) return formatShare(1, 0)
  if (probability > 0.999) return `> ${formatShare(0.999, 1)}`
  if (probability > 0 && probability < 0.001) return `< ${formatShare(0.001, 1)}`
  return formatShare(probability, 1)
}
