// Error texts and titles in the language of the caller.
import type titles from '#texts/fr/errors/titles.json'
import type { Fault, FaultCode, FaultItem } from '../../kernel/fault.ts'
import { FAULTS } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import type { Phrase, Text } from '../../kernel/phrase.ts'
import { Amount } from '../../kernel/phrase.ts'
import { readFrench } from '../../kernel/texts/server-texts.ts'

/** English text → French text. Both have the same `{0}`, `{1}` … */
export const FRENCH: Readonly<Record<string, string>> = Object.assign(
  {},
  ...['input', 'access', 'limits', 'features', 'scopes', 'data', 'listings'].map((area) =>
    readFrench(`errors/${area}`),
  ),
)

/** The type requires a row for every code. */
const TITLES: Readonly<Record<FaultCode, string>> = readFrench<typeof titles>('errors/titles')

/** A text without a row stays English. */
export function translate(text: Text, language: Language): string {
  if (language === 'en') return String(text)
  if (typeof text === 'string') return frenchOf(text)
  const { template, values } = text
  return frenchOf(template).replace(/\{(\d)\}/g, (_, i) => valueText(values[Number(i)]!, language))
}

function frenchOf(template: string): string {
  return Object.hasOwn(FRENCH, template) ? FRENCH[template]! : template
}

function valueText(value: Phrase['values'][number], language: Language): string {
  if (Array.isArray(value)) return value.map((item) => translate(item, language)).join(', ')
  if (value instanceof Amount) return value.value.toLocaleString('fr-CA')
  return typeof value === 'object' ? translate(value as Phrase, language) : String(value)
}

export function faultTitle(code: FaultCode, language: Language): string {
  return language === 'fr' ? TITLES[code] : FAULTS[code][1]
}

export function faultDetail({ code, options }: Fault, language: Language): string {
  return options.detail === undefined ? faultTitle(code, language) : translate(options.detail, language)
}

export function translateItem(item: FaultItem, language: Language): FaultItem {
  return { ...item, message: translate(item.message, language) }
}
