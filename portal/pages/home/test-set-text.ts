// Names of the test sets, whose English names are in the model.
import { chooseLanguage, PAGE_LANGUAGE } from '../../parts/choose-language.ts'
import { humanize } from '../../parts/format.ts'

const parts = chooseLanguage({
  en: {} as Readonly<Record<string, string>>,
  fr: {
    listings: 'inscriptions',
    'some absent': 'certaines sans immeuble',
    'text only': 'texte seulement',
    names: 'noms',
    'no spaces': 'sans espaces',
    real: 'réelles',
    synthetic: 'synthétiques',
    errors: 'erreurs',
    'hints mixed': 'indices variés',
    faults: 'fautes',
    'shared faults': 'fautes communes',
    houses: 'maisons',
    'houses without a list': 'maisons sans liste',
    elsewhere: 'ailleurs',
    pasted: 'collées',
    twins: 'jumelles',
    'similar streets': 'rues semblables',
    styles: 'styles',
    titles: 'titres',
    'held-out cases: real listings, and generated errors in real and synthetic addresses':
      'cas mis de côté\u00a0: inscriptions réelles, et erreurs générées dans des adresses réelles et synthétiques',
  },
})

/** `synthetic, errors` → « Synthétiques, erreurs ». */
export function testSetName(set: string): string {
  return humanize(
    set
      .split(', ')
      .map((part) => parts[part] ?? part)
      .join(', '),
  )
}

export function measuredOnText(cases: string): string {
  return PAGE_LANGUAGE === 'fr' ? (parts[cases] ?? cases) : cases
}
