// Measures how often the unit is read as labelled, among right answers.

import { createMatcher } from '@plinth/matcher'
import { loadStreets } from '../../../src/catalog/snapshot/street-files.ts'
import { hasShared, rowsIn, SHARED, sharedBuildings } from '../shared-data.ts'
import type { Figures } from './figures.ts'

interface UnitRow {
  readonly text: string
  readonly city: string | null
  readonly province: string | null
  readonly building_key: string | null
  readonly unit: string | null
}

/** `PH 2` and `ph02` are the same unit. */
const plain = (unit: string | null): string =>
  (unit ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^([a-z]*)0+(?=\d)/, '$1')

/** Null without the shared folder. */
export function measureUnits(): Figures | null {
  if (!hasShared()) return null
  const matcher = createMatcher(sharedBuildings(), { streets: loadStreets() })
  let n = 0
  let right = 0
  const wrong: string[] = []
  for (const row of rowsIn<UnitRow>(SHARED.listings)) {
    // No unit in the label may also mean that the source did not say.
    if (row.building_key === null || row.unit === null) continue
    const [top] = matcher.match({ address: row.text, city: row.city, province: row.province }).candidates
    if (top?.key !== row.building_key) continue
    n++
    if (plain(top.unit) === plain(row.unit)) right++
    else wrong.push(`${row.text}: read ${top.unit ?? 'none'}, labelled ${row.unit ?? 'none'}`)
  }
  console.log(`\nunits of listings: ${right} of ${n} right (${((100 * right) / Math.max(1, n)).toFixed(2)} %)`)
  if (process.argv.includes('--worst')) for (const text of wrong.slice(0, 40)) console.log(`  ${text}`)
  return { n, positives: n, wrong95: 0, wrong50: 0, unit: right / Math.max(1, n) }
}
