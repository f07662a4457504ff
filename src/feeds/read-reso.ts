// Reads a RESO feed: what changed since the last pass, and once a day all keys.
import { handled } from '../kernel/settled.ts'
import { DAY_MS } from '../kernel/time.ts'
import { RequestRefused } from './feed-connection.ts'
import type { FeedRun, RunRow } from './feed-run.ts'
import type { FeedRow, Progress } from './feed-tables.ts'
import type { FieldMapping } from './read/field-mapping.ts'
import { dialectOf, fieldsOf, REQUIRED_RESO, resoMapping } from './read/field-mapping.ts'
import { listingKeyOf, mapRecord } from './read/map-record.ts'
import type { PassHistory } from './read/pass-start.ts'
import { startOfPass } from './read/pass-start.ts'
import type { KeyPage, ResoPage } from './read/reso-page.ts'
import { millis, readChangesPage, readKeysPage } from './read/reso-page.ts'
import type { Position, ResoSource } from './read/reso-query.ts'
import { changesUrl, keysUrl } from './read/reso-query.ts'

export const SWEEP_MS = DAY_MS

export function resoSource(
  feed: Pick<FeedRow, 'url' | 'resource' | 'filter' | 'page_size'>,
  mapping: FieldMapping,
): ResoSource {
  return {
    url: feed.url!,
    resource: feed.resource,
    filter: feed.filter,
    pageSize: Math.min(feed.page_size, dialectOf(feed.url!).maxPage ?? feed.page_size),
    keyField: mapping.key![0]!,
    timeField: mapping.modified_at![0]!,
  }
}

/** Returns true if a sweep is due or unfinished, but the changes are due first. */
export async function readReso(run: FeedRun): Promise<boolean> {
  const reader = new ResoReader(run)
  await reader.readChanges()
  return reader.sweep(run.now() + run.feed.every_seconds * 1000)
}

class ResoReader {
  readonly #run: FeedRun
  readonly #mapping: FieldMapping
  readonly #source: ResoSource
  #unknownFields: readonly string[]

  constructor(run: FeedRun) {
    this.#run = run
    this.#unknownFields = run.progress.unknownFields
    this.#mapping = resoMapping(run.feed.fields, run.feed.url!)
    this.#source = resoSource(run.feed, this.#mapping)
  }

  /** One pass: continues the interrupted one, or begins where late rows may be. */
  async readChanges(): Promise<void> {
    const run = this.#run
    await run.startOver()
    const { progress } = run
    const pass = progress.pass ?? { position: startOfPass(progress.history), startedAt: run.now() }
    let position = pass.position
    let page = await this.#changesPage(position, null)
    while (page.rows.length > 0 || page.nextLink !== null) {
      run.reached('page read')
      const after = page.rows.at(-1)?.position ?? position
      // The next page is on its way while this one is stored.
      const following = handled(this.#changesPage(after, page.nextLink))
      await run.store(
        page.rows.map(({ record, position }): RunRow => {
          const mapped = mapRecord(record, this.#mapping, run.feed.key_prefix)
          const unknownFields = this.#unknownFields
          return {
            mapped,
            line: null,
            progress: { ...run.progress, unknownFields, pass: { ...pass, position } },
          }
        }),
      )
      position = after
      page = await following
    }
    await run.advance({ ...run.progress, pass: null, history: historyAfter(run, position, pass.startedAt) })
    run.reached('pass ended')
  }

  /** Continues until the changes are due again; returns true if it is not finished then. */
  async sweep(untilMs: number): Promise<boolean> {
    const run = this.#run
    const isDue = run.feed.next_sweep_at !== null && Date.parse(run.feed.next_sweep_at) <= run.now()
    if (!run.progress.sweep && !isDue) return false
    if (!run.progress.sweep) await run.beginSweep({ ...run.progress, sweep: { after: null, startedAt: run.now() } })
    const { startedAt, after: first } = run.progress.sweep!
    let after = first
    let link: string | null = null
    for (;;) {
      const page: KeyPage = await this.#keysPage(after, link)
      run.reached('page read')
      if (page.keys.length === 0 && page.nextLink === null) break
      after = page.keys.at(-1) ?? after
      link = page.nextLink
      const keys = page.keys.flatMap((key) => listingKeyOf(key, run.feed.key_prefix) ?? [])
      await run.addSweepKeys(keys, { ...run.progress, sweep: { after, startedAt } })
      if (run.now() >= untilMs) return true
    }
    await run.endSweep({ ...run.progress, sweep: null })
    return false
  }

  async #changesPage(after: Position | null, link: string | null): Promise<ResoPage> {
    const ask = (select: readonly string[]) =>
      this.#run.connection.json(link ?? changesUrl(this.#source, select, after))
    const { result, unknownFields } = await askForKnownFields(this.#mapping, this.#unknownFields, ask)
    this.#unknownFields = unknownFields
    return readChangesPage(result, this.#source, after)
  }

  async #keysPage(after: string | number | null, link: string | null): Promise<KeyPage> {
    return readKeysPage(await this.#run.connection.json(link ?? keysUrl(this.#source, after)), this.#source, after)
  }
}

/** Servers refuse a $select with a field they do not have, and name it. Asks again without it. */
export async function askForKnownFields<T>(
  mapping: FieldMapping,
  knownMissing: readonly string[],
  ask: (select: readonly string[]) => Promise<T>,
): Promise<{ result: T; unknownFields: readonly string[] }> {
  const required = REQUIRED_RESO.flatMap((target) => mapping[target] ?? [])
  const unknownFields = [...knownMissing]
  for (;;) {
    const select = fieldsOf(mapping).filter((field) => !unknownFields.includes(field))
    try {
      return { result: await ask(select), unknownFields }
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      const words = new Set(error.text.split(/[^A-Za-z0-9_]+/))
      const named = select.filter((field) => words.has(field) && !required.includes(field))
      // A server that quotes the whole request back names all fields, and says nothing about any.
      if (named.length === 0 || named.length > select.length / 2) throw error
      unknownFields.push(...named)
    }
  }
}

function historyAfter(run: FeedRun, position: Position | null, startedAt: number): PassHistory | null {
  const before: Progress['history'] = run.progress.history
  const ended = { lastStartedAt: startedAt, lastEndedAt: run.now() }
  if (!position || position.key === null) return before && { ...before, ...ended }
  const isNewer =
    !before ||
    millis(position.at) > millis(before.newest.at) ||
    (position.at === before.newest.at && position.key !== before.newest.key)
  if (!isNewer) return { ...before, ...ended }
  return { newest: position, newestSeenAt: run.now(), ...ended }
}
