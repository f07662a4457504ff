// Names of the test sets; the model has the English names.
import fr from '../../../assets/texts/fr/portal/test-sets.json' with { type: 'json' }
import { PAGE_LANGUAGE } from '../../language/choose-language.ts'
import { humanize } from '../../language/format.ts'

const parts: Readonly<Record<string, string>> = PAGE_LANGUAGE === 'fr' ? fr : {}

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
  return parts[cases] ?? cases
}
