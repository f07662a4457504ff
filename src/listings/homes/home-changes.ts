// Keeps homes true in the transaction that changes their listings, and says what to announce.
import { sql } from 'kysely'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import type { Tx } from '../../db/database.ts'
import type { Dataset, EventDraft } from '../../events/event-types.ts'
import { deleteHomeEvents } from './delete-home-events.ts'
import type { ChangedHome, EventListing } from './home-events.ts'
import { relistedEvents, statusChangedEvent } from './home-events.ts'
import type { Home, ListingHome } from './home-of-listing.ts'

/** A home has a few listings. Announcing looks at this many, the newest. */
const MAX_COMPARED = 100

interface Touched {
  readonly accountId: string
  home: Home | null
  /** Keys of listings that joined it. */
  readonly joined: Set<string>
  /** A change that is announced. */
  isLoud: boolean
  /** A listing left it and was not deleted. */
  wasLeft: boolean
  /** The listing that was created in it, if that is all that happened. */
  only: ListingHome | null
}

export interface ListingMove {
  readonly accountId: string
  readonly key: string
  readonly from: string | null
  readonly to: Home | null
  /** Only Plinth's own bookkeeping changed. */
  readonly isQuiet?: boolean
  /** What was written with the listing, if this created it. */
  readonly created?: ListingHome | undefined
}

interface HomeRow extends ChangedHome {
  readonly before: string | null
}

/**
 * The homes that one transaction touches. It must hold the locks of the accounts (`lockAccount`), because two transactions
 * that count the listings of one home at the same time would both miss one.
 */
export class HomeChanges {
  readonly #touched = new Map<string, Touched>()

  /** A listing was written. `from` is the home it had before; it may be the same. */
  written({ accountId, key, from, to, isQuiet = false, created }: ListingMove): void {
    if (from !== null && from !== to?.id) this.#touch(accountId, from, isQuiet).wasLeft = true
    if (to === null) return
    const isFirst = !this.#touched.has(to.id)
    const touched = this.#touch(accountId, to.id, isQuiet)
    touched.home = to
    if (isFirst && created) touched.only = created
    if (from !== to.id && !isQuiet) touched.joined.add(key)
  }

  /** A listing of the home was deleted, or left its feed. */
  changed(accountId: string, homeId: string | null): void {
    if (homeId !== null) this.#touch(accountId, homeId, false)
  }

  #touch(accountId: string, id: string, isQuiet: boolean): Touched {
    let touched = this.#touched.get(id)
    if (!touched) {
      touched = { accountId, home: null, joined: new Set(), isLoud: false, wasLeft: false, only: null }
      this.#touched.set(id, touched)
    }
    touched.only = null
    touched.isLoud ||= !isQuiet
    return touched
  }

  /** Writes the homes. Returns the events to publish in the same transaction. */
  async save(tx: Tx, dataset: Dataset, at: string): Promise<EventDraft[]> {
    if (this.#touched.size === 0) return []
    const isNew = await insertHomes(tx, dataset, this.#touched, at)
    const counted = [...this.#touched].filter(([id]) => !isNew.has(id))
    if (counted.length === 0) return []
    const changed = await writeHomes(tx, dataset, counted, at)
    const events: EventDraft[] = []
    const emptied = changed.filter(({ id, listings }) => listings === 0 && !this.#touched.get(id)!.wasLeft)
    await deleteHomeEvents(tx, dataset, emptied)
    const several = changed.filter(({ id, listings }) => listings > 1 && this.#touched.get(id)!.joined.size > 0)
    const listings = await readCompared(tx, several)
    for (const home of several)
      events.push(...relistedEvents(home, listings.get(home.id) ?? [], this.#touched.get(home.id)!.joined))
    for (const home of changed) {
      const { isLoud, wasLeft } = this.#touched.get(home.id)!
      if (!isLoud || home.before === null || home.before === home.status) continue
      if (home.listings > 0 || wasLeft) events.push(statusChangedEvent(home, home.before))
    }
    return events
  }
}

/** Homes whose first listing was just created: most homes of a first load. Returns the ids of those that did not exist. */
async function insertHomes(
  tx: Tx,
  dataset: Dataset,
  touched: ReadonlyMap<string, Touched>,
  at: string,
): Promise<ReadonlySet<string>> {
  const rows = [...touched].flatMap(([id, { accountId, home, only }]) =>
    home === null || only === null
      ? []
      : {
          id,
          account_id: accountId,
          dataset,
          building_id: home.buildingId,
          unit: home.unit,
          status: only.market,
          listings: 1,
          first_seen: at,
          last_seen: only.market === 'active' ? null : (only.offMarketAt ?? at),
          updated_at: at,
        },
  )
  if (rows.length === 0) return new Set()
  const { rows: inserted } = await sql<{ id: string }>`
    insert into homes select * from json_populate_recordset(null::homes, ${JSON.stringify(rows)}::json)
    on conflict (id) do nothing returning id`.execute(tx)
  return new Set(inserted.map(({ id }) => id))
}

/**
 * Counts the listings of each home anew. Returns the homes that may have something to announce. The lateral join makes
 * PostgreSQL use the index also where it has no statistics yet, as in a first load.
 */
async function writeHomes(
  tx: Tx,
  dataset: Dataset,
  touched: readonly (readonly [id: string, Touched])[],
  at: string,
): Promise<HomeRow[]> {
  const rows = touched.map(([id, { accountId, home, joined }]) => ({
    id,
    account_id: accountId,
    building_id: home?.buildingId,
    unit: home?.unit,
    has_joined: joined.size > 0,
  }))
  const { rows: changed } = await sql<HomeRow>`
    with now as materialized (
      select t.id, t.account_id, coalesce(t.building_id, h.building_id) as building_id, coalesce(t.unit, h.unit) as unit,
        t.has_joined, h.status as before, l.*
      from json_to_recordset(${JSON.stringify(rows)}::json)
          as t(id text, account_id text, building_id int, unit text, has_joined boolean)
        left join homes h on h.id = t.id
        cross join lateral (
          select count(*)::int as listings, min(created_at) as first_seen,
            case when bool_or(market_status = 'active') then null else max(off_market_at) end as last_seen,
            (array_agg(market_status order by market_status <> 'active', off_market_at desc nulls last, id desc))[1]
              as status
          from listings where home_id = t.id
        ) l
    ), removed as (
      delete from homes where id in (select id from now where listings = 0)
    ), stored as (
      insert into homes (id, account_id, dataset, building_id, unit, status, listings, first_seen, last_seen, updated_at)
      select id, account_id, ${dataset}, building_id, unit, status, listings, first_seen, last_seen, ${at}::timestamptz
      from now where listings > 0
      on conflict (id) do update set status = excluded.status, listings = excluded.listings,
        first_seen = excluded.first_seen, last_seen = excluded.last_seen, updated_at = excluded.updated_at
    )
    select id, account_id, building_id, status, listings, before from now
    where (before is not null and (listings = 0 or before <> status)) or (has_joined and listings > 1)
    order by id`.execute(tx)
  return changed
}

async function readCompared(
  tx: Tx,
  homes: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, EventListing[]>> {
  if (homes.length === 0) return new Map()
  const { rows } = await sql<EventListing & { home: string }>`
    select t.home, l.key, l.feed_id, l.attributes from unnest(${homes.map(({ id }) => id)}::text[]) as t(home)
      cross join lateral (
        select id, key, feed_id, attributes from listings where home_id = t.home
        order by id desc limit ${sql.lit(MAX_COMPARED)}
      ) l
    order by t.home, l.id`.execute(tx)
  return groupBy(rows, ({ home }) => home)
}
