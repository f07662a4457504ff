// Reads the texts of the server's pages, emails and errors from assets/texts.
import { readFileSync } from 'node:fs'
import type { InLanguages, Language } from '../language.ts'
import type { MessageValues } from './fill-message.ts'
import { fillIn } from './fill-message.ts'

const read = <T>(language: Language, area: string): T =>
  JSON.parse(readFileSync(new URL(`../../../assets/texts/${language}/${area}.json`, import.meta.url), 'utf8'))

/** `readTexts<typeof en>('server/pages')`, where `en` is the type of `#texts/en/server/pages.json`. */
export function readTexts<T extends object>(area: string): (language: Language) => T & { readonly language: Language } {
  const texts = {
    en: { ...read<T>('en', area), language: 'en' as const },
    fr: { ...read<T>('fr', area), language: 'fr' as const },
  }
  return (language) => texts[language]
}

/** Texts whose English is in the source: English text or code → French. */
export const readFrench = <T extends object = Readonly<Record<string, string>>>(area: string): T => read('fr', area)

const FILL: InLanguages<ReturnType<typeof fillIn>> = { en: fillIn('en-CA'), fr: fillIn('fr-CA') }

/** The message with these values. The language decides how numbers and plurals are written. */
export const fill = (message: string, values: MessageValues, language: Language): string =>
  FILL[language](message, values)
