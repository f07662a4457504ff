// What each format says about its source: publisher, licence, attribution and trust.

export interface SourceFacts {
  /** Null: the operator's own data, called by the source's name. */
  readonly title: string | null
  readonly publisher: string | null
  /** Null: the operator's own data. */
  readonly licence: string | null
  readonly licence_url: string | null
  /** The statement that must be shown with the data. */
  readonly attribution: string | null
  /** Whoever publishes the data, or a database made from it, must do so under the same licence. */
  readonly share_alike: boolean
  /** When sources disagree, the lowest number wins; equal numbers by name. */
  readonly trust: number
  /** False: the source only adds to buildings that other sources have. */
  readonly creates_projects: boolean
}

interface FormatFacts extends SourceFacts {
  /**
   * The licence differs from file to file. Required: an operator must state it before the first import. Expected: the
   * import reminds the operator, whose own data it may be.
   */
  readonly licenceStated: 'required' | 'expected' | null
}

const OWN: FormatFacts = {
  title: null,
  publisher: null,
  licence: null,
  licence_url: null,
  attribution: null,
  share_alike: false,
  trust: 100,
  creates_projects: true,
  licenceStated: null,
}

/** Trust of city files that name a corporation, a roll number or a registration. */
const CITY_ROLL = 300

interface Licence {
  readonly licence: string
  readonly licence_url: string | null
}

const OGL_CANADA: Licence = {
  licence: 'Open Government Licence – Canada',
  licence_url: 'https://open.canada.ca/en/open-government-licence-canada',
}
const OGL_TORONTO: Licence = {
  licence: 'Open Government Licence – Toronto',
  licence_url: 'https://open.toronto.ca/open-data-licence/',
}

const underGovernmentLicence = ({ licence }: Licence) => `Contains information licensed under the ${licence}.`

function city(title: string, publisher: string, licence: Licence, trust = CITY_ROLL): FormatFacts {
  return { ...OWN, title, publisher, ...licence, attribution: underGovernmentLicence(licence), trust }
}

/** Statistics Canada asks for its own sentence in addition to that of the licence. */
function statisticsCanada(title: string, trust: number, creates_projects: boolean): FormatFacts {
  const adapted = `Adapted from Statistics Canada, ${title}. This does not constitute an endorsement by Statistics Canada of this product.`
  const attribution = `${underGovernmentLicence(OGL_CANADA)} ${adapted}`
  return { ...OWN, title, publisher: 'Statistics Canada', ...OGL_CANADA, attribution, trust, creates_projects }
}

const OPENSTREETMAP: FormatFacts = {
  ...OWN,
  title: 'OpenStreetMap',
  publisher: 'OpenStreetMap contributors',
  licence: 'Open Database License (ODbL) 1.0',
  licence_url: 'https://opendatacommons.org/licenses/odbl/1-0/',
  attribution: '© OpenStreetMap contributors. Available under the Open Database License.',
  share_alike: true,
  trust: 700,
}

const FORMAT_FACTS: Readonly<Record<string, FormatFacts>> = {
  ndjson: OWN,
  csv: OWN,
  'mapped-csv': OWN,
  plinth: { ...OWN, licenceStated: 'expected' },
  'vancouver-tax': city('Property tax report', 'City of Vancouver', {
    licence: 'Open Government Licence – Vancouver',
    licence_url: 'https://opendata.vancouver.ca/pages/licence/',
  }),
  'montreal-uef': {
    ...OWN,
    title: 'Unités d’évaluation foncière',
    publisher: 'Ville de Montréal',
    licence: 'Creative Commons Attribution 4.0 International (CC BY 4.0)',
    licence_url: 'https://creativecommons.org/licenses/by/4.0/',
    attribution: 'Ville de Montréal, Unités d’évaluation foncière, CC BY 4.0. The data was changed.',
    trust: CITY_ROLL,
  },
  'calgary-assessment': city('Property assessments', 'City of Calgary', {
    licence: 'Open Government Licence – City of Calgary',
    licence_url: null,
  }),
  'edmonton-assessment': city('Property assessments', 'City of Edmonton', {
    licence: 'Open Government Licence – Edmonton',
    licence_url: null,
  }),
  toronto: city('Apartment building registration', 'City of Toronto', OGL_TORONTO),
  'toronto-applications': city('Development applications', 'City of Toronto', OGL_TORONTO, 350),
  odb: statisticsCanada('Open Database of Buildings', 400, false),
  nar: statisticsCanada('National Address Register', 500, true),
  openaddresses: { ...OWN, title: 'OpenAddresses', trust: 600, licenceStated: 'required' },
  // A GeoJSON file with our own field names is the operator's own data; its trust is that of a map.
  geojson: { ...OWN, trust: OPENSTREETMAP.trust },
  overpass: OPENSTREETMAP,
}

export const FORMATS_WITH_FACTS: readonly string[] = Object.keys(FORMAT_FACTS)

/** The facts of a format. A share-alike GeoJSON file is an extract of OpenStreetMap. */
export function factsOf(format: string, isShareAlike: boolean): FormatFacts {
  if (format === 'geojson' && isShareAlike) return OPENSTREETMAP
  return FORMAT_FACTS[format] ?? OWN
}

/** Sources that Plinth generates have no row in the registry. */
export const GENERATED_FACTS: Readonly<Record<string, SourceFacts>> = {
  demo: { ...OWN, title: 'Demonstration data', publisher: 'Plinth' },
  sandbox: { ...OWN, title: 'Sandbox data', publisher: 'Plinth' },
  desk: { ...OWN, title: 'Corrections by curators' },
}
