// Chooses a page's text by the document's language, and puts values into it.
import { fillIn } from '../../src/kernel/texts/fill-message.ts'

type Language = 'en' | 'fr'

type Widened<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Widened<T[K]>
}

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

/** The text of customers' pages. A language that lacks a text does not compile. */
export function chooseLanguage<const T extends object>(languages: {
  readonly en: T
  readonly fr: Widened<T>
}): Widened<T> {
  return PAGE_LANGUAGE === 'fr' ? languages.fr : (languages.en as Widened<T>)
}

/** The text of the desk, which only the operator's staff use. */
export function englishOnly<const T extends object>({ en }: { readonly en: T }): Widened<T> {
  return en as Widened<T>
}

/** Between a label and its value. French has a space before the colon. */
export const COLON = PAGE_LANGUAGE === 'fr' ? '\u00a0: ' : ': '

/** `Location: 12 Main`, « Emplacement : 12 Main ». */
export function labelled(label: string, value: string): string {
  return label + COLON + value
}
