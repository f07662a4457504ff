// Translates sentences that were stored or made in English: a row of a table is a sentence with or without values.
import type { Language } from '../../kernel/language.ts'

type Translate = (text: string, language: Language) => string

/** Sentences that the table does not have stay as they are. */
export function translatorOf(table: Readonly<Record<string, string>>): Translate {
  const withValues = Object.entries(table)
    .filter(([english]) => english.includes('{0}'))
    .map(([english, french]) => ({ pattern: patternOf(english), french }))
  const translate: Translate = (text, language) => {
    if (language === 'en') return text
    const row = table[text]
    if (row !== undefined) return row
    for (const { pattern, french } of withValues) {
      const values = pattern.exec(text)?.slice(1)
      // A value may be a sentence of the table.
      if (values) return french.replaceAll(/\{(\d)\}/g, (_, at) => translate(values[Number(at)]!, language))
    }
    return text
  }
  return translate
}

/** Values may have any characters; the fixed parts are long enough to find them. */
function patternOf(english: string): RegExp {
  const parts = english.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*)')}$`, 's')
}
