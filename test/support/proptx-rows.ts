// Rows as PropTx sends them: homes of known buildings, listed in all the shapes that its records have.
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'

/** Fields that PropTx does not have. */
export const PROPTX_LACKS = ['Latitude', 'Longitude']

/** A home, and what its listings must become. */
export interface ProptxHome {
  readonly project_id: number
  /** Null where towers share the address. */
  readonly building_id: number | null
  readonly unit: string
  readonly condo_corp: string | null
  readonly legal_level: string
  readonly legal_unit: string
}

interface Home extends ProptxHome {
  readonly number: string
  readonly words: readonly string[]
  readonly project: ProjectRecord
}

type Fields = Readonly<Record<string, unknown>>

const DIRECTION = /^[NSEW]$/
/** The words of a street name, its type and its direction: `St. Clair`, `Ave`, `E`. */
function partsOf({ number, words }: Home) {
  const direction = DIRECTION.test(words.at(-1)!) ? words.at(-1)! : null
  const rest = direction === null ? words : words.slice(0, -1)
  const [name, suffix] = rest.length > 1 ? [rest.slice(0, -1).join(' '), rest.at(-1)!] : [rest.join(' '), null]
  return { StreetNumber: number, StreetName: name, StreetSuffix: suffix, StreetDirSuffix: direction }
}

/** The ways in which a record says where the home is. */
const SHAPES: readonly ((home: Home) => Fields)[] = [
  (home) => ({
    UnparsedAddress: `${street(home)} ${home.unit}, Toronto C01, ON ${home.project.postal_code}`,
    ...partsOf(home),
    ApartmentNumber: home.unit,
  }),
  (home) => ({ UnparsedAddress: null, ...partsOf(home), UnitNumber: home.unit, ApartmentNumber: home.unit }),
  (home) => ({
    UnparsedAddress: '(Address not available)',
    ...partsOf(home),
    StreetNumber: `${home.number}.0`,
    UnitNumber: `${home.unit}.0`,
  }),
  (home) => ({ ...partsOf(home), StreetNumber: '', StreetName: street(home), ApartmentNumber: home.unit }),
  (home) => ({ ...partsOf(home), StreetNumber: `${home.unit}-${home.number}`, ApartmentNumber: home.unit }),
  (home) => ({ ...partsOf(home), StreetName: home.words.join(' '), UnitNumber: home.unit }),
  (home) => ({ UnparsedAddress: `${home.project.city_name}, ON`, ...partsOf(home), ApartmentNumber: home.unit }),
  (home) => ({ ...partsOf(home), UnparsedAddress: street(home), StreetNumber: null, UnitNumber: `# ${home.unit}` }),
]

const street = ({ number, words }: Home): string => `${number} ${words.join(' ')}`

/** The building's own code, another one of its area, the one of a brokerage downtown or in Vancouver, or none. */
const POSTAL_CODES: readonly ((own: string) => string | null)[] = [
  (own) => own,
  (own) => `${own.slice(0, 3)} 9Z9`,
  () => 'M5V 3L9',
  () => 'V6B 1A1',
  () => null,
]

/** How the registry of a corporation is written. */
const REGISTRIES: readonly ((registry: string) => string)[] = [
  (registry) => registry,
  (registry) => ` ${registry.toLowerCase()} `,
  (registry) => registry.split('').join('.'),
  (registry) => (registry === 'TSCC' ? 'Toronto Standard Condominium Corporation' : registry),
]

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!

/** Without a corporation, the fields have half of one, or the manager's name. */
function corporationFields({ project: { condo_corp: corporation } }: Home, at: number): Fields {
  if (corporation === null)
    return pick(
      [
        { AssociationName: 'TSCC', CondoCorpNumber: null },
        { AssociationName: null, CondoCorpNumber: 2345 },
        { AssociationName: 'Icon Property Management', CondoCorpNumber: 2345 },
      ],
      at,
    )
  const { registry, number } = corporation
  return {
    AssociationName: pick(REGISTRIES, at)(registry),
    CondoCorpNumber: at % 2 === 0 ? number : `${number}.0`,
  }
}

/** One home per building and round: its suite is 1203, its legal unit another number. */
function homesOf(projects: readonly ProjectRecord[], count: number): Home[] {
  const places = projects.flatMap((project) => {
    if (project.city_name !== 'Toronto') return []
    const { condo_corp: corporation } = project
    return project.buildings.flatMap((building) => {
      const line = building.addresses.find(({ kind }) => kind === 'municipal')?.line
      const [, number, name] = /^(\d+) (.+)$/.exec(line ?? '') ?? []
      if (number === undefined || name === undefined) return []
      const isShared = project.buildings.some(
        (other) => other !== building && other.addresses.some((address) => address.line === line),
      )
      const condo_corp = corporation && `${corporation.registry} ${corporation.number}`
      const building_id = isShared ? null : building.id
      const floors = Math.max(1, (building.storeys ?? 1) - 1)
      return [{ project, project_id: project.id, building_id, condo_corp, number, words: name.split(' '), floors }]
    })
  })
  return Array.from({ length: count }, (_, i) => {
    const { floors, ...place } = pick(places, i)
    const level = 1 + (i % floors)
    const legal = { legal_level: String(level), legal_unit: String(1 + (i % 9)) }
    return { ...place, unit: `${level + 1}0${1 + (i % 9)}`.slice(-4), ...legal }
  })
}

/** Rows from `count` on list the homes again, in another shape and with another postal code. */
export function proptxRows(projects: readonly ProjectRecord[], count: number) {
  const homes = homesOf(projects, count)
  const fieldsOf = (index: number): Fields => {
    const home = homes[index % count]!
    // Every shape meets every postal code.
    const at = index + Math.floor(index / 7)
    return {
      ...pick(SHAPES, at)(home),
      ...corporationFields(home, at),
      City: 'Toronto C01',
      CityRegion: 'Bay Street Corridor',
      StateOrProvince: 'ON',
      PostalCode: pick(POSTAL_CODES, index + Math.floor(index / count))(home.project.postal_code ?? 'M5V 2T6'),
      BuildingName: null,
      LegalStories: home.legal_level,
      LegalApartmentNumber: home.legal_unit,
      TransactionType: at % 3 === 0 ? 'For Lease' : 'For Sale',
      PropertyType: 'Residential Condo & Other',
      PropertySubType: 'Condo Apartment',
      ListOfficeName: 'LAKEVIEW REALTY INC.',
      OriginatingSystemName: 'Toronto Regional Real Estate Board',
      StandardStatus: 'Active',
      MlsStatus: 'New',
    }
  }
  return { homes: homes as readonly ProptxHome[], fieldsOf }
}
