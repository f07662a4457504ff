// The sandbox project that has every field filled, on the address of the documentation's first example.
import { oldestFirst, plan, sandboxProject, story, unit } from './sandbox-row.ts'

const howeStudio = plan('Mariner', '0', '1', 412, ['E'], {
  exterior_sqft: 44,
  floor_min: 5,
  floor_max: 27,
  units_count: 46,
  availability: 'limited',
  price: 529900,
  launch_price: 498000,
})
const howeOne = plan('Beacon', '1+1', '1', 588, ['W', 'NW'], {
  exterior_sqft: 71,
  floor_min: 5,
  floor_max: 31,
  units_count: 92,
  availability: 'available',
  price: 778900,
  launch_price: 729000,
})
const howeTwo = plan('Granville', '2', '2', 846, ['SW'], {
  exterior_sqft: 112,
  floor_min: 6,
  floor_max: 34,
  units_count: 84,
  availability: 'available',
  price: 1189900,
  launch_price: 1099000,
})
const howePenthouse = plan('Seawall PH', '3+1', '2.1', 1684, ['S', 'SW', 'W'], {
  exterior_sqft: 640,
  floor_min: 35,
  floor_max: 36,
  is_penthouse: true,
  units_count: 4,
  availability: 'on_hold',
  price: 3450000,
  launch_price: 3250000,
})

/** Every field filled. */
export const HOWE = sandboxProject(
  {
    id: 1,
    name: 'The Howe Residences',
    name_fr: 'Les Résidences Howe',
    aliases: ['Howe Residences', '1480 Howe'],
    city_name: 'Vancouver',
    province: 'BC',
    neighbourhood_name: 'Downtown',
    postal_code: 'V6Z 0G5',
    address: '1480 Howe St, Vancouver, BC',
    latitude: 49.27571,
    longitude: -123.13092,
    location_accuracy: 'rooftop',
    developers: [
      { name: 'Tidewrack Properties', role: 'developer' },
      { name: 'Marlowe Pacific', role: 'co_developer' },
    ],
    architects: ['Anselm Reyes Architecture'],
    interior_designers: ['Studio Quillfeather'],
    tenure: 'strata',
    storeys: 36,
    units_total: 226,
    sales_status: 'selling',
    construction_status: 'under_construction',
    price_from: 529900,
    price_to: 3450000,
    launch_date: { date: '2024-04-13', precision: 'day', is_estimate: false },
    occupancy_date: { date: '2028-06-01', precision: 'season', is_estimate: true },
    completion_date: { date: '2028-10-01', precision: 'quarter', is_estimate: true },
    year_built: 2028,
    condo_corp: { registry: 'EPS', number: 10482 },
    deposit: {
      total_percent: 20,
      instalments: [
        { percent: null, amount: 10000, due: 'on signing' },
        { percent: 5, amount: null, due: 'balance to 5% in 7 days' },
        { percent: 5, amount: null, due: 'in 180 days' },
        { percent: 5, amount: null, due: 'in 365 days' },
        { percent: 5, amount: null, due: 'on occupancy' },
      ],
    },
    maintenance_fee: { amount_per_sqft: 0.71, includes: ['heat', 'hot water', 'gas', 'building insurance'] },
    parking: { price: 65000, monthly_fee: 40, available: true },
    locker: { price: 9500, monthly_fee: 12, available: true },
    incentives: [
      {
        type: 'credit',
        title: '$15,000 towards closing costs on two-bedroom homes',
        value: 15000,
        valid_from: '2026-09-15',
        valid_to: '2026-12-31',
      },
      {
        type: 'assignment',
        title: 'Assignment free of charge before completion',
        value: null,
        valid_from: '2024-04-13',
        valid_to: null,
      },
    ],
    amenities: [
      'Indoor pool',
      'Fitness room',
      'Rooftop terrace',
      'Concierge',
      'Bike workshop',
      'Guest suite',
      'Dog wash',
    ],
    description:
      'Thirty-six storeys at the foot of Howe Street, two blocks from the False Creek seawall. The tower turns its narrow side to the bridge, so that three suites in four look past it to the water. Kitchens come with integrated Fisher-built cabinets and a gas range; every home has a storage room of its own.',
    description_fr:
      'Trente-six étages au bas de la rue Howe, à deux pas de la promenade de False Creek. La tour présente son petit côté au pont : trois logements sur quatre voient l’eau.',
    website_url: 'https://howe-residences.example',
    buildings: [
      {
        key: 'tower',
        name: null,
        storeys: 36,
        units: 226,
        latitude: 49.27571,
        longitude: -123.13092,
        year_built: 2028,
        addresses: [
          { line: '1480 Howe St', kind: 'municipal', valid_from: '2023-08-01', valid_to: null },
          { line: '1008 Beach Ave', kind: 'entrance', valid_from: '2023-08-01', valid_to: null },
        ],
      },
    ],
    floor_plans: [howeStudio, howeOne, howeTwo, howePenthouse],
    units: [
      unit(howeStudio, '501', 5, 529900, 'available'),
      unit(howeStudio, '1201', 12, 541900, 'reserved'),
      unit(howeOne, '1203', 12, 791900, 'sold'),
      unit(howeOne, '1503', 15, 778900, 'available'),
      unit(howeOne, '2203', 22, 824900, 'held'),
      unit(howeTwo, '1806', 18, 1189900, 'available'),
      unit(howeTwo, '3106', 31, 1294900, 'unreleased'),
      unit(howePenthouse, 'PH1', 36, 3450000, 'withdrawn'),
    ],
    history: oldestFirst(
      story('sales_status', [
        ['2023-08-01', 'planning'],
        ['2023-11-15', 'registration'],
        ['2024-02-20', 'pre_launch'],
        ['2024-04-13', 'selling'],
      ]),
      story('construction_status', [
        ['2023-08-01', 'pre_construction'],
        ['2025-03-03', 'under_construction'],
      ]),
      story('price_from', [
        ['2024-04-13', 498000],
        ['2025-02-01', 519900],
        ['2026-03-16', 529900],
      ]),
      story('price_to', [
        ['2024-04-13', 3250000],
        ['2025-02-01', 3450000],
      ]),
      story('occupancy_date', [
        ['2024-04-13', { date: '2027-09-01', precision: 'season', is_estimate: true }],
        ['2025-11-10', { date: '2028-06-01', precision: 'season', is_estimate: true }],
      ]),
      story(
        'price',
        [
          ['2024-04-13', 498000],
          ['2025-02-01', 519900],
          ['2026-03-16', 529900],
        ],
        'mariner',
      ),
      story(
        'availability',
        [
          ['2024-04-13', 'available'],
          ['2026-05-04', 'limited'],
        ],
        'mariner',
      ),
      story(
        'price',
        [
          ['2024-04-13', 729000],
          ['2025-02-01', 764900],
          ['2026-03-16', 778900],
        ],
        'beacon',
      ),
      story(
        'price',
        [
          ['2024-04-13', 1099000],
          ['2025-02-01', 1149900],
          ['2026-03-16', 1189900],
        ],
        'granville',
      ),
      story(
        'price',
        [
          ['2024-04-13', 3250000],
          ['2025-02-01', 3450000],
        ],
        'seawall-ph',
      ),
      story(
        'availability',
        [
          ['2024-04-13', 'available'],
          ['2026-08-10', 'on_hold'],
        ],
        'seawall-ph',
      ),
    ),
  },
  { year: 2026, material: 'glass' },
  'launch',
)
