// plinth listings: commands for the account's own listings on a server.
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { readConfig } from '../kernel/config.ts'
import type { Action } from './program.ts'
import type { ListingsOptions } from './service/listings-command.ts'
import { calendarDay } from './terminal/arguments.ts'

const SERVER = ['--server <url>', 'send requests to this server; default: PLINTH_SERVER'] as const
const KEY = ['--key <key>', 'API key; prefer PLINTH_API_KEY, because process lists show options'] as const
const JSON_OPTION = ['--json', 'print JSON, one object per line'] as const

const FILTERS = [
  ['--project-id <id>', 'linked to this project'],
  ['--building-id <id>', 'linked to this building'],
  ['--unit <unit>', 'linked to this unit'],
  ['--outcome <words>', 'matched, ambiguous, weak or no_match; one or more, separated by commas'],
  ['--recommended-action <words>', 'accept, review or reject; one or more, separated by commas'],
  ['--min-confidence <n>', 'linked with at least this confidence, from 0 to 1'],
  ['--feed <name>', 'from this feed, or with this label'],
  ['--status <status>', 'with this status'],
  ['--updated-since <time>', 'the listing or its link changed at or after this time'],
] as const

const HINTS = [
  ['--city <city>', 'city hint'],
  ['--province <code>', 'province hint'],
  ['--postal-code <code>', 'postal code hint'],
  ['--building-name <name>', 'building name hint'],
  ['--condo-corp <number>', 'condo corporation hint, such as TSCC 2345'],
  ['--unit <unit>', 'unit, if the address has none'],
  ['--status <status>', 'your status of the listing'],
  ['--feed <name>', 'your label for the source of the listing'],
] as const

export function addListingCommands(program: Command, action: Action): void {
  const listings = program.command('listings').description('store your listings on a server and read their links')
  const command = (name: string, description: string) =>
    listings
      .command(name)
      .description(description)
      .option(...SERVER)
      .option(...KEY)
      .option(...JSON_OPTION)
  const load = () => import('./service/listings-command.ts')

  const put = command('put', 'store a listing and link it to its building')
    .argument('<listing>', 'your key of the listing')
    .argument('<address>', 'the address as typed')
    .option('--listed-on <day>', 'date of the listing, YYYY-MM-DD', calendarDay)
  for (const [flag, text] of HINTS) put.option(flag, text)
  put.action(
    action(async (listing: string, address: string, options) =>
      (await load()).putListing(readConfig(), listing, address, split(options)),
    ),
  )
  command('get', 'show a listing and its link')
    .argument('<listing>', 'your key of the listing')
    .action(
      action(async (listing: string, options) => (await load()).getListing(readConfig(), listing, split(options))),
    )
  const list = command('list', 'list listings in the order of their keys').option(
    '--limit <n>',
    'maximum number of listings (default: 50)',
    positive,
  )
  for (const [flag, text] of FILTERS) list.option(flag, text)
  list.action(action(async (options) => (await load()).listListings(readConfig(), split(options))))
  const all = command('export', 'write all listings with their links as NDJSON')
  for (const [flag, text] of FILTERS) all.option(flag, text)
  all.action(action(async (options) => (await load()).exportListings(readConfig(), split(options))))
  command('remove', 'delete listings and their history')
    .argument('[listings...]', 'your keys of the listings')
    .option('--feed <name>', 'delete all listings of this feed, or with this label')
    .action(
      action(async (keys: string[], options) => (await load()).removeListings(readConfig(), keys, { ...options })),
    )
  command('load', 'store the listings of a file, with progress')
    .argument('<file>', '.ndjson with one listing per line, or .csv with a header of field names')
    .option('--feed <name>', 'your label for all listings of the file')
    .option('--from-line <n>', 'continue an interrupted load from this line', positive)
    .action(action(async (file: string, options) => (await load()).loadListings(readConfig(), file, options)))
  command('changes', 'list changes of links, in order')
    .option('--since <sequence>', 'after this sequence number (default: 0)', position)
    .action(action(async (options) => (await load()).listChanges(readConfig(), options)))
  command('duplicates', 'list groups of listings that are the same home')
    .option('--status <status>', 'only listings with this status')
    .action(action(async (options) => (await load()).listDuplicates(readConfig(), options)))
}

function positive(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number, at least 1.')
}

function position(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a sequence number: 0 or more.')
}

/** Separates the options of the command from fields of the API: `postalCode` → `fields.postal_code`. */
function split({ server, key, json, limit, ...rest }: Readonly<Record<string, unknown>>): ListingsOptions & {
  readonly limit?: number
  readonly fields: Readonly<Record<string, string>>
} {
  const fields = Object.entries(rest).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return { server, key, json, limit, fields: Object.fromEntries(fields) } as ReturnType<typeof split>
}
