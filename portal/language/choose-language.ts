// Chooses a page's text by the document's language, and puts values into it.
import { fillIn } from '../../src/kernel/texts/fill-message.ts'

type Language = 'en' | 'fr'

/** The server sets it. Tests without a page read English. */
export const PAGE_LANGUAGE: Language =
  typeof document !== 'undefined' && document.documentElement.lang === 'fr' ? 'fr' : 'en'

/** For numbers, dates, plurals and sorting. */
export const LOCALE = PAGE_LANGUAGE === 'fr' ? 'fr-CA' : 'en-CA'

/** `fill(text.held, { missing, stored })`: the message with these values. */
export const fill = fillIn(LOCALE)

/** Text that the API returns in both languages. */
export const inPageLanguage = ({ en, fr }: { readonly en: string; readonly fr: string }): string =>
  PAGE_LANGUAGE === 'fr' ? fr : en

/** The text of customers' pages, from their catalogues. A language that lacks a text does not compile. */
export const chooseLanguage = <T extends object>({ en, fr }: { readonly en: T; readonly fr: NoInfer<T> }): T =>
  PAGE_LANGUAGE === 'fr' ? fr : en

/** Between a label and its value. French has a space before the colon. */
export const COLON = PAGE_LANGUAGE === 'fr' ? '\u00a0: ' : ': '

/** `Location: 12 Main`, « Emplacement : 12 Main ». */
export function labelled(label: string, value: string): string {
  return label + COLON + value
}
