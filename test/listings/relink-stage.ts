// Test fixture: listings over published projects, with a relinker, a merger and rollbacks.
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Database } from '../../src/db/database.ts'
import { readChanges } from '../../src/events/change-log.ts'
import { ProjectMerger } from '../../src/ingest/edits/project-merger.ts'
import { rollBackDecisions } from '../../src/ingest/edits/roll-back-decisions.ts'
import { rollback } from '../../src/ingest/publish/rollback.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import type { Links } from '../../src/links/links.ts'
import type { LinkState } from '../../src/listings/link-change.ts'
import { ListingLinker } from '../../src/listings/link-listing.ts'
import type { RelinkPoint } from '../../src/listings/relink/relinker.ts'
import { Relinker } from '../../src/listings/relink/relinker.ts'
import { CURATOR } from '../edits/stage.ts'
import { projectRow } from '../support/rows.ts'
import type { ListingsStage } from './listings-stage.ts'
import { listingsStage } from './listings-stage.ts'

/** A project at one address. */
export const house = (key: string, line: string, more: Partial<ProjectRow> = {}): ProjectRow => {
  const [building] = projectRow(key).buildings
  const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  return projectRow(key, { address: `${line}, Toronto, ON`, buildings: [{ ...building!, addresses }], ...more })
}

/** Houses on odd or on even numbers of a street, so that every version changes every link. */
export const layout = (version: number): ProjectRow[] =>
  [1, 3, 5, 7].map((n) => house(`${n}`, `${n + (version % 2)} Widmer Lane`))

export interface Announced {
  readonly id: string
  readonly key: string
  readonly why: string
  readonly before: LinkState
  readonly after: LinkState
}

export interface RelinkStage extends ListingsStage {
  readonly relinker: Relinker
  rollBack(version: string, maxAnnouncedProjects?: number): Promise<void>
  merge(from: number, into: number): Promise<string>
  undoMerge(id: string): Promise<void>
  /** The announced changes of all links so far. */
  announced(): Promise<Announced[]>
  /** The stored links, and the same computed anew. They must be equal. */
  compareWithAll(): Promise<{ stored: unknown[]; computed: unknown[] }>
}

const clock = { now: () => Date.now() }

export async function relinkStage(db: Database, crash?: (point: RelinkPoint) => void): Promise<RelinkStage> {
  const base = await listingsStage(db)
  const { catalog, links, verified, owner } = base
  const published = async () => void (await Promise.all([catalog.refresh(), verified.sync()]))
  const secrets = createSecrets('x'.repeat(32))
  const snapshot = () => catalog.snapshot('production')
  const merger = new ProjectMerger({ db, clock, published, secrets, snapshot })
  return {
    ...base,
    relinker: newRelinker(db, links, crash),
    async rollBack(version, maxAnnouncedProjects) {
      await rollback(db, 'production', version, {
        at: new Date(),
        ...(maxAnnouncedProjects !== undefined && { maxAnnouncedProjects }),
        onMerges: (publication, found) => rollBackDecisions(publication, found, snapshot()),
      })
      await published()
    },
    async merge(from, into) {
      const { token } = await merger.preview(from, into)
      return (await merger.merge(from, into, token, 'one house', CURATOR)).id
    },
    async undoMerge(id) {
      await merger.undo(id, 'two houses', CURATOR)
    },
    announced: () => announcedChanges(db, owner.accountId),
    compareWithAll: () => compareWithAll(db, links),
  }
}

/** A small chunk, so that a pass has several transactions, and a short lease, so that kills do not hold up others. */
export const newRelinker = (db: Database, links: Links, crash?: (point: RelinkPoint) => void): Relinker =>
  new Relinker({
    db,
    links,
    linker: new ListingLinker(links),
    clock,
    holder: `test ${process.pid}`,
    crash,
    chunk: 5,
    leaseMs: 1000,
  })

export const currentVersion = (catalog: Catalog): string => catalog.snapshot('production').version!.version

export async function announcedChanges(db: Database, accountId: string): Promise<Announced[]> {
  const types = ['listing.link_changed'] as const
  const query = { dataset: 'production' as const, since: 0, limit: 100_000, types, accountId }
  const changes = await readChanges(db.query, query)
  if (changes.kind !== 'changes') throw new Error(changes.kind)
  return changes.events.map(({ id, body }) => ({ id, ...(body.details as unknown as Omit<Announced, 'id'>) }))
}

export async function compareWithAll(db: Database, links: Links): Promise<{ stored: unknown[]; computed: unknown[] }> {
  const linker = new ListingLinker(links)
  const rows = await db.query
    .selectFrom('listings')
    .selectAll()
    .where('dataset', '=', 'production')
    .orderBy('id')
    .execute()
  const shown = (key: string, link: Record<string, unknown>) => ({
    key,
    ...Object.fromEntries(['outcome', 'action', 'reason', 'reason_detail'].map((name) => [name, link[name] ?? null])),
    candidates: (link.candidates as { confidence: number }[]).map((c) => ({
      ...c,
      confidence: c.confidence.toFixed(9),
    })),
  })
  return {
    stored: rows.map((row) => shown(row.key, { ...row })),
    computed: rows.map((row) => {
      const { link } = linker.link(row as never, row.dataset, row.decision as never)
      return shown(row.key, { ...link })
    }),
  }
}
