// Test fixture: a desk with a few published projects and a manual clock.

import { MODEL } from '@plinth/matcher/internal/decide/model'
import { Catalog } from '../../src/catalog/catalog.ts'
import type { Database } from '../../src/db/database.ts'
import { readChanges } from '../../src/events/change-log.ts'
import type { StoredEvent } from '../../src/events/event-types.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { readQueue } from '../../src/links/desk/cases.ts'
import { Desk } from '../../src/links/desk/curator-desk.ts'
import { recordFeedback } from '../../src/links/desk/feedback.ts'
import { Links } from '../../src/links/links.ts'
import { UncertainQueryCounter } from '../../src/links/uncertain-queries.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { projectRow } from '../support/rows.ts'

export const OLD_NAME = '7 Widmer Lane, Toronto, ON'

export interface Stage {
  readonly db: Database
  readonly catalog: Catalog
  readonly verified: VerifiedAddresses
  readonly asks: UncertainQueryCounter
  readonly links: Links
  readonly desk: Desk
  publish(rows: readonly ProjectRow[]): Promise<void>
  /** Sends negative feedback; returns the case it opens. */
  object(address: string, account?: string): Promise<{ id: string; version: number }>
  /** Confirms the result; returns the case. */
  confirm(address: string, account?: string): Promise<{ id: string; version: number }>
  events(): Promise<readonly StoredEvent[]>
  first(address: string): { id: number | undefined; method: string | undefined; tower: number | null | undefined }
}

export const threeRows = () => [projectRow('10'), projectRow('20'), projectRow('30')]

export async function stage(db: Database, rows: readonly ProjectRow[] = threeRows(), model = MODEL): Promise<Stage> {
  let now = Date.parse('2026-11-14T06:00:00Z')
  const clock = { now: () => (now += 1000) }
  const catalog = new Catalog({ db, model })
  const verified = new VerifiedAddresses(db)
  const asks = new UncertainQueryCounter(db, clock)
  const links = new Links(catalog, verified, asks)
  const publish = async (list: readonly ProjectRow[]) => {
    await publishRows(db, { dataset: 'production', source: 'builder', rows: list, at: new Date(clock.now()) })
    await catalog.refresh()
  }
  await publish(rows)
  await verified.sync()
  const feedback = async (address: string, verdict: 'confirm' | 'reject', accountId = 'acc_1') => {
    const input = { accountId, query: { address }, verdict, projectId: null, buildingId: null, note: null }
    await db.tx((tx) => recordFeedback(tx, links, input, new Date(clock.now())))
    const { cases } = await readQueue(db, { status: 'open', limit: 200, offset: 0 })
    return cases.find(({ text }) => text === address)!
  }
  return {
    db,
    catalog,
    verified,
    asks,
    links,
    desk: new Desk(db, links, verified, clock),
    publish,
    object: (address, account) => feedback(address, 'reject', account),
    confirm: (address, account) => feedback(address, 'confirm', account),
    async events() {
      const changes = await readChanges(db.query, { dataset: 'production', since: 0, limit: 1000 })
      if (changes.kind !== 'changes') throw new Error(changes.kind)
      return changes.events.filter(({ type }) => type.startsWith('building_link.'))
    },
    first(address) {
      const link = links.resolve({ address }, 'production').links[0]
      return { id: link?.target.project_id, method: link?.match_method, tower: link?.target.building_id }
    },
  }
}
