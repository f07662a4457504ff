// Alternative text of a picture in the page's language.
import type { Media } from '../../../src/http/api-types.ts'
import { labelled, PAGE_LANGUAGE } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'

/** Sources write it in English; in French it is the kind of picture and its title. */
export function altOf({ alt, kind, title }: Pick<Media, 'alt' | 'kind' | 'title'>): string {
  if (PAGE_LANGUAGE === 'en') return alt
  return title === null ? wordFor('mediaKind', kind) : labelled(wordFor('mediaKind', kind), title)
}
