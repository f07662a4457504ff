// Sandbox projects of Quebec and the Atlantic provinces: a French one on a renamed street, a bilingual one, one before its launch.
import type { ProjectRow } from '../../ingest/row.ts'
import { oldestFirst, plan, sandboxProject, story, unit } from './sandbox-row.ts'

const fabriqueStudio = plan('Le Tilleul', '0', '1', 398, ['N'], {
  floor_min: 4,
  floor_max: 30,
  units_count: 81,
  price: null,
  launch_price: 289900,
})
const fabriqueOne = plan('Le Frêne', '1', '1', 561, ['E'], {
  exterior_sqft: 52,
  floor_min: 4,
  floor_max: 44,
  units_count: 120,
  availability: 'limited',
  price: 489900,
  launch_price: 399900,
})
const fabriqueTwo = plan('L’Érable', '2', '2', 842, ['S', 'SW'], {
  exterior_sqft: 88,
  floor_min: 5,
  floor_max: 46,
  units_count: 88,
  availability: 'available',
  price: 769900,
  launch_price: 625000,
})

/** French throughout, on a street that had another name until 2009; people have begun to move in. */
const canadiens = sandboxProject(
  {
    id: 3,
    name: 'Le Cours Lucien-L’Allier',
    name_fr: 'Le Cours Lucien-L’Allier',
    aliases: ['Cours Lucien L’Allier', 'LCLA'],
    city_name: 'Montréal',
    province: 'QC',
    neighbourhood_name: 'Ville-Marie',
    postal_code: 'H3B 3B3',
    address: '1288 Av des Canadiens-de-Montréal, Montréal, QC',
    latitude: 45.49646,
    longitude: -73.57081,
    location_accuracy: 'rooftop',
    developers: [{ name: 'Groupe Valmorin', role: 'developer' }],
    architects: ['Atelier Brossard-Nguyen'],
    storeys: 46,
    units_total: 402,
    sales_status: 'selling',
    construction_status: 'occupancy',
    price_from: 489900,
    price_to: 769900,
    launch_date: { date: '2021-09-01', precision: 'month', is_estimate: false },
    occupancy_date: { date: '2026-05-01', precision: 'month', is_estimate: false },
    year_built: 2026,
    maintenance_fee: {
      amount_per_sqft: 0.52,
      includes: ['eau chaude', 'assurance de l’immeuble', 'entretien des aires communes'],
    },
    parking: { price: 72000, monthly_fee: 55, available: false },
    deposit: {
      total_percent: 15,
      instalments: [
        { percent: 5, amount: null, due: 'à la signature' },
        { percent: 5, amount: null, due: 'dans 90 jours' },
        { percent: 5, amount: null, due: 'au début des travaux' },
      ],
    },
    incentives: [
      {
        type: 'credit',
        title: 'Électroménagers inclus',
        value: 12000,
        valid_from: '2026-08-01',
        valid_to: '2026-12-20',
      },
    ],
    amenities: ['Piscine intérieure', 'Salle d’entraînement', 'Terrasse sur le toit', 'Chalet urbain'],
    description:
      'Forty-six storeys above the Lucien-L’Allier station. The first owners moved in this spring; the last suites are on the upper floors.',
    description_fr:
      'Quarante-six étages au-dessus de la station Lucien-L’Allier. Les premiers propriétaires ont emménagé au printemps ; il reste des logements aux étages supérieurs.',
    website_url: 'https://cours-lucien-lallier.example',
    buildings: [
      {
        key: 'tour',
        name: null,
        storeys: 46,
        units: 402,
        latitude: 45.49646,
        longitude: -73.57081,
        year_built: 2026,
        addresses: [
          { line: '1288 Av des Canadiens-de-Montréal', kind: 'municipal', valid_from: '2009-10-19', valid_to: null },
          { line: '1288 Rue De La Gauchetière O', kind: 'historic', valid_from: null, valid_to: '2009-10-18' },
        ],
      },
    ],
    floor_plans: [fabriqueStudio, fabriqueOne, fabriqueTwo],
    units: [
      unit(fabriqueOne, '2301', 23, 501900, 'sold'),
      unit(fabriqueOne, '3802', 38, 528900, 'available'),
      unit(fabriqueTwo, '4105', 41, 769900, 'available'),
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2021-06-01', 'registration'],
        ['2021-09-18', 'selling'],
      ]),
      story('construction_status', [
        ['2021-06-01', 'pre_construction'],
        ['2022-10-03', 'under_construction'],
        ['2026-05-11', 'occupancy'],
      ]),
      story('occupancy_date', [
        ['2021-09-18', { date: '2025-06-01', precision: 'season', is_estimate: true }],
        ['2024-04-15', { date: '2026-03-01', precision: 'quarter', is_estimate: true }],
        ['2026-05-11', { date: '2026-05-01', precision: 'month', is_estimate: false }],
      ]),
      story('price_from', [
        ['2021-09-18', 289900],
        ['2024-09-02', 489900],
      ]),
      story('price_to', [
        ['2021-09-18', 625000],
        ['2023-04-03', 699900],
        ['2025-01-20', 769900],
      ]),
      story(
        'price',
        [
          ['2021-09-18', 289900],
          ['2024-09-02', null],
        ],
        'le-tilleul',
      ),
      story(
        'availability',
        [
          ['2021-09-18', 'available'],
          ['2024-09-02', 'sold_out'],
        ],
        'le-tilleul',
      ),
      story(
        'price',
        [
          ['2021-09-18', 399900],
          ['2023-04-03', 454900],
          ['2025-01-20', 489900],
        ],
        'le-frêne',
      ),
    ),
  },
  { year: 2025, material: 'glass' },
  'launch',
)

/** Before its launch: dates and plans, no price yet. */
const bilby = sandboxProject(
  {
    id: 8,
    name: 'Gottingen Steps',
    city_name: 'Halifax',
    province: 'NS',
    neighbourhood_name: 'North End',
    postal_code: 'B3K 1V8',
    address: '5511 Bilby St, Halifax, NS',
    latitude: 44.66094,
    longitude: -63.59372,
    location_accuracy: 'street',
    developers: [{ name: 'Fundy & Main', role: 'developer' }],
    building_type: 'mixed',
    storeys: 8,
    units_total: 88,
    sales_status: 'pre_launch',
    construction_status: 'pre_construction',
    launch_date: { date: '2027-02-01', precision: 'month', is_estimate: true },
    occupancy_date: { date: '2029-01-01', precision: 'year', is_estimate: true },
    amenities: ['Rooftop garden', 'Bike storage'],
    description: 'Eight storeys of homes over a grocer in the North End, stepped back from Bilby Street.',
    buildings: [
      {
        key: 'main',
        name: null,
        storeys: 8,
        units: 88,
        latitude: 44.66094,
        longitude: -63.59372,
        year_built: null,
        addresses: [{ line: '5511 Bilby St', kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
    floor_plans: [
      plan('Stair 1', '1', '1', 590, ['S'], { availability: 'coming_soon', floor_min: 2, floor_max: 7 }),
      plan('Stair 2', '2', '2', 865, ['N', 'W'], { availability: 'coming_soon', floor_min: 2, floor_max: 8 }),
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2026-02-16', 'planning'],
        ['2026-06-08', 'registration'],
        ['2026-10-05', 'pre_launch'],
      ]),
    ),
  },
  { year: 2026, material: 'brick' },
  'recent',
)

/** New Brunswick writes both languages on the door. */
const main = sandboxProject(
  {
    id: 9,
    name: 'Riverbend on Main',
    name_fr: 'Le Coude sur Main',
    aliases: ['Riverbend Moncton'],
    city_name: 'Moncton',
    province: 'NB',
    neighbourhood_name: 'Downtown',
    postal_code: 'E1C 1E9',
    address: '777 Main St, Moncton, NB',
    latitude: 46.08893,
    longitude: -64.77651,
    location_accuracy: 'parcel',
    developers: [{ name: 'Petitcodiac Homes / Maisons Petitcodiac', role: 'developer' }],
    storeys: 14,
    units_total: 118,
    sales_status: 'registration',
    construction_status: 'pre_construction',
    description:
      'Fourteen storeys where Main Street meets the river path. Names are being taken now; prices follow in spring.',
    description_fr:
      'Quatorze étages au bord du sentier de la rivière, rue Main. Les inscriptions sont ouvertes ; les prix suivront au printemps.',
    buildings: [
      {
        key: 'main',
        name: null,
        storeys: 14,
        units: 118,
        latitude: 46.08893,
        longitude: -64.77651,
        year_built: null,
        addresses: [
          { line: '777 Main St', kind: 'municipal', valid_from: null, valid_to: null },
          { line: '777 Rue Main', kind: 'municipal', valid_from: null, valid_to: null },
        ],
      },
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2026-03-02', 'planning'],
        ['2026-08-17', 'registration'],
      ]),
    ),
  },
  { year: 2026, material: 'precast' },
  'sketch',
)

export const EASTERN_SANDBOX: readonly ProjectRow[] = [canadiens, bilby, main]
