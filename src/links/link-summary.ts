// Summaries of links that the matcher does not write: by location, and verified by a person.
import type { Summary } from '@plinth/matcher'
import type en from '#texts/en/server/links.json'
import type { Language } from '../kernel/language.ts'
import { fill, readTexts } from '../kernel/texts/server-texts.ts'

const linkTexts = readTexts<typeof en>('server/links')

const inBoth = (textIn: (language: Language) => string): Summary => ({ en: textIn('en'), fr: textIn('fr') })

/** `metres` is null for a building found by its postal code. */
export const locationSummary = (metres: number | null, postal: string | null): Summary =>
  inBoth((language) => {
    const text = linkTexts(language)
    return metres === null
      ? fill(text.byPostalCode, { postal: String(postal) }, language)
      : fill(text.byPoint, { metres: Math.round(metres) }, language)
  })

/** Before the matcher's own summary, if it has one. */
export const verifiedSummary = (automatic: Summary | undefined): Summary =>
  inBoth((language) => `${linkTexts(language).verified} ${automatic?.[language] ?? ''}`.trim())
