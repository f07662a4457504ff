// The users' door: linking and looking, against a server or against the data at hand.
import type { Command } from 'commander'
import { readConfig } from '../kernel/config.ts'
import { Stop } from '../kernel/fault.ts'
import { calendarDay, wholeFrom } from './arguments.ts'
import { matchByService } from './match/remote-match.ts'
import type { ProjectsOptions } from './service/projects-command.ts'
import type { ServiceOptions } from './service/service-connection.ts'
import { namedService } from './service/service-connection.ts'

const SERVER = ['--server <url>', 'ask this service; PLINTH_SERVER says the same'] as const
const KEY = ['--key <key>', 'an API key; PLINTH_API_KEY says it where no list of processes shows it'] as const

/** Filters of the API, as options. */
const PROJECT_FILTERS = [
  ['--city <names>', 'one or more, by commas'],
  ['--province <codes>', 'two letters; one or more, by commas'],
  ['--developer <names>', 'one or more, by commas'],
  ['--status <words>', 'such as selling; one or more, by commas'],
  ['--building-type <words>', 'such as condo_apartment'],
  ['--min-price <dollars>', 'the price range reaches this'],
  ['--max-price <dollars>', 'the price range begins at or below this'],
  ['--min-beds <n>', 'bedrooms, from'],
  ['--q <words>', 'in name, address, developer or neighbourhood'],
  ['--sort <key>', 'such as name or -updated_at'],
  ['--limit <n>', 'at most this many; 50 unless said otherwise'],
] as const

/** Keeps the exit code of a command. */
type Act = <T extends unknown[]>(command: (...args: T) => Promise<number> | number) => (...args: T) => Promise<void>

export function addUserCommands(program: Command, act: Act): void {
  program
    .command('match')
    .description('match addresses against a file of buildings, or ask a server: NDJSON on standard input and output')
    .option('--buildings <file>', 'NDJSON, one building a line; gzip is fine')
    .option(...SERVER)
    .option(...KEY)
    .option('--threads <n>', 'worker threads', wholeFrom(1, 999))
    .option('--hints <which>', 'all, or none to use the text alone', 'all')
    .action(act(async (options: MatchOptions) => matchCommand(options)))
  program
    .command('link')
    .description('link one address to its building')
    .argument('<address>', 'as a person typed it')
    .option('--explain', 'show the readings, the candidates and the evidence in bits')
    .option('--buildings <file>', 'match against this NDJSON file instead of the dataset')
    .option('--sandbox', 'match against the sandbox projects')
    .option('--city <city>', 'city hint')
    .option('--province <code>', 'province hint')
    .option('--listed-on <day>', 'the day the listing was written, YYYY-MM-DD', calendarDay)
    .option(...SERVER)
    .option(...KEY)
    .option('--json', 'as JSON')
    .action(
      act(async (address: string, options) =>
        (await import('./service/link-command.ts')).linkCommand(readConfig(), address, options),
      ),
    )
  program
    .command('mcp')
    .description('tools for AI clients over standard input and output (Model Context Protocol)')
    .option(...SERVER)
    .option(...KEY)
    .action(
      act(async (options: ServiceOptions) =>
        (await import('./service/mcp-command.ts')).mcpCommand(readConfig(), options),
      ),
    )
  const projects = program
    .command('projects')
    .description('list projects: of the server named, else of the data at hand')
    .option('--sandbox', 'the sandbox projects')
    .option(...SERVER)
    .option(...KEY)
    .option('--json', 'as JSON')
  for (const [flag, text] of PROJECT_FILTERS) projects.option(flag, text)
  projects.action(
    act(async ({ server, key, sandbox, json, ...filter }) =>
      (await import('./service/projects-command.ts')).projectsCommand(readConfig(), {
        server,
        key,
        sandbox,
        json,
        filter: inSnakeCase(filter),
      } as ProjectsOptions),
    ),
  )
}

/** `minPrice` → `min_price`, as the API calls it. */
function inSnakeCase(options: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(options).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(entries)
}

interface MatchOptions extends ServiceOptions {
  readonly buildings?: string
  readonly threads?: number
  readonly hints: string
}

async function matchCommand(options: MatchOptions): Promise<number> {
  const { buildings, threads = 1, hints } = options
  if (hints !== 'all' && hints !== 'none') throw new Stop('usage', `--hints takes all or none, not "${hints}"`)
  const streams = { hints, input: process.stdin, output: process.stdout, errors: process.stderr } as const
  if (buildings !== undefined && options.server === undefined)
    return (await import('./match/match-command.ts')).runMatch({ buildings, threads, ...streams })
  if (buildings !== undefined) throw new Stop('usage', '--server does not go with --buildings')
  const service = namedService(readConfig(), options)
  if (service) return matchByService(service, streams)
  throw new Stop(
    'usage',
    'there is nothing to match against',
    'Give --buildings <file>, or --server <url> with --key (or PLINTH_SERVER and PLINTH_API_KEY).',
  )
}
