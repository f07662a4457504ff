// Words for the codes of the API, one typed table per kind, in both languages.
import type { FloorPlan, Media, Person, Plans, Project, Unit } from '../../src/http/api-types.ts'
import { chooseLanguage } from './choose-language.ts'
import { humanize, NO_VALUE } from './format.ts'

type Status = Project['status'] | Project['sales_status'] | Project['construction_status']
type PlanName = Plans['plans'][number]['name']
type Feature = Plans['features'][number]['name']
type Exposure = FloorPlan['exposure'][number]

const english = {
  status: {
    planning: 'Planning',
    registration: 'Registration',
    pre_launch: 'Pre-launch',
    selling: 'Selling',
    temporarily_sold_out: 'Temporarily sold out',
    sold_out: 'Sold out',
    resale: 'Resale',
    sales_on_hold: 'Sales on hold',
    on_hold: 'On hold',
    cancelled: 'Cancelled',
    converted_to_rental: 'Converted to rental',
    pre_construction: 'Pre-construction',
    under_construction: 'Under construction',
    construction_on_hold: 'Construction on hold',
    occupancy: 'Occupancy',
    completed: 'Completed',
    unknown: 'Not known',
  } satisfies Record<Status, string>,
  buildingType: {
    condo_apartment: 'Condo apartment',
    condo_townhouse: 'Condo townhouse',
    loft: 'Loft',
    mixed: 'Mixed',
    rental_apartment: 'Rental apartment',
    multi_unit: 'Multi-unit',
    unknown: 'Not known',
  } satisfies Record<Project['building_type'], string>,
  tenure: {
    condo: 'Condo',
    strata: 'Strata',
    freehold: 'Freehold',
    co_op: 'Co-op',
    leasehold: 'Leasehold',
    rental: 'Rental',
    unknown: 'Not known',
  } satisfies Record<Project['tenure'], string>,
  planAvailability: {
    coming_soon: 'Coming soon',
    available: 'Available',
    limited: 'Limited',
    on_hold: 'On hold',
    sold_out: 'Sold out',
    withdrawn: 'Withdrawn',
  } satisfies Record<FloorPlan['availability'], string>,
  unitStatus: {
    unreleased: 'Unreleased',
    available: 'Available',
    reserved: 'Reserved',
    sold: 'Sold',
    held: 'Held',
    withdrawn: 'Withdrawn',
  } satisfies Record<Unit['status'], string>,
  mediaKind: {
    rendering_exterior: 'Exterior rendering',
    rendering_interior: 'Interior rendering',
    amenity: 'Amenity',
    floor_plan: 'Floor plan',
    key_plate: 'Key plate',
    site_plan: 'Site plan',
    photo: 'Photo',
    video: 'Video',
    logo: 'Logo',
    brochure: 'Brochure',
    price_list: 'Price list',
  } satisfies Record<Media['kind'], string>,
  locationAccuracy: {
    rooftop: 'rooftop',
    parcel: 'parcel',
    street: 'street',
    locality: 'locality',
  } satisfies Record<NonNullable<Project['location_accuracy']>, string>,
  exposure: { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SW', W: 'W', NW: 'NW' } satisfies Record<
    Exposure,
    string
  >,
  /** The API does not limit these. */
  developerRole: { developer: 'Developer', co_developer: 'Co-developer' },
  role: { curator: 'Curator', operator: 'Operator' } satisfies Record<NonNullable<Person['role']>, string>,
  plan: { sandbox: 'Sandbox', starter: 'Starter', pro: 'Pro', elite: 'Elite' } satisfies Record<PlanName, string>,
  feature: {
    core: 'Projects, media, developers, cities, dataset',
    building_links: 'Address → building',
    floor_plans: 'Floor plans, their images and price lists',
    units: 'Unit rows',
    history: 'History, price history and as_of',
    changes: 'The change log',
    exports: 'The projects export',
    exports_full: 'Every export',
    webhooks: 'Webhook endpoints',
    mcp: 'Tools over MCP',
    listings: 'Stored listings and feeds',
  } satisfies Record<Feature, string>,
}

const words = chooseLanguage({
  en: english,
  fr: {
    status: {
      planning: 'En planification',
      registration: 'Préinscription',
      pre_launch: 'Prélancement',
      selling: 'En vente',
      temporarily_sold_out: 'Temporairement épuisé',
      sold_out: 'Entièrement vendu',
      resale: 'Revente',
      sales_on_hold: 'Ventes suspendues',
      on_hold: 'En suspens',
      cancelled: 'Annulé',
      converted_to_rental: 'Converti en locatif',
      pre_construction: 'Prévente, avant chantier',
      under_construction: 'En construction',
      construction_on_hold: 'Chantier suspendu',
      occupancy: 'Occupation',
      completed: 'Terminé',
      unknown: 'Inconnu',
    },
    buildingType: {
      condo_apartment: 'Appartements en copropriété',
      condo_townhouse: 'Maisons de ville en copropriété',
      loft: 'Lofts',
      mixed: 'Mixte',
      rental_apartment: 'Appartements locatifs',
      multi_unit: 'Plusieurs logements',
      unknown: 'Inconnu',
    },
    tenure: {
      condo: 'Copropriété divise',
      strata: 'Copropriété (strata)',
      freehold: 'Pleine propriété',
      co_op: 'Coopérative',
      leasehold: 'Tenure à bail',
      rental: 'Locatif',
      unknown: 'Inconnu',
    },
    planAvailability: {
      coming_soon: 'Bientôt offert',
      available: 'Disponible',
      limited: 'Quantité limitée',
      on_hold: 'En suspens',
      sold_out: 'Épuisé',
      withdrawn: 'Retiré',
    },
    unitStatus: {
      unreleased: 'Pas encore offerte',
      available: 'Disponible',
      reserved: 'Réservée',
      sold: 'Vendue',
      held: 'Retenue',
      withdrawn: 'Retirée',
    },
    mediaKind: {
      rendering_exterior: 'Perspective extérieure',
      rendering_interior: 'Perspective intérieure',
      amenity: 'Espace commun',
      floor_plan: 'Plan d’étage',
      key_plate: 'Plan de repérage',
      site_plan: 'Plan d’implantation',
      photo: 'Photo',
      video: 'Vidéo',
      logo: 'Logo',
      brochure: 'Brochure',
      price_list: 'Liste de prix',
    },
    locationAccuracy: { rooftop: 'toit', parcel: 'lot', street: 'rue', locality: 'localité' },
    exposure: { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SO', W: 'O', NW: 'NO' },
    developerRole: { developer: 'Promoteur', co_developer: 'Copromoteur' },
    role: { curator: 'Vérificateur', operator: 'Exploitant' },
    plan: { sandbox: 'Bac à sable', starter: 'Démarrage', pro: 'Pro', elite: 'Élite' },
    feature: {
      core: 'Projets, médias, promoteurs, villes, jeu de données',
      building_links: 'Adresse → immeuble',
      floor_plans: 'Plans d’étage, leurs images et les listes de prix',
      units: 'Fiches des unités',
      history: 'Historique, historique des prix et as_of',
      changes: 'Journal des modifications',
      exports: 'Export des projets',
      exports_full: 'Tous les exports',
      webhooks: 'Points de terminaison de webhook',
      mcp: 'Outils par MCP',
      listings: 'Inscriptions conservées et flux',
    },
  },
})

/** The word for a code. A code that this version of the portal does not know is shown as it is. */
export function wordFor(kind: keyof typeof words, code: string | null | undefined): string {
  if (!code) return NO_VALUE
  return (words[kind] as Readonly<Record<string, string>>)[code] ?? humanize(code)
}
