// The edition of the data a caller sees: dataset version, view and day. It keys every cache.

import { planHas } from '../../access/rights/plans.ts'
import { hasPart } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { View } from '../../catalog/query/catalog-query.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY_MS } from '../../kernel/time.ts'

export function viewOf({ plan }: Principal): View {
  return { paidMedia: hasPart(plan, 'plan_media'), unitRows: planHas(plan, 'units') }
}

/** Includes the day because signed media URLs change daily, and the dataset because each numbers its own versions. */
export function editionOf({ catalog, clock }: { catalog: Catalog; clock: Clock }, principal: Principal): string {
  const { dataset } = principal
  const { paidMedia, unitRows } = viewOf(principal)
  const { number = 0, published_at = 0 } = catalog.snapshot(dataset).version ?? {}
  const view = `${Number(paidMedia)}${Number(unitRows)}`
  // A restored database gives out the numbers of lost versions again.
  return `${dataset}-${number}.${view}.${Math.floor(clock.now() / DAY_MS)}.${new Date(published_at).getTime()}`
}

export function parseEdition(edition: string): { dataset: string; version: number; day: number } {
  const [dataset = '', rest = ''] = edition.split('-')
  const [version = 0, , day = 0] = rest.split('.').map(Number)
  return { dataset, version, day }
}
