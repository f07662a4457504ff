// Publishes the streets of places in one transaction, so that every node sees all or nothing.

import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/database-tables.ts'
import { Publication } from '../publish/publication.ts'
import type { PublishOptions } from '../publish/publish.ts'
import { NotPublished } from '../publish/publish.ts'
import { lockDataset } from '../publish/read-state.ts'
import type { PublishReport } from '../publish/report.ts'
import { PublishCounter } from '../publish/report.ts'
import type { Draft } from '../record/draft.ts'
import { FileRefused } from '../record/draft.ts'

export interface PublishStreetsOptions extends Omit<PublishOptions, 'rows'> {
  /** Sorted by province, place and street. They replace those of their provinces. */
  readonly streets: AsyncIterable<Draft>
}

interface StreetListRow {
  readonly source: string
  readonly province: string
  readonly place: string
  readonly streets: number
  readonly digest: string
  readonly list: string
}

/** What is known of a stored list without reading it. */
type ListFacts = Omit<StreetListRow, 'source' | 'list'>

const BATCH = 100
/** Characters of one place, and streets of all. The country has some 300,000. */
const MAX_LIST = 8 * 1024 * 1024
const MAX_STREETS = 3_000_000

export async function publishStreets(db: Database, options: PublishStreetsOptions): Promise<PublishReport> {
  const { dataset, source, at, note = null, actor = null, dryRun, onCrashPoint = () => {} } = options
  const started = performance.now()
  try {
    const report = await db.tx(async (tx) => {
      const head = await lockDataset(tx, dataset)
      const lists = await StoredLists.load(tx, source)
      onCrashPoint('before batch')
      const batch: StreetListRow[] = []
      for await (const list of listsOf(source, options.streets)) {
        if (batch.push(list) === BATCH) await lists.write(batch.splice(0))
      }
      await lists.write(batch)
      await lists.removeOthers()
      onCrashPoint('after batch')
      const { rows, unchanged, rowsBefore, rowsGone, hasChanges } = lists
      const { records, joins } = new PublishCounter()
      const report = (published: boolean, version: string | null, refusals: readonly string[] = []): PublishReport => ({
        ...{ dataset, source, published, version, first: rowsBefore === 0, records, joins, refusals, rejected: [] },
        ...{ rows, unchanged, rowsBefore, rowsGone, projectsGone: 0, rowsJoined: 0, history: 0 },
        number: head.number,
        events: version !== null && published ? 1 : 0,
        prices: { compared: 0, jumped: 0 },
        seconds: (performance.now() - started) / 1000,
      })
      const refusals = options.gate?.(report(false, head.version)) ?? []
      if (refusals.length > 0 || dryRun) throw new NotPublished(report(false, head.version, refusals))
      if (!hasChanges) return report(false, head.version)
      // Before the first version nobody uses the streets, and the first data may be half written.
      if (head.number === 0) return report(true, null)
      const publication = await Publication.begin(tx, {
        dataset,
        source,
        kind: 'import',
        at,
        note,
        actor,
        onCrashPoint,
      })
      return report(true, await publication.finish([]))
    })
    if (report.published) onCrashPoint('after commit')
    return report
  } catch (error) {
    if (error instanceof NotPublished) return error.report
    throw error
  }
}

async function* listsOf(source: string, streets: AsyncIterable<Draft>): AsyncGenerator<StreetListRow> {
  let current: { province: string; place: string; lines: string[]; length: number } | undefined
  let count = 0
  const finished = ({ province, place, lines }: NonNullable<typeof current>): StreetListRow => {
    const list = `# ${place}, ${province}\n${lines.join('\n')}\n`
    const digest = createHash('sha256').update(list).digest('hex').slice(0, 16)
    return { source, province, place, streets: lines.length, digest, list }
  }
  for await (const { fields } of streets) {
    const { province, place, street, numbers, other_names } = fields as Readonly<Record<string, string>>
    if (current?.province !== province || current?.place !== place) {
      if (current) yield finished(current)
      current = { province: province!, place: place!, lines: [], length: 0 }
    }
    const line = `${street}\t${numbers}${other_names ? `\t${other_names}` : ''}`.trimEnd()
    current!.lines.push(line)
    current!.length += line.length
    if (current!.length > MAX_LIST || ++count > MAX_STREETS)
      throw new FileRefused(`the file has too many streets in one place or in all: ${count}`)
  }
  if (current) yield finished(current)
}

/** The lists of a source, and what an import changes in them. */
class StoredLists {
  readonly #tx: Transaction<Tables>
  readonly #source: string
  /** Those that were not written yet. */
  readonly #before: Map<string, ListFacts>
  readonly #provinces = new Set<string>()
  rows = 0
  unchanged = 0
  /** Only of the provinces in the file. */
  rowsBefore = 0
  rowsGone = 0
  hasChanges = false

  private constructor(tx: Transaction<Tables>, source: string, before: Map<string, ListFacts>) {
    this.#tx = tx
    this.#source = source
    this.#before = before
  }

  static async load(tx: Transaction<Tables>, source: string): Promise<StoredLists> {
    const query = tx.selectFrom('street_lists').select(['province', 'place', 'streets', 'digest'])
    const rows = await query.where('source', '=', source).execute()
    return new StoredLists(tx, source, new Map(rows.map((row) => [`${row.province} ${row.place}`, row])))
  }

  #stored(province: string, place: string) {
    const lists = this.#tx.selectFrom('street_lists').where('source', '=', this.#source)
    return lists.where('province', '=', province).where('place', '=', place)
  }

  async write(batch: readonly StreetListRow[]): Promise<void> {
    const changed: StreetListRow[] = []
    for (const row of batch) {
      const { province, place, streets, digest } = row
      const key = `${province} ${place}`
      const before = this.#before.get(key)
      this.#before.delete(key)
      this.#provinces.add(province)
      this.rows += streets
      this.rowsBefore += before?.streets ?? 0
      if (before?.digest === digest) this.unchanged += streets
      else changed.push(row)
      if (before && before.digest !== digest) await this.#countLost(row)
    }
    if (changed.length === 0) return
    this.hasChanges = true
    await this.#tx
      .insertInto('street_lists')
      .values(changed)
      .onConflict((conflict) =>
        conflict.columns(['source', 'province', 'place']).doUpdateSet((e) => ({
          streets: e.ref('excluded.streets'),
          digest: e.ref('excluded.digest'),
          list: e.ref('excluded.list'),
        })),
      )
      .execute()
  }

  async #countLost({ province, place, list }: StreetListRow): Promise<void> {
    const { list: stored } = await this.#stored(province, place).select('list').executeTakeFirstOrThrow()
    const now = new Set(linesOf(list))
    const names = new Set(linesOf(list).map(nameOf))
    for (const line of linesOf(stored)) {
      if (now.has(line)) this.unchanged++
      if (!names.has(nameOf(line))) this.rowsGone++
    }
  }

  /** The places of the same provinces that the file does not have. */
  async removeOthers(): Promise<void> {
    for (const { province, place, streets } of this.#before.values()) {
      if (!this.#provinces.has(province)) continue
      this.rowsBefore += streets
      this.rowsGone += streets
      this.hasChanges = true
      await this.#tx
        .deleteFrom('street_lists')
        .where('source', '=', this.#source)
        .where('province', '=', province)
        .where('place', '=', place)
        .execute()
    }
  }
}

const linesOf = (list: string): string[] => list.trimEnd().split('\n').slice(1)
const nameOf = (line: string): string => line.split('\t', 1)[0]!
