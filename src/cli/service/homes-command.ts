// plinth homes: lists the homes of the account's listings on a server, or shows one.
import type { Home, HomesQuery } from '@plinth/client'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { toFields } from '../terminal/arguments.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { requireService } from '../terminal/service-connection.ts'
import type { TableColumn } from '../terminal/style.ts'
import { styleOf, tableLines } from '../terminal/style.ts'

interface HomesOptions extends ServiceOptions, OutputOptions {
  readonly limit?: number
}

const DEFAULT_LIMIT = 50
const MAX_PAGE = 200

export async function homesCommand(config: Config, id: string | undefined, options: HomesOptions): Promise<number> {
  const client = requireService(config, options)
  if (id !== undefined) {
    const home = await client.homes.get(id)
    print(options, home, homeText(home))
    return EXIT.ok
  }
  const { server, key, profile, json, limit = DEFAULT_LIMIT, ...filters } = options
  const query = { ...toFields(filters), limit: Math.min(limit, MAX_PAGE) } as HomesQuery
  const homes: Home[] = []
  for await (const home of client.homes.iterate(query)) {
    if (json) print(options, home)
    homes.push(home)
    if (homes.length === limit) break
  }
  if (json) return EXIT.ok
  for (const line of tableLines(homes, COLUMNS, styleOf(config))) console.log(line)
  if (homes.length === limit) console.log(`the first ${limit}; use --limit to show more`)
  return EXIT.ok
}

const COLUMNS: readonly TableColumn<Home>[] = [
  { title: 'Id', text: ({ id }) => id },
  { title: 'Unit', text: ({ unit }) => unit },
  { title: 'Building', text: ({ building }) => building.address ?? `building ${building.id}` },
  { title: 'Status', text: ({ status }) => status },
  { title: 'Listings', text: ({ listing_count }) => String(listing_count), right: true },
  { title: 'Keys', text: ({ listings }) => listings.map(({ key }) => key).join(' ') },
]

function homeText(home: Home): string {
  const listings = home.listings.map(
    ({ key, mls_number, board, feed, transaction, status, listed_on, off_market_on }) =>
      [key, mls_number, board ?? feed, transaction, status, `${listed_on} to ${off_market_on ?? 'today'}`]
        .filter((part) => part !== null)
        .join('  '),
  )
  const campaigns = home.campaigns.map(
    ({ transaction, days_on_market, days_listed, keys }) =>
      `${transaction ?? 'unknown'} campaign: ${days_on_market} days on market, ${days_listed} without gaps (${keys.join(' ')})`,
  )
  return [
    COLUMNS.slice(0, 4)
      .map(({ text }) => text(home))
      .join('  '),
    ...listings,
    ...campaigns,
  ].join('\n')
}
