// A project's sales and construction statuses, their transitions and the headline status.

export const SALES_STATUSES = [
  'planning',
  'registration',
  'pre_launch',
  'selling',
  'temporarily_sold_out',
  'sold_out',
  'resale',
  'sales_on_hold',
  'cancelled',
  'converted_to_rental',
] as const
export const CONSTRUCTION_STATUSES = [
  'pre_construction',
  'under_construction',
  'occupancy',
  'completed',
  'construction_on_hold',
  'cancelled',
] as const
export const HEADLINE_STATUSES = [
  'cancelled',
  'converted_to_rental',
  'on_hold',
  'completed',
  'occupancy',
  'selling',
  'temporarily_sold_out',
  'pre_launch',
  'registration',
  'planning',
  'under_construction',
  'sold_out',
] as const

export type SalesStatus = (typeof SALES_STATUSES)[number]
export type ConstructionStatus = (typeof CONSTRUCTION_STATUSES)[number]
export type HeadlineStatus = (typeof HEADLINE_STATUSES)[number]

/** Ordinary transitions. Any other is a correction and needs a curator and a reason. */
export const SALES_MOVES: Readonly<Record<SalesStatus, readonly SalesStatus[]>> = {
  planning: ['registration', 'pre_launch', 'sales_on_hold', 'cancelled', 'converted_to_rental'],
  registration: ['pre_launch', 'selling', 'sales_on_hold', 'cancelled', 'converted_to_rental'],
  pre_launch: ['selling', 'sales_on_hold', 'cancelled', 'converted_to_rental'],
  selling: ['temporarily_sold_out', 'sold_out', 'sales_on_hold', 'cancelled', 'converted_to_rental'],
  temporarily_sold_out: ['selling', 'sold_out', 'sales_on_hold', 'cancelled', 'converted_to_rental'],
  sold_out: ['resale', 'cancelled'],
  resale: [],
  sales_on_hold: ['planning', 'registration', 'pre_launch', 'selling', 'cancelled', 'converted_to_rental'],
  cancelled: [],
  converted_to_rental: [],
}

export const CONSTRUCTION_MOVES: Readonly<Record<ConstructionStatus, readonly ConstructionStatus[]>> = {
  pre_construction: ['under_construction', 'construction_on_hold', 'cancelled'],
  under_construction: ['occupancy', 'construction_on_hold', 'cancelled'],
  occupancy: ['completed'],
  completed: [],
  construction_on_hold: ['pre_construction', 'under_construction', 'cancelled'],
  cancelled: [],
}

/** The first matching row is the headline. */
const HEADLINE: readonly (readonly [
  HeadlineStatus,
  (sales: SalesStatus, construction: ConstructionStatus) => boolean,
])[] = [
  ['cancelled', (s, c) => s === 'cancelled' || c === 'cancelled'],
  ['converted_to_rental', (s) => s === 'converted_to_rental'],
  ['on_hold', (s, c) => s === 'sales_on_hold' || c === 'construction_on_hold'],
  ['completed', (_, c) => c === 'completed'],
  ['occupancy', (_, c) => c === 'occupancy'],
  ['selling', (s) => s === 'selling'],
  ['temporarily_sold_out', (s) => s === 'temporarily_sold_out'],
  ['pre_launch', (s) => s === 'pre_launch'],
  ['registration', (s) => s === 'registration'],
  ['planning', (s) => s === 'planning'],
  ['under_construction', (_, c) => c === 'under_construction'],
  ['sold_out', () => true],
]

export function headlineStatus(sales: SalesStatus, construction: ConstructionStatus): HeadlineStatus {
  for (const [status, matches] of HEADLINE) if (matches(sales, construction)) return status
  return 'sold_out'
}
