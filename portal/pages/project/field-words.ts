// Names of project fields, for the list of fields from a source. In English, they are the field names themselves.
import fr from '../../../assets/texts/fr/portal/project-fields.json' with { type: 'json' }
import { PAGE_LANGUAGE } from '../../language/choose-language.ts'
import { humanize } from '../../language/format.ts'

const fields: Readonly<Record<string, string>> = PAGE_LANGUAGE === 'fr' ? fr : {}

export function fieldName(code: string): string {
  return fields[code] ?? humanize(code)
}
