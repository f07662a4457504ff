// Words stand apart from pages: each area has a file with its texts by language, and takes the reader's.

type Widened<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Widened<T[K]>
}

/** `pick({ en })` now; `pick({ en, fr })` when the French is written, which the compiler then holds to the same shape. */
export function chooseLanguage<const T extends object>(languages: {
  readonly en: T
  readonly fr?: Widened<T>
}): Widened<T> {
  const wanted = typeof document === 'undefined' ? 'en' : document.documentElement.lang
  return wanted === 'fr' && languages.fr ? languages.fr : (languages.en as Widened<T>)
}
