// Sandbox projects of Ontario beyond Toronto: one street name in two cities, a townhouse row, a building of the 1960s.
import type { ProjectRow } from '../../ingest/row.ts'
import { oldestFirst, plan, sandboxProject, story } from './sandbox-row.ts'

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

export const ONTARIO_SANDBOX: readonly ProjectRow[] = [kingKitchener, kingHamilton, havelock, cooper]
