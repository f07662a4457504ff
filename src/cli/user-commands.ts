// Commands for users: match, link, suggest, projects and others, against a server or local data.
import type { Command } from 'commander'
import { readConfig } from '../kernel/config.ts'
import type { IndexFlags } from './match/building-index-command.ts'
import type { MatchFlags } from './match/match-flags.ts'
import { addMatchFlags, matchCommand } from './match/match-flags.ts'
import type { Action } from './program.ts'
import type { BuildingsOptions } from './service/buildings-command.ts'
import type { ProjectsOptions } from './service/projects-command.ts'
import { calendarDay, mapPoint } from './terminal/arguments.ts'
import type { ServiceOptions } from './terminal/service-connection.ts'
import { namedService } from './terminal/service-connection.ts'

const SERVER = ['--server <url>', 'send requests to this server; default: PLINTH_SERVER'] as const
const KEY = ['--key <key>', 'API key; prefer PLINTH_API_KEY, because process lists show options'] as const

const PROJECT_FILTERS = [
  ['--city <names>', 'one or more, separated by commas'],
  ['--province <codes>', 'two letters; one or more, separated by commas'],
  ['--developer <names>', 'one or more, separated by commas'],
  ['--status <words>', 'for example selling; one or more, separated by commas'],
  ['--building-type <words>', 'for example condo_apartment'],
  ['--tenure <words>', 'for example condo, or unknown'],
  ['--min-price <dollars>', 'highest price is at least this'],
  ['--max-price <dollars>', 'lowest price is at most this'],
  ['--min-beds <n>', 'minimum number of bedrooms'],
  ['--q <words>', 'words in the name, address, developer or neighbourhood'],
  ['--sort <key>', 'for example name or -updated_at'],
  ['--limit <n>', 'maximum number of projects (default: 50)'],
] as const

const BUILDING_FILTERS = [
  ['--city <names>', 'one or more, separated by commas'],
  ['--province <codes>', 'two letters; one or more, separated by commas'],
  ['--postal-code <codes>', 'whole or the first three characters; one or more, separated by commas'],
  ['--near <lat,lng>', 'a point; the nearest come first'],
  ['--radius-km <km>', 'maximum distance from --near (default: 50)'],
  ['--condo-corp <names>', 'for example "TSCC 2345"'],
  ['--developer <names>', 'one or more, separated by commas'],
  ['--tenure <words>', 'for example condo, or unknown'],
  ['--building-type <words>', 'for example condo_apartment'],
  ['--amenity <names>', 'one or more, separated by commas'],
  ['--min-storeys <n>', 'minimum number of storeys'],
  ['--max-storeys <n>', 'maximum number of storeys'],
  ['--min-units <n>', 'minimum number of units'],
  ['--max-units <n>', 'maximum number of units'],
  ['--min-year-built <year>', 'built in this year or later'],
  ['--max-year-built <year>', 'built in this year or earlier'],
  ['--q <words>', 'words in the name, address, developer or neighbourhood'],
  ['--sort <key>', 'for example name or -storeys'],
  ['--limit <n>', 'maximum number of buildings (default: 50)'],
] as const

function addBuildingCommands(program: Command, action: Action): void {
  const withService = (command: Command) =>
    command
      .option('--sandbox', 'use the sandbox projects')
      .option(...SERVER)
      .option(...KEY)
      .option('--json', 'print JSON')
  const list = async (
    { server, key, sandbox, json, ...filter }: ServiceOptions & { sandbox?: boolean; json?: boolean },
    place?: string,
  ): Promise<number> => {
    const { buildingsCommand, placeFilter } = await import('./service/buildings-command.ts')
    const options = {
      server,
      key,
      sandbox,
      json,
      filter: { ...toSnakeCase(filter as Record<string, string>), ...(place && placeFilter(place)) },
    }
    return buildingsCommand(readConfig(), options as BuildingsOptions)
  }
  withService(program.command('near'))
    .description('list the buildings near a point or in a postal code')
    .argument('<place>', 'latitude,longitude such as 43.6447,-79.3700, or a postal code such as M5V')
    .option('--radius-km <km>', 'maximum distance from the point (default: 50)')
    .option('--limit <n>', 'maximum number of buildings (default: 50)')
    .action(action(async (place: string, options) => list(options, place)))
  const buildings = withService(program.command('buildings')).description(
    'list buildings from a server or from local data',
  )
  for (const [flag, text] of BUILDING_FILTERS) buildings.option(flag, text)
  buildings.action(action(async (options) => list(options)))
}

export function addUserCommands(program: Command, action: Action): void {
  addMatchFlags(program.command('match'))
    .option(...SERVER)
    .option(...KEY)
    .action(
      action(async (file: string | undefined, options: MatchFlags) =>
        matchCommand(file, options, () => namedService(readConfig(), options)),
      ),
    )
  program
    .command('index')
    .description('write the index of a file of buildings, so that plinth match opens it in milliseconds')
    .argument('<file>', 'file with one building per row: .ndjson, .csv or .parquet')
    .requiredOption('-o, --output <file>', 'file for the index, such as buildings.plinth')
    .action(
      action(async (file: string, options: IndexFlags) =>
        (await import('./match/building-index-command.ts')).indexCommand(file, options),
      ),
    )
  program
    .command('link')
    .description('find the building at an address, or the nearest ones of a point')
    .argument('[address]', 'the address as typed')
    .option('--near <latitude,longitude>', 'look up a point instead of an address', mapPoint)
    .option('--explain', 'show the readings, candidates and evidence')
    .option('--buildings <file>', 'match against this file of buildings, or its index, instead of the dataset')
    .option('--sandbox', 'match against the sandbox projects')
    .option('--city <city>', 'city hint')
    .option('--province <code>', 'province hint')
    .option('--listed-on <day>', 'date of the listing, YYYY-MM-DD', calendarDay)
    .option(...SERVER)
    .option(...KEY)
    .option('--json', 'print JSON')
    .action(
      action(async (address: string | undefined, options) =>
        (await import('./service/link-command.ts')).linkCommand(readConfig(), address, options),
      ),
    )
  program
    .command('parse')
    .description('write an address in standard form, with its parts')
    .argument('<address>', 'the address as typed')
    .option('--sandbox', 'check it against the sandbox projects')
    .option('--city <city>', 'city, if the address does not name it')
    .option('--province <code>', 'province, if the address does not name it')
    .option(...SERVER)
    .option(...KEY)
    .option('--json', 'print JSON')
    .action(
      action(async (address: string, options) =>
        (await import('./service/parse-command.ts')).parseCommand(readConfig(), address, options),
      ),
    )
  program
    .command('suggest')
    .description('show what a search box suggests for a text')
    .argument('<text>', 'the text typed so far')
    .option('--sandbox', 'suggest from the sandbox projects')
    .option('--city <city>', 'put this city first')
    .option('--province <code>', 'put this province first')
    .option('--near <point>', 'put buildings near latitude,longitude first')
    .option('--kinds <words>', 'for example address,building; one or more, separated by commas')
    .option('--limit <n>', 'at most 10 (default: 10)')
    .option(...SERVER)
    .option(...KEY)
    .option('--json', 'print JSON')
    .action(
      action(async (text: string, options) =>
        (await import('./service/suggest-command.ts')).suggestCommand(readConfig(), text, options),
      ),
    )
  program
    .command('mcp')
    .description('serve tools to AI clients over standard input and output (Model Context Protocol)')
    .option(...SERVER)
    .option(...KEY)
    .action(
      action(async (options: ServiceOptions) =>
        (await import('./service/mcp-command.ts')).mcpCommand(readConfig(), options),
      ),
    )
  addBuildingCommands(program, action)
  const projects = program
    .command('projects')
    .description('list projects from a server or from local data')
    .option('--sandbox', 'list the sandbox projects')
    .option(...SERVER)
    .option(...KEY)
    .option('--json', 'print JSON')
  for (const [flag, text] of PROJECT_FILTERS) projects.option(flag, text)
  projects.action(
    action(async ({ server, key, sandbox, json, ...filter }) =>
      (await import('./service/projects-command.ts')).projectsCommand(readConfig(), {
        server,
        key,
        sandbox,
        json,
        filter: toSnakeCase(filter),
      } as ProjectsOptions),
    ),
  )
}

/** `minPrice` → `min_price`, the name of the API's filter. */
function toSnakeCase(options: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(options).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(entries)
}
