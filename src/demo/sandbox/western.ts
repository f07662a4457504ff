// Sandbox projects of the Prairies: two quadrant addresses, one on hold, one barely known.
import type { ProjectRow } from '../../ingest/row.ts'
import { oldestFirst, plan, sandboxProject, story, unit } from './sandbox-row.ts'

const kerbyOne = plan('Kerby One', '1', '1', 541, ['N'], {
  exterior_sqft: 60,
  floor_min: 2,
  floor_max: 18,
  units_count: 64,
  availability: 'sold_out',
  price: 349900,
  launch_price: 329900,
})
const kerbyTwo = plan('Kerby Two', '2', '2', 803, ['SE'], {
  exterior_sqft: 95,
  floor_min: 3,
  floor_max: 19,
  units_count: 48,
  availability: 'on_hold',
  price: 519900,
  launch_price: 489900,
})

/** A quadrant; the phase on sale is gone, the next is not out yet. */
const kerby = sandboxProject(
  {
    id: 4,
    name: 'Kerby & Tenth',
    city_name: 'Calgary',
    province: 'AB',
    neighbourhood_name: 'Downtown West End',
    postal_code: 'T2R 1S6',
    address: '1053 10 St SW, Calgary, AB',
    latitude: 51.04313,
    longitude: -114.08612,
    location_accuracy: 'rooftop',
    developers: [{ name: 'Foothold Urban Homes', role: 'developer' }],
    architects: ['Northway Dunmore Architects'],
    storeys: 20,
    units_total: 148,
    sales_status: 'temporarily_sold_out',
    construction_status: 'under_construction',
    price_from: 349900,
    price_to: 519900,
    launch_date: { date: '2024-09-01', precision: 'month', is_estimate: false },
    occupancy_date: { date: '2027-07-01', precision: 'quarter', is_estimate: true },
    deposit: {
      total_percent: 15,
      instalments: [
        { percent: 5, amount: null, due: 'on signing' },
        { percent: 5, amount: null, due: 'in 120 days' },
        { percent: 5, amount: null, due: 'in 270 days' },
      ],
    },
    maintenance_fee: { amount_per_sqft: 0.58, includes: ['heat', 'water', 'waste removal'] },
    parking: { price: 39000, monthly_fee: null, available: false },
    amenities: ['Fitness room', 'Dog run', 'Co-working room'],
    description:
      'Twenty storeys beside the Kerby station, a seven-minute walk from the river path. The second phase of suites is released when the first is framed.',
    buildings: [
      {
        key: 'tower',
        name: null,
        storeys: 20,
        units: 148,
        latitude: 51.04313,
        longitude: -114.08612,
        year_built: null,
        addresses: [{ line: '1053 10 St SW', kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
    floor_plans: [kerbyOne, kerbyTwo],
    units: [
      unit(kerbyOne, '507', 5, 349900, 'sold'),
      unit(kerbyOne, '1107', 11, 361900, 'sold'),
      unit(kerbyTwo, '1404', 14, 519900, 'held'),
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2024-06-03', 'registration'],
        ['2024-09-07', 'selling'],
        ['2026-07-06', 'temporarily_sold_out'],
      ]),
      story('construction_status', [
        ['2024-06-03', 'pre_construction'],
        ['2025-05-12', 'under_construction'],
      ]),
      story(
        'price',
        [
          ['2024-09-07', 329900],
          ['2025-06-02', 349900],
        ],
        'kerby-one',
      ),
      story(
        'availability',
        [
          ['2024-09-07', 'available'],
          ['2026-07-06', 'sold_out'],
        ],
        'kerby-one',
      ),
      story(
        'price',
        [
          ['2024-09-07', 489900],
          ['2025-06-02', 519900],
        ],
        'kerby-two',
      ),
    ),
  },
  { year: 2025, material: 'metal' },
  'launch',
)

/** A quadrant that people leave out; sold out and being built. */
const warehouse = sandboxProject(
  {
    id: 5,
    name: 'Warehouse Park Lofts',
    aliases: ['Warehouse Park'],
    city_name: 'Edmonton',
    province: 'AB',
    neighbourhood_name: 'Downtown',
    postal_code: 'T5J 1B7',
    address: '10238 104 St NW, Edmonton, AB',
    latitude: 53.54405,
    longitude: -113.49902,
    location_accuracy: 'parcel',
    developers: [{ name: 'Ninth Meridian Developments', role: 'developer' }],
    building_type: 'loft',
    storeys: 9,
    units_total: 72,
    sales_status: 'sold_out',
    construction_status: 'under_construction',
    launch_date: { date: '2024-02-01', precision: 'month', is_estimate: false },
    occupancy_date: { date: '2027-01-01', precision: 'quarter', is_estimate: true },
    amenities: ['Rooftop terrace', 'Bike storage'],
    description:
      'A nine-storey loft building in red brick, made to stand among the old warehouses of 104 Street. Ceilings of eleven feet, sliding doors instead of walls.',
    buildings: [
      {
        key: 'main',
        name: null,
        storeys: 9,
        units: 72,
        latitude: 53.54405,
        longitude: -113.49902,
        year_built: null,
        addresses: [{ line: '10238 104 St NW', kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
    floor_plans: [
      plan('Loft S', '1', '1', 640, ['W'], { floor_min: 2, floor_max: 8, units_count: 42, launch_price: 298000 }),
      plan('Loft L', '2', '2', 990, ['E', 'W'], { floor_min: 2, floor_max: 9, units_count: 30, launch_price: 445000 }),
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2024-02-10', 'selling'],
        ['2026-04-20', 'sold_out'],
      ]),
      story('construction_status', [
        ['2024-02-10', 'pre_construction'],
        ['2025-06-16', 'under_construction'],
      ]),
    ),
  },
  { year: 2025, material: 'brick' },
  'recent',
)

/** Sales and building both stopped; prices are kept as last known. */
const portage = sandboxProject(
  {
    id: 6,
    name: 'Confluence on Portage',
    city_name: 'Winnipeg',
    province: 'MB',
    neighbourhood_name: 'Portage-Ellice',
    postal_code: 'R3B 2B9',
    address: '311 Portage Ave, Winnipeg, MB',
    latitude: 49.89399,
    longitude: -97.14312,
    location_accuracy: 'street',
    developers: [{ name: 'Red & Assiniboine Land Company', role: 'developer' }],
    storeys: 24,
    units_total: 190,
    sales_status: 'sales_on_hold',
    construction_status: 'construction_on_hold',
    price_from: 289900,
    price_to: 640000,
    launch_date: { date: '2023-01-01', precision: 'year', is_estimate: false },
    occupancy_date: { date: '2029-01-01', precision: 'year', is_estimate: true },
    amenities: ['Fitness room', 'Skywalk connection'],
    description:
      'A tower on the skywalk, stopped at grade since financing fell through. Deposits are in trust and the developer says that it will return to the market.',
    buildings: [
      {
        key: 'tower',
        name: null,
        storeys: 24,
        units: 190,
        latitude: 49.89399,
        longitude: -97.14312,
        year_built: null,
        addresses: [{ line: '311 Portage Ave', kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
    floor_plans: [
      plan('Forks', '1', '1', 560, ['S'], { availability: 'on_hold', price: 289900, launch_price: 289900 }),
      plan('Esplanade', '2+1', '2', 1105, ['SE'], { availability: 'on_hold', price: 640000, launch_price: 615000 }),
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2023-05-01', 'selling'],
        ['2025-02-24', 'sales_on_hold'],
      ]),
      story('construction_status', [
        ['2023-05-01', 'pre_construction'],
        ['2024-06-10', 'under_construction'],
        ['2025-03-10', 'construction_on_hold'],
      ]),
      story(
        'price',
        [
          ['2023-05-01', 615000],
          ['2024-03-04', 640000],
        ],
        'esplanade',
      ),
    ),
  },
  { year: 2024, material: 'precast' },
  'recent',
)

/** Nearly nothing is known: read every field as if it could be null. */
const hamiltonStreet = sandboxProject(
  {
    id: 15,
    name: '1800 Hamilton',
    city_name: 'Regina',
    province: 'SK',
    address: '1800 Hamilton St, Regina, SK',
    sales_status: 'planning',
    construction_status: 'pre_construction',
    buildings: [
      {
        key: 'site',
        name: null,
        storeys: null,
        units: null,
        latitude: null,
        longitude: null,
        year_built: null,
        addresses: [{ line: '1800 Hamilton St', kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
  },
  { year: 2026, material: 'concrete' },
  'photos',
)

export const WESTERN_SANDBOX: readonly ProjectRow[] = [kerby, warehouse, portage, { ...hamiltonStreet, media: [] }]
