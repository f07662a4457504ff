// Kills processes that relink, and checks that links and announcements agree.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { Catalog } from '../../src/catalog/catalog.ts'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { Links } from '../../src/links/links.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { linkState } from '../../src/listings/link-change.ts'
import type { RelinkPoint } from '../../src/listings/relink/relinker.ts'
import { programOf } from '../support/child.ts'
import { listing } from './listings-stage.ts'
import { announcedChanges, compareWithAll, layout, newRelinker, relinkStage } from './relink-stage.ts'

const LISTINGS = 23

export interface Kill {
  readonly point: RelinkPoint
  /** How many times the point is reached before. */
  readonly nth: number
}

export async function surviveKills(options: DatabaseOptions, kills: readonly Kill[]): Promise<void> {
  const db = await openDatabase(options)
  const { listings, owner, publish, relinker } = await relinkStage(db)
  await publish(layout(1))
  const inputs = Array.from({ length: LISTINGS }, (_, i) => listing(`k${i}`, `${(i % 8) + 1} Widmer Lane, Toronto, ON`))
  await listings.upsertMany(owner, inputs, { storedLimit: 1000 })
  await relinker.settle()
  const first = new Map(
    await Promise.all(
      inputs.map(async ({ key }) => [key, linkState((await listings.get(owner, key))!.listing)] as const),
    ),
  )
  await db.close()
  for (const { point, nth } of kills) {
    const args = [...programOf('listings/relink-child'), JSON.stringify(options), point, String(nth)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(signal, `${point} ${nth}`).toBe('SIGKILL')
  }
  await expectAgreement(options, first)
}

type State = ReturnType<typeof linkState>

/** Every stored link is right, and the announcements of a listing lead from its first link to the stored one. */
async function expectAgreement(options: DatabaseOptions, first: ReadonlyMap<string, State>): Promise<void> {
  const db = await openDatabase(options)
  try {
    const catalog = new Catalog({ db })
    const verified = new VerifiedAddresses(db)
    await Promise.all([catalog.refresh(), verified.sync()])
    const links = new Links(catalog, verified)
    await newRelinker(db, links).settle()
    const { stored, computed } = await compareWithAll(db, links)
    expect(stored).toEqual(computed)
    const rows = await db.query.selectFrom('listings').selectAll().execute()
    const announced = await announcedChanges(db, rows[0]!.account_id)
    expect(new Set(announced.map(({ id }) => id)).size).toBe(announced.length)
    expect(announced.length).toBeGreaterThan(LISTINGS)
    for (const row of rows) {
      let state = first.get(row.key)
      for (const change of announced.filter(({ key }) => key === row.key)) {
        expect(change.before).toEqual(state)
        state = change.after
      }
      expect(linkState(row as never)).toEqual(state)
    }
  } finally {
    await db.close()
  }
}
