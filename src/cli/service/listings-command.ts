// plinth listings: stores, reads, lists and deletes the account's listings on a server.
import type { Listing, ListingChange, ListingFilters, ListingItem, ListingQuery, ListingRequest } from '@plinth/client'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { toFields } from '../terminal/arguments.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { confidenceText, print } from '../terminal/output.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { requireService } from '../terminal/service-connection.ts'
import type { TableColumn } from '../terminal/style.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import type { ListingRow } from './listing-file.ts'
import { openListingFile } from './listing-file.ts'
import { LoadProgress } from './load-progress.ts'

interface ListingsOptions extends ServiceOptions, OutputOptions {
  readonly limit?: number
}

const DEFAULT_LIMIT = 50
const MAX_PAGE = 200

/** The server validates fields and filters, and its message names the wrong one. */
const fieldsOf = ({ server, key, profile, json, limit, ...fields }: ListingsOptions): Record<string, string> =>
  toFields(fields)

export async function putListing(
  config: Config,
  key: string,
  address: string,
  options: ListingsOptions,
): Promise<number> {
  const listing = await requireService(config, options).listings.put(key, {
    address,
    ...fieldsOf(options),
  } as ListingRequest)
  print(options, listing, listingLine(listing))
  return EXIT.ok
}

export async function getListing(config: Config, key: string, options: ListingsOptions): Promise<number> {
  const listing = await requireService(config, options).listings.get(key)
  print(options, listing, listingLine(listing))
  return EXIT.ok
}

export async function listListings(config: Config, options: ListingsOptions): Promise<number> {
  const { limit = DEFAULT_LIMIT } = options
  const listings: Listing[] = []
  const query = { ...fieldsOf(options), limit: Math.min(limit, MAX_PAGE) } as ListingQuery
  for await (const listing of requireService(config, options).listings.iterate(query)) {
    if (options.json) print(options, listing)
    listings.push(listing)
    if (listings.length === limit) break
  }
  if (options.json) return EXIT.ok
  for (const line of listingLines(listings, config)) console.log(line)
  if (listings.length === limit) console.log(`the first ${limit}; use --limit to show more`)
  return EXIT.ok
}

export async function exportListings(config: Config, options: ListingsOptions): Promise<number> {
  for await (const listing of requireService(config, options).listings.export(fieldsOf(options) as ListingFilters))
    if (!process.stdout.write(`${JSON.stringify(listing)}\n`))
      await new Promise<void>((resolve) => process.stdout.once('drain', resolve))
  return EXIT.ok
}

export async function removeListings(
  config: Config,
  keys: readonly string[],
  options: ListingsOptions & { readonly feed?: string },
): Promise<number> {
  const { feed } = options
  if ((keys.length === 0) === (feed === undefined)) throw new Stop('usage', 'name the keys to delete, or use --feed')
  const client = requireService(config, options)
  if (feed !== undefined) {
    const { deleted } = await client.listings.removeFeed(feed)
    print(options, { deleted }, `${deleted} deleted`)
    return EXIT.ok
  }
  let missing = 0
  for await (const { key, result } of client.listings.stream(keys.map((key) => ({ key, delete: true as const })))) {
    print(options, { key, result }, `${key}  ${result === 'deleted' ? 'deleted' : 'not found'}`)
    if (result !== 'deleted') missing += 1
  }
  return missing === 0 ? EXIT.ok : EXIT.failed
}

export async function listDuplicates(
  config: Config,
  options: ListingsOptions & { readonly status?: string },
): Promise<number> {
  const query = options.status === undefined ? {} : { status: options.status }
  let groups = 0
  for await (const group of requireService(config, options).listings.iterateDuplicates(query)) {
    const { project_id, project_name, building_id, unit, reason, confidence, count, listings } = group
    const place = `project ${project_id}${building_id === null ? '' : `, building ${building_id}`}${unit ? `, unit ${unit}` : ''}`
    const keys = listings.map(({ key }) => key).join(' ')
    const rest = count > listings.length ? ` and ${count - listings.length} more` : ''
    print(options, group, `${confidenceText(confidence)}  ${reason}  ${project_name ?? ''} (${place}): ${keys}${rest}`)
    groups += 1
  }
  if (!options.json) console.log(groups === 1 ? '1 group' : `${groups} groups`)
  return EXIT.ok
}

export async function listChanges(
  config: Config,
  options: ListingsOptions & { readonly since?: number },
): Promise<number> {
  const changes = requireService(config, options).listings.iterateChanges({ since: options.since ?? 0 })
  for (;;) {
    const { done, value } = await changes.next()
    if (done) {
      if (!options.json) console.log(`up to sequence ${value}`)
      return EXIT.ok
    }
    const { occurred_at, key, why, before, after, sequence } = value
    const line = `${sequence}  ${occurred_at}  ${key}  ${why}: ${stateText(before)} → ${stateText(after)}`
    print(options, value, line)
  }
}

function stateText({ project_id, building_id, unit, recommended_action }: ListingChange['before']): string {
  if (project_id === null) return 'no building'
  const building = building_id === null ? '' : `, building ${building_id}`
  return `project ${project_id}${building}${unit === null ? '' : `, unit ${unit}`} (${recommended_action})`
}

interface LoadOptions extends ListingsOptions {
  readonly feed?: string
  readonly fromLine?: number
}

/** Unchanged listings cost nothing, so a load can simply be repeated; `--from-line` saves reading them again. */
export async function loadListings(config: Config, path: string, options: LoadOptions): Promise<number> {
  const { feed, fromLine = 1 } = options
  const client = requireService(config, options)
  const file = await openListingFile(path)
  const progress = new LoadProgress(process.stderr, file.bytes)
  const rows = file.rows()
  // Read before the stream starts, so that a wrong header is reported as such.
  const first = await rows.next()
  const sent: ListingRow[] = []
  async function* items(): AsyncGenerator<ListingItem> {
    for (let next = first; !next.done; next = await rows.next()) {
      const { line, item } = next.value
      if (line < fromLine) continue
      sent.push(next.value)
      yield feed === undefined || 'delete' in item ? item : { ...item, feed }
    }
  }
  let last = fromLine - 1
  try {
    for await (const { key, result, error } of client.listings.stream(items())) {
      const row = sent.shift()!
      last = row.line
      progress.add(result ?? 'error', row.bytes)
      if (error) progress.report(`line ${last}${key ? `, ${key}` : ''}: ${row.error ?? error.message}`)
    }
  } catch (error) {
    progress.end()
    console.error(`Stopped after line ${last}. To go on, repeat the command with --from-line ${last + 1}.`)
    throw error
  }
  progress.end()
  print(options, progress.counts, progress.summary())
  return progress.counts.error === 0 ? EXIT.ok : EXIT.failed
}

const listingLine = (listing: Listing): string => LISTING_COLUMNS.map(({ text }) => text(listing)).join('  ')

const listingLines = (listings: readonly Listing[], config: Config): string[] =>
  tableLines(listings, LISTING_COLUMNS, styleOf(config))

const ACTION_TONES = { accept: 'good', review: 'warn', reject: 'bad' } as const

const LISTING_COLUMNS: readonly TableColumn<Listing>[] = [
  { title: 'Key', text: ({ key }) => key },
  { title: 'Address', text: ({ address }) => address },
  { title: 'Status', text: ({ status }) => status ?? '-' },
  {
    title: 'Action',
    text: ({ link }) => link.recommended_action,
    tone: ({ link }) => ACTION_TONES[link.recommended_action],
  },
  { title: 'Link', text: ({ link }) => linkText(link) },
]

function linkText({ match, reason }: Listing['link']): string {
  if (!match) return `no building${reason ? ` (${reason})` : ''}`
  const { match_confidence, project_id, building_id, unit, project_name } = match
  const target = `project ${project_id}${building_id === null ? '' : `, building ${building_id}`}${unit ? `, unit ${unit}` : ''}`
  return `${confidenceText(match_confidence)}  ${target}  ${project_name}`
}
