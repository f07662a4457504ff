// Sandbox projects of Toronto: a corner lot, a range, three towers sold under an address that was never assigned.
import type { ProjectRow } from '../../ingest/row.ts'
import { oldestFirst, plan, sandboxProject, story, unit } from './sandbox-row.ts'

/** A finished building on a corner: the second address is as valid as the first. */
const dundas = sandboxProject(
  {
    id: 2,
    name: 'Grange Court',
    aliases: ['Grange Court Condominiums'],
    city_name: 'Toronto',
    province: 'ON',
    neighbourhood_name: 'Kensington-Chinatown',
    postal_code: 'M5T 2G6',
    address: '395 Dundas St W, Toronto, ON',
    latitude: 43.65357,
    longitude: -79.39411,
    location_accuracy: 'rooftop',
    developers: [{ name: 'Harrowgate Developments', role: 'developer' }],
    architects: ['Okafor Lindqvist Architects'],
    storeys: 11,
    units_total: 124,
    sales_status: 'resale',
    construction_status: 'completed',
    completion_date: { date: '2013-11-01', precision: 'month', is_estimate: false },
    year_built: 2013,
    condo_corp: { registry: 'TSCC', number: 2345 },
    maintenance_fee: { amount_per_sqft: 0.82, includes: ['heat', 'water', 'building insurance', 'common elements'] },
    amenities: ['Fitness room', 'Party room', 'Visitor parking'],
    description:
      'Eleven storeys of brick and glass facing the gallery, with shops along Dundas and the lobby round the corner.',
    buildings: [
      {
        key: 'main',
        name: null,
        storeys: 11,
        units: 124,
        latitude: 43.65357,
        longitude: -79.39411,
        year_built: 2013,
        addresses: [
          { line: '395 Dundas St W', kind: 'municipal', valid_from: null, valid_to: null },
          { line: '96 Beverley St', kind: 'municipal', valid_from: null, valid_to: null },
        ],
      },
    ],
    floor_plans: [
      plan('Suite 03', '1', '1', 565, ['S'], { floor_min: 2, floor_max: 11, units_count: 10 }),
      plan('Suite 06', '2', '2', 874, ['NE'], { floor_min: 2, floor_max: 11, units_count: 10 }),
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2010-05-15', 'selling'],
        ['2012-01-20', 'sold_out'],
        ['2014-03-01', 'resale'],
      ]),
      story('construction_status', [
        ['2010-05-15', 'pre_construction'],
        ['2011-08-08', 'under_construction'],
        ['2013-08-19', 'occupancy'],
        ['2013-11-15', 'completed'],
      ]),
    ),
  },
  { year: 2013, material: 'brick' },
  'recent',
)

/** A range: any number of 12 to 14 is this building. */
const york = sandboxProject(
  {
    id: 7,
    name: 'Twelve Fourteen York',
    aliases: ['1214 York'],
    city_name: 'Toronto',
    province: 'ON',
    neighbourhood_name: 'Waterfront',
    postal_code: 'M5J 0B1',
    address: '12-14 York St, Toronto, ON',
    latitude: 43.64154,
    longitude: -79.38137,
    location_accuracy: 'rooftop',
    developers: [{ name: 'Lakehead & Sons', role: 'developer' }],
    storeys: 55,
    units_total: 640,
    sales_status: 'resale',
    construction_status: 'completed',
    year_built: 2015,
    condo_corp: { registry: 'TSCC', number: 2510 },
    maintenance_fee: { amount_per_sqft: 0.69, includes: ['heat', 'water', 'air conditioning'] },
    amenities: ['Indoor pool', 'Concierge', 'PATH connection'],
    description: 'Fifty-five storeys between the railway and the lake, with a door to the underground walkway.',
    buildings: [
      {
        key: 'tower',
        name: null,
        storeys: 55,
        units: 640,
        latitude: 43.64154,
        longitude: -79.38137,
        year_built: 2015,
        addresses: [{ line: '12-14 York St', kind: 'range', valid_from: null, valid_to: null }],
      },
    ],
    floor_plans: [
      plan('Harbour 1', '1+1', '1', 612, ['W'], { floor_min: 8, floor_max: 52, units_count: 45 }),
      plan('Harbour 2', '2', '2', 795, ['SE'], { floor_min: 8, floor_max: 52, units_count: 45 }),
    ],
  },
  { year: 2015, material: 'glass' },
  'photos',
)

const quayOne = plan('Quay 1', '1', '1', 505, ['N'], {
  building_key: 'a',
  floor_min: 4,
  floor_max: 40,
  units_count: 74,
  availability: 'available',
  price: 689900,
  launch_price: 659900,
  exterior_sqft: 48,
})
const quayTwo = plan('Quay 2', '2', '2', 748, ['SW'], {
  building_key: 'b',
  floor_min: 4,
  floor_max: 33,
  units_count: 58,
  availability: 'limited',
  price: 998900,
  launch_price: 949900,
  exterior_sqft: 102,
})
const quayStudio = plan('Quay 0', '0', '1', 366, ['E'], {
  building_key: 'c',
  floor_min: 2,
  floor_max: 12,
  units_count: 33,
  availability: 'coming_soon',
})

/** Three towers: two with numbers of their own, the third behind the door of the first; sold under an address that was never assigned. */
const jarvis = sandboxProject(
  {
    id: 14,
    name: 'Sugarmill Quay',
    aliases: ['Sugar Mill Quay', 'Lower Jarvis Towers'],
    city_name: 'Toronto',
    province: 'ON',
    neighbourhood_name: 'East Bayfront',
    postal_code: 'M5E 0C4',
    address: '15 Lower Jarvis St, Toronto, ON',
    latitude: 43.64468,
    longitude: -79.36939,
    location_accuracy: 'parcel',
    developers: [
      { name: 'Ashbridge Waterfront', role: 'developer' },
      { name: 'Harrowgate Developments', role: 'co_developer' },
    ],
    architects: ['Vantongeren Osei Partners'],
    storeys: 41,
    units_total: 812,
    sales_status: 'selling',
    construction_status: 'under_construction',
    price_from: 689900,
    price_to: 998900,
    launch_date: { date: '2023-10-14', precision: 'day', is_estimate: false },
    occupancy_date: { date: '2027-12-01', precision: 'quarter', is_estimate: true },
    deposit: {
      total_percent: 15,
      instalments: [
        { percent: null, amount: 5000, due: 'on signing' },
        { percent: 5, amount: null, due: 'balance to 5% in 30 days' },
        { percent: 5, amount: null, due: 'in 370 days' },
        { percent: 5, amount: null, due: 'on occupancy' },
      ],
    },
    amenities: ['Outdoor pool', 'Fitness room', 'Media room', 'Concierge'],
    incentives: [
      {
        type: 'cap',
        title: 'Development charges capped at $9,000',
        value: 9000,
        valid_from: '2026-10-01',
        valid_to: null,
      },
    ],
    description: 'Three towers round a square on the old refinery lands, with a pool on the roof of the lowest.',
    buildings: [
      {
        key: 'a',
        name: 'Tower A',
        storeys: 41,
        units: 388,
        latitude: 43.64468,
        longitude: -79.36939,
        year_built: null,
        addresses: [
          { line: '1 Refinery Sq', kind: 'marketing', valid_from: '2023-06-01', valid_to: '2025-02-28' },
          { line: '15 Lower Jarvis St', kind: 'municipal', valid_from: '2025-03-01', valid_to: null },
        ],
      },
      {
        key: 'b',
        name: 'Tower B',
        storeys: 34,
        units: 302,
        latitude: 43.64431,
        longitude: -79.36921,
        year_built: null,
        addresses: [{ line: '11 Lower Jarvis St', kind: 'municipal', valid_from: '2025-03-01', valid_to: null }],
      },
      {
        key: 'c',
        name: 'Tower C',
        storeys: 13,
        units: 122,
        latitude: 43.64452,
        longitude: -79.36875,
        year_built: null,
        addresses: [{ line: '15 Lower Jarvis St', kind: 'municipal', valid_from: '2025-03-01', valid_to: null }],
      },
    ],
    floor_plans: [quayOne, quayTwo, quayStudio],
    units: [
      unit(quayOne, 'A-1205', 12, 704900, 'available'),
      unit(quayOne, 'A-1805', 18, 719900, 'sold'),
      unit(quayTwo, 'B-0907', 9, 998900, 'reserved'),
      unit(quayStudio, 'C-0303', 3, null, 'unreleased'),
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2023-06-01', 'registration'],
        ['2023-10-14', 'selling'],
      ]),
      story('construction_status', [
        ['2023-06-01', 'pre_construction'],
        ['2025-01-20', 'under_construction'],
      ]),
      story('price_from', [
        ['2023-10-14', 659900],
        ['2025-09-08', 689900],
      ]),
      story('price_to', [
        ['2023-10-14', 949900],
        ['2025-09-08', 998900],
      ]),
      story(
        'price',
        [
          ['2023-10-14', 659900],
          ['2025-09-08', 689900],
        ],
        'quay-1',
      ),
      story(
        'price',
        [
          ['2023-10-14', 949900],
          ['2025-09-08', 998900],
        ],
        'quay-2',
      ),
      story(
        'availability',
        [
          ['2023-10-14', 'available'],
          ['2026-06-01', 'limited'],
        ],
        'quay-2',
      ),
    ),
  },
  { year: 2026, material: 'glass' },
  'launch',
)

export const TORONTO_SANDBOX: readonly ProjectRow[] = [dundas, york, jarvis]
