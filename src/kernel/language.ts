// The languages that people can read Plinth in, and which one a request asks for.

export const LANGUAGES = ['en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

/** A person's choice in this browser. It holds nothing else, so it needs no consent. */
export const LANGUAGE_COOKIE = 'plinth_language'

/** The same text in every language. */
export type InLanguages<T> = Readonly<Record<Language, T>>

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'fr'
}

/** The language that an Accept-Language header prefers among ours (RFC 9110); English if it names neither. */
export function preferredLanguage(header: string | undefined): Language {
  if (header === undefined) return 'en'
  let best: Language = 'en'
  let bestQuality = 0
  for (const part of header.slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.split(';')
    const language = range.trim().slice(0, 2).toLowerCase()
    if (!isLanguage(language) || !/^[a-z]{2}(-|$)/i.test(range.trim())) continue
    const quality = qualityOf(parameters)
    if (quality > bestQuality) [best, bestQuality] = [language, quality]
  }
  return best
}

function qualityOf(parameters: readonly string[]): number {
  const found = parameters.map((parameter) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)).find(Boolean)
  return found ? Number(found[1]) : 1
}
