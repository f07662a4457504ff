// Words for the codes of the API, one typed table per kind.
import en from '../../assets/texts/en/portal/words.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/words.json' with { type: 'json' }
import type { FloorPlan, Media, Person, Plans, Project, Unit } from '../../src/http/api-types.ts'
import { chooseLanguage } from './choose-language.ts'
import { humanize, NO_VALUE } from './format.ts'

type Status = Project['status'] | Project['sales_status'] | Project['construction_status']

/** A code of the API without a word does not compile. The API does not limit the roles of developers. */
interface Words {
  readonly status: Readonly<Record<Status, string>>
  readonly buildingType: Readonly<Record<Project['building_type'], string>>
  readonly tenure: Readonly<Record<Project['tenure'], string>>
  readonly planAvailability: Readonly<Record<FloorPlan['availability'], string>>
  readonly unitStatus: Readonly<Record<Unit['status'], string>>
  readonly mediaKind: Readonly<Record<Media['kind'], string>>
  readonly locationAccuracy: Readonly<Record<NonNullable<Project['location_accuracy']>, string>>
  readonly exposure: Readonly<Record<FloorPlan['exposure'][number], string>>
  readonly developerRole: Readonly<Record<string, string>>
  readonly role: Readonly<Record<NonNullable<Person['role']>, string>>
  readonly plan: Readonly<Record<Plans['plans'][number]['name'], string>>
  readonly feature: Readonly<Record<Plans['features'][number]['name'], string>>
}

const text: Words = chooseLanguage({ en, fr })

/** As `wordFor`; no value for a code that says that nobody knows. */
export const knownWord: typeof wordFor = (kind, code) => (code === 'unknown' ? NO_VALUE : wordFor(kind, code))

/** The word for a code. A code that this version of the portal does not know is shown as it is. */
export function wordFor(kind: keyof Words, code: string | null | undefined): string {
  if (!code) return NO_VALUE
  return (text[kind] as Readonly<Record<string, string>>)[code] ?? humanize(code)
}
