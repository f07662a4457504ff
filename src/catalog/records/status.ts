// A project's sales and construction statuses, their transitions and the headline status.
// `unknown` means that no source says it.

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
  'unknown',
] as const
export const CONSTRUCTION_STATUSES = [
  'pre_construction',
  'under_construction',
  'occupancy',
  'completed',
  'construction_on_hold',
  'cancelled',
  'unknown',
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
  'unknown',
] as const

export type SalesStatus = (typeof SALES_STATUSES)[number]
export type ConstructionStatus = (typeof CONSTRUCTION_STATUSES)[number]
export type HeadlineStatus = (typeof HEADLINE_STATUSES)[number]

/**
 * Ordinary transitions. Any other is a correction and needs a curator and a reason. From `unknown`, any status is
 * ordinary: it was only not reported before.
 */
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
  unknown: SALES_STATUSES.filter((status) => status !== 'unknown'),
}

export const CONSTRUCTION_MOVES: Readonly<Record<ConstructionStatus, readonly ConstructionStatus[]>> = {
  pre_construction: ['under_construction', 'construction_on_hold', 'cancelled'],
  under_construction: ['occupancy', 'construction_on_hold', 'cancelled'],
  occupancy: ['completed'],
  completed: [],
  construction_on_hold: ['pre_construction', 'under_construction', 'cancelled'],
  cancelled: [],
  unknown: CONSTRUCTION_STATUSES.filter((status) => status !== 'unknown'),
}

/** The first matching row is the headline. `pre_construction` alone says nothing about sales, so it has no row. */
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
  ['sold_out', (s) => s === 'sold_out' || s === 'resale'],
]

export function headlineStatus(sales: SalesStatus, construction: ConstructionStatus): HeadlineStatus {
  for (const [status, matches] of HEADLINE) if (matches(sales, construction)) return status
  return 'unknown'
}
