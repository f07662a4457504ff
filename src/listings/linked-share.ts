// Counts an account's listings, and those that are linked, by the place that they state.
import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import { gazetteerDirectory, provinceId } from '@plinth/matcher/internal/read/city-directory'
import { sql } from 'kysely'
import { provincesByCity } from '../catalog/query/reference-lists.ts'
import type { Province } from '../catalog/records/record-schemas.ts'
import { foldCity, parentCity } from '../catalog/snapshot/city-names.ts'
import { foldText } from '../catalog/snapshot/fold-name.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { Database } from '../db/database.ts'
import type { ListingOwner } from './listing-types.ts'

export interface LinkedShare {
  readonly linked: number
  readonly total: number
  /** Null without listings. */
  readonly share: number | null
}

export type LinkedShares = (province: string | null, city: string | null) => LinkedShare

interface StatedPlace {
  readonly province: string | null
  readonly city: string | null
  readonly linked: number
  readonly total: number
}

/** Far more than there are places, in case each listing writes its own differently. */
const MAX_PLACES = 20_000

/**
 * Uses only the hints `city` and `province`: the place of a linked listing is always known, so that counting it by its
 * building would make the share of linked listings too high.
 */
export async function countLinked(db: Database, owner: ListingOwner, snapshot: Snapshot): Promise<LinkedShares> {
  const { rows } = await sql<StatedPlace>`
    select hints ->> 'province' as province, hints ->> 'city' as city, count(*)::int as total,
      (count(*) filter (where action = 'accept'))::int as linked
    from listings where account_id = ${owner.accountId} and dataset = ${owner.dataset} and gone_at is null
    group by 1, 2 order by 3 desc limit ${MAX_PLACES}`.execute(db.query)
  const counts = new Map<string, { linked: number; total: number }>()
  for (const { province, city, linked, total } of rows)
    for (const key of keysOf(province, city, snapshot)) {
      const sum = counts.get(key) ?? { linked: 0, total: 0 }
      counts.set(key, { linked: sum.linked + linked, total: sum.total + total })
    }
  return (province, city) => {
    const { linked, total } = counts.get(keyOf(province, city)) ?? { linked: 0, total: 0 }
    return { linked, total, share: total === 0 ? null : linked / total }
  }
}

const keyOf = (province: string | null, city: string | null) => `${province} ${city === null ? '' : foldCity(city)}`

/** `Toronto C01`, `Ontario`: all of Canada, Ontario and Toronto. */
function keysOf(province: string | null, city: string | null, snapshot: Snapshot): Set<string> {
  const keys = new Set([keyOf(null, null)])
  const typed = PROVINCES[provinceId(province)]?.code
  const code = (typed || (city === null ? null : provincesByCity(snapshot).get(foldText(city)))) as Province | undefined
  if (!code) return keys
  keys.add(keyOf(code, null))
  if (city === null) return keys
  const directory = gazetteerDirectory()
  const city_name = directory.cities[directory.resolve(city, provinceId(code))]?.name ?? city
  keys.add(keyOf(code, city_name))
  const parent = parentCity({ city_name, province: code })
  return parent === null ? keys : keys.add(keyOf(code, parent))
}
