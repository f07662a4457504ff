// Reads a RESO feed: what changed, by events of the server or by time, and once a day all keys.
import { handled } from '../kernel/settled.ts'
import { DAY_MS } from '../kernel/time.ts'
import { RequestRefused } from './feed-connection.ts'
import type { FeedRun } from './feed-run.ts'
import type { FeedRow, Progress } from './feed-tables.ts'
import type { ProblemCode } from './read/feed-problem.ts'
import { FeedProblem } from './read/feed-problem.ts'
import type { FieldMapping } from './read/field-mapping.ts'
import { dialectOf, fieldsOf, REQUIRED_RESO, resoMapping } from './read/field-mapping.ts'
import { listingKeyOf, mapRow } from './read/map-record.ts'
import type { PassHistory } from './read/pass-start.ts'
import { startOfPass } from './read/pass-start.ts'
import type { KeyPage, ReadRecord, ResoPage } from './read/reso-page.ts'
import { millis, readChangesPage, readEventPage, readKeysPage, readRecordsPage } from './read/reso-page.ts'
import type { Position, ResoSource } from './read/reso-query.ts'
import { changesUrl, eventsUrl, keysUrl, recordsUrl } from './read/reso-query.ts'
import type { RunRow } from './run-step.ts'

export const SWEEP_MS = DAY_MS
/** Rows that are asked for by key at a time, if the URL is short enough for the guarded sender. */
const KEYS_PER_REQUEST = 40
const MAX_URL = 2000

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
  await reader.readNews()
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

  /** By events where the server has them; once after each sweep, and on other servers always, by time. */
  async readNews(): Promise<void> {
    const run = this.#run
    await run.startOver()
    const { events, pass } = run.progress
    if (!pass && events && (await this.#readEvents(events.sequence))) return
    // Before the pass: what changes while it runs has a later number.
    if (!pass && events === undefined) await run.advance({ ...run.progress, events: await this.#lastEvent() })
    await this.#readChanges()
  }

  /** One pass: continues the interrupted one, or begins where late rows may be. */
  async #readChanges(): Promise<void> {
    const run = this.#run
    const { progress } = run
    const pass = progress.pass ?? { position: startOfPass(progress.history), startedAt: run.now() }
    let position = pass.position
    let page = await this.#changesPage(position, null)
    while (page.rows.length > 0 || page.nextLink !== null) {
      run.reached('page read')
      const after = page.rows.at(-1)?.position ?? position
      // The next page is on its way while this one is stored.
      const following = page.isLast ? null : handled(this.#changesPage(after, page.nextLink))
      await run.store(
        page.rows.map((row) => {
          const unknownFields = this.#unknownFields
          return this.#toRow(row, { ...run.progress, unknownFields, pass: { ...pass, position: row.position } })
        }),
      )
      position = after
      if (!following) break
      page = await following
    }
    await run.advance({ ...run.progress, pass: null, history: historyAfter(run, position, pass.startedAt) })
    run.reached('pass ended')
  }

  #toRow(row: ReadRecord, progress: Progress): RunRow {
    const mapped = mapRow(row, this.#mapping, this.#run.feed.key_prefix)
    return { mapped, record: row.record, line: null, progress }
  }

  /** Null: the server has no events that this account may read. */
  async #lastEvent(): Promise<{ readonly sequence: number } | null> {
    try {
      const { last } = readEventPage(await this.#run.connection.json(eventsUrl(this.#source, null)), this.#source, -1)
      return last === null ? null : { sequence: last }
    } catch (error) {
      if (!(error instanceof FeedProblem)) throw error
      return null
    }
  }

  /** False if the server has no events any more, or does not find rows by key. */
  async #readEvents(after: number): Promise<boolean> {
    const run = this.#run
    try {
      for (let sequence = after; ; ) {
        const url = eventsUrl(this.#source, sequence)
        const page = await run.retrying(async () =>
          readEventPage(await run.connection.json(url), this.#source, sequence),
        )
        if (page.last === null) return true
        run.reached('page read')
        await run.leave(await this.#readRecords(page.keys))
        sequence = page.last
        await run.advance({ ...run.progress, unknownFields: this.#unknownFields, events: { sequence } })
      }
    } catch (error) {
      requireUnsuited(error)
      await run.advance({ ...run.progress, events: null })
      return false
    }
  }

  /** Stores the rows with these keys. Returns the keys of listings that the server does not have. */
  async #readRecords(keys: readonly string[]): Promise<string[]> {
    const run = this.#run
    const isNumber = typeof run.progress.history?.newest.key === 'number'
    const urlOf = (select: readonly string[], some: readonly string[]) =>
      recordsUrl(this.#source, select, isNumber ? some.map(Number) : some)
    const fields = fieldsOf(this.#mapping)
    const missing: string[] = []
    for (let from = 0, size = 0; from < keys.length; from += size) {
      size = Math.min(KEYS_PER_REQUEST, this.#source.pageSize)
      while (size > 1 && urlOf(fields, keys.slice(from, from + size)).length > MAX_URL) size = Math.floor(size / 2)
      let rest = keys.slice(from, from + size)
      // Some servers send fewer rows than they were asked for. The others are asked for again.
      while (rest.length > 0) {
        const rows = await this.#known(async (select) => {
          return readRecordsPage(await run.connection.json(urlOf(select, rest)), this.#source, rest)
        })
        if (rows.length === 0) break
        await run.store(rows.map((row) => this.#toRow(row, run.progress)))
        const found = new Set(rows.map(({ key }) => String(key)))
        rest = rest.filter((key) => !found.has(key))
      }
      missing.push(...rest)
    }
    return missing.flatMap((key) => listingKeyOf(key, run.feed.key_prefix) ?? [])
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
      let page: KeyPage = await this.#keysPage(after, link)
      // An empty page by mistake would make listings look gone.
      if (page.keys.length === 0) page = await this.#keysPage(after, link)
      run.reached('page read')
      if (page.keys.length === 0 && page.nextLink === null) break
      after = page.keys.at(-1) ?? after
      link = page.nextLink
      const keys = page.keys.flatMap((key) => listingKeyOf(key, run.feed.key_prefix) ?? [])
      await run.addSweepKeys(keys, { ...run.progress, sweep: { after, startedAt } })
      if (run.now() >= untilMs) return true
    }
    const { length } = run.feed.key_prefix
    const unread = (await run.unreadKeys()).map((key) => key.slice(length))
    // A server that finds no rows by key has been read all the same.
    await this.#readRecords(unread).catch((error) => requireUnsuited(error))
    const { events: _, ...progress } = run.progress
    await run.endSweep({ ...progress, sweep: null })
    return false
  }

  #changesPage(after: Position | null, link: string | null): Promise<ResoPage> {
    return this.#known(async (select) => {
      const url = link ?? changesUrl(this.#source, select, after)
      return readChangesPage(await this.#run.connection.json(url), this.#source, after)
    })
  }

  async #keysPage(after: string | number | null, link: string | null): Promise<KeyPage> {
    const url = link ?? keysUrl(this.#source, after)
    return this.#run.retrying(async () => readKeysPage(await this.#run.connection.json(url), this.#source, after))
  }

  /** Asks for the fields that the server has, and again after a fault that may pass. */
  async #known<T>(ask: (select: readonly string[]) => Promise<T>): Promise<T> {
    const retrying = (select: readonly string[]) => this.#run.retrying(() => ask(select))
    const { result, unknownFields } = await askForKnownFields(this.#mapping, this.#unknownFields, retrying)
    this.#unknownFields = unknownFields
    return result
  }
}

/** The server has no events, or does not find rows by key. The feed is read by time instead, until the next sweep. */
const UNSUITED: ReadonlySet<ProblemCode> = new Set([
  'not_found',
  'request_refused',
  'invalid_page',
  'unexpected_rows',
  'not_json',
])

/** Throws every other error. */
function requireUnsuited(error: unknown): void {
  if (!(error instanceof FeedProblem) || !UNSUITED.has(error.code)) throw error
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
