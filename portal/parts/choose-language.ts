// Chooses a page's text by the document's language.

type Widened<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Widened<T[K]>
}

const isFrench = () => typeof document !== 'undefined' && document.documentElement.lang === 'fr'

/** Text that the API returns in both languages. */
export const inPageLanguage = ({ en, fr }: { readonly en: string; readonly fr: string }): string =>
  isFrench() ? fr : en

/** French is optional for now. The compiler checks that both languages have the same shape. */
export function chooseLanguage<const T extends object>(languages: {
  readonly en: T
  readonly fr?: Widened<T>
}): Widened<T> {
  return isFrench() && languages.fr ? languages.fr : (languages.en as Widened<T>)
}
