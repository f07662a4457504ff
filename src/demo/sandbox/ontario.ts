// Sandbox projects of Ontario: a range, a townhouse row, a 1960s building, several towers, and one street name in two cities.
import type { ProjectRow } from '../../ingest/row.ts'
import { oldestFirst, plan, sandboxProject, story, unit } from './row.ts'

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

/** The same number and street as the next one, in another city; this one will not be built. */
const kingKitchener = sandboxProject(
  {
    id: 10,
    name: 'Civic & King',
    city_name: 'Kitchener',
    province: 'ON',
    neighbourhood_name: 'Downtown',
    postal_code: 'N2G 1B1',
    address: '225 King St W, Kitchener, ON',
    latitude: 43.45148,
    longitude: -80.49412,
    location_accuracy: 'parcel',
    developers: [{ name: 'Conestoga Row Homes', role: 'developer' }],
    storeys: 31,
    units_total: 330,
    sales_status: 'cancelled',
    construction_status: 'cancelled',
    description: 'Cancelled before construction; all deposits were returned with interest.',
    buildings: [
      {
        key: 'tower',
        name: null,
        storeys: 31,
        units: 330,
        latitude: 43.45148,
        longitude: -80.49412,
        year_built: null,
        addresses: [{ line: '225 King St W', kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
    floor_plans: [plan('K1', '1', '1', 498, ['E'], { availability: 'withdrawn', launch_price: 459900 })],
    history: oldestFirst(
      story('sales_status', [
        ['2022-02-05', 'selling'],
        ['2023-06-19', 'sales_on_hold'],
        ['2024-10-28', 'cancelled'],
      ]),
      story('construction_status', [
        ['2022-02-05', 'pre_construction'],
        ['2024-10-28', 'cancelled'],
      ]),
    ),
  },
  { year: 2022, material: 'glass' },
  'sketch',
)

const kingHamilton = sandboxProject(
  {
    id: 11,
    name: 'Hess Village Commons',
    city_name: 'Hamilton',
    province: 'ON',
    neighbourhood_name: 'Central',
    postal_code: 'L8P 1A9',
    address: '225 King St W, Hamilton, ON',
    latitude: 43.25874,
    longitude: -79.87654,
    location_accuracy: 'parcel',
    developers: [{ name: 'Escarpment Built', role: 'developer' }],
    building_type: 'rental_apartment',
    storeys: 18,
    units_total: 201,
    sales_status: 'converted_to_rental',
    construction_status: 'under_construction',
    description: 'Sold as condominiums at first, now built to be rented.',
    buildings: [
      {
        key: 'tower',
        name: null,
        storeys: 18,
        units: 201,
        latitude: 43.25874,
        longitude: -79.87654,
        year_built: null,
        addresses: [{ line: '225 King St W', kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2022-09-10', 'selling'],
        ['2024-05-13', 'converted_to_rental'],
      ]),
      story('construction_status', [
        ['2022-09-10', 'pre_construction'],
        ['2025-04-07', 'under_construction'],
      ]),
    ),
  },
  { year: 2024, material: 'precast' },
  'sketch',
)

const havelockLines = [2, 4, 6, 8, 10, 12, 14, 16]

/** A townhouse row: every door has its own number. */
const havelock = sandboxProject(
  {
    id: 12,
    name: 'Havelock Mews',
    city_name: 'Markham',
    province: 'ON',
    neighbourhood_name: 'Cornell',
    postal_code: 'L6B 1N9',
    address: '2 Havelock Gate, Markham, ON',
    latitude: 43.88721,
    longitude: -79.22915,
    location_accuracy: 'parcel',
    developers: [{ name: 'Tannery Creek Homes', role: 'developer' }],
    building_type: 'condo_townhouse',
    storeys: 3,
    units_total: 64,
    sales_status: 'sold_out',
    construction_status: 'pre_construction',
    launch_date: { date: '2025-05-24', precision: 'day', is_estimate: false },
    occupancy_date: { date: '2027-03-01', precision: 'season', is_estimate: true },
    deposit: {
      total_percent: 10,
      instalments: [
        { percent: null, amount: 20000, due: 'on signing' },
        { percent: 5, amount: null, due: 'balance to 5% in 30 days' },
        { percent: 5, amount: null, due: 'in 180 days' },
      ],
    },
    parking: { price: null, monthly_fee: null, available: true },
    description:
      'Eight blocks of stacked townhouses round a lawn, each with its own front door and a garage from the lane.',
    buildings: [
      {
        key: 'row',
        name: 'Block 1',
        storeys: 3,
        units: 8,
        latitude: 43.88721,
        longitude: -79.22915,
        year_built: null,
        addresses: havelockLines.map((number) => ({
          line: `${number} Havelock Gate`,
          kind: 'municipal',
          valid_from: null,
          valid_to: null,
        })),
      },
    ],
    floor_plans: [
      plan('The Linden', '2', '1.1', 1088, ['E', 'W'], {
        exterior_sqft: 240,
        floor_min: 1,
        floor_max: 3,
        units_count: 32,
        launch_price: 789900,
        price: 812900,
      }),
      plan('The Aspen', '3', '2.1', 1436, ['E', 'W'], {
        exterior_sqft: 310,
        floor_min: 1,
        floor_max: 3,
        units_count: 32,
        launch_price: 949900,
        price: 949900,
      }),
    ],
    price_from: 812900,
    price_to: 949900,
    history: oldestFirst(
      story('sales_status', [
        ['2025-03-10', 'registration'],
        ['2025-05-24', 'selling'],
        ['2026-09-21', 'sold_out'],
      ]),
      story('price_from', [
        ['2025-05-24', 789900],
        ['2026-02-02', 812900],
      ]),
      story(
        'price',
        [
          ['2025-05-24', 789900],
          ['2026-02-02', 812900],
        ],
        'the-linden',
      ),
    ),
  },
  { year: 2025, material: 'brick' },
  'recent',
)

/** A building of the 1960s, owned by a co-operative. */
const cooper = sandboxProject(
  {
    id: 13,
    name: 'Cooper House',
    city_name: 'Ottawa',
    province: 'ON',
    neighbourhood_name: 'Centretown',
    postal_code: 'K2P 0G3',
    address: '265 Cooper St, Ottawa, ON',
    latitude: 45.41712,
    longitude: -75.69241,
    location_accuracy: 'rooftop',
    tenure: 'co_op',
    storeys: 12,
    units_total: 96,
    sales_status: 'resale',
    construction_status: 'completed',
    year_built: 1966,
    maintenance_fee: { amount_per_sqft: 1.04, includes: ['heat', 'hydro', 'water', 'property tax', 'common elements'] },
    amenities: ['Laundry room', 'Workshop'],
    description:
      'A twelve-storey slab of buff brick with continuous balconies, put up in 1966 and owned by its residents since 1982.',
    buildings: [
      {
        key: 'main',
        name: null,
        storeys: 12,
        units: 96,
        latitude: 45.41712,
        longitude: -75.69241,
        year_built: 1966,
        addresses: [{ line: '265 Cooper St', kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
    floor_plans: [plan('Type B', '1', '1', 690, ['S']), plan('Type D', '2', '1', 935, ['N', 'E'])],
  },
  { year: 1966, material: 'brick' },
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

export const ONTARIO_SANDBOX: readonly ProjectRow[] = [
  dundas,
  york,
  kingKitchener,
  kingHamilton,
  havelock,
  cooper,
  jarvis,
]
