// Names of project fields, for the list of fields from a source.
import { chooseLanguage } from '../../parts/choose-language.ts'
import { humanize } from '../../parts/format.ts'

const fields = chooseLanguage({
  // English names are the field names themselves.
  en: {} as Readonly<Record<string, string>>,
  fr: {
    name: 'Nom',
    name_fr: 'Nom français',
    aliases: 'Autres noms',
    city_name: 'Ville',
    province: 'Province',
    neighbourhood_name: 'Quartier',
    postal_code: 'Code postal',
    address: 'Adresse',
    addresses: 'Adresses',
    latitude: 'Latitude',
    longitude: 'Longitude',
    location_accuracy: 'Précision de l’emplacement',
    developer: 'Promoteur',
    developers: 'Promoteurs',
    architects: 'Architectes',
    interior_designers: 'Designers d’intérieur',
    building_type: 'Type d’immeuble',
    tenure: 'Mode de tenure',
    storeys: 'Étages',
    units: 'Logements',
    units_total: 'Nombre de logements',
    status: 'État',
    sales_status: 'État des ventes',
    construction_status: 'État du chantier',
    price_from: 'Prix minimal',
    price_to: 'Prix maximal',
    psf_from: 'Prix minimal au pi²',
    psf_to: 'Prix maximal au pi²',
    size_min_sqft: 'Superficie minimale',
    size_max_sqft: 'Superficie maximale',
    bedrooms_min: 'Chambres, minimum',
    bedrooms_max: 'Chambres, maximum',
    launch_date: 'Date de lancement',
    occupancy_date: 'Date d’occupation',
    completion_date: 'Date d’achèvement',
    year_built: 'Année de construction',
    condo_corp: 'Syndicat de copropriété',
    deposit: 'Dépôt',
    maintenance_fee: 'Frais de copropriété',
    parking: 'Stationnement',
    locker: 'Casier de rangement',
    incentives: 'Promotions',
    amenities: 'Commodités',
    description: 'Description',
    description_fr: 'Description française',
    website_url: 'Site Web',
    buildings: 'Immeubles',
    floor_plans: 'Plans d’étage',
    media: 'Médias',
  },
})

export function fieldName(code: string): string {
  return fields[code] ?? humanize(code)
}
