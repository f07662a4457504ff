// The flags of `plinth match`, and what they mean together.
import { createReadStream, existsSync } from 'node:fs'
import type { PlinthClient } from '@plinth/client'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import { Stop } from '../../kernel/fault.ts'
import { integerBetween } from '../terminal/arguments.ts'
import { limitCompiler } from './compiler-limits.ts'
import type { Format, Shard } from './formats/match-plan.ts'
import { FORMATS } from './formats/match-plan.ts'
import type { ColumnNames, QueryColumn } from './formats/query-columns.ts'
import { QUERY_COLUMNS } from './formats/query-columns.ts'
import type { Hints } from './formats/read-query.ts'
import { matchByService } from './remote-match.ts'

const HELP = `
The format follows the file name: .ndjson, .csv or .parquet; .ndjson.gz and .csv.gz are read too.
Building rows: building_key or id, address or addresses; optional: city, province, postal, lat, lng, name, aliases,
group (the project), condo_corp, storeys. Query rows: id, address or text (up to 8,000 characters); optional: city,
province, postal, lat, lng, building_name, condo_corp, listed_on. docs/links.md describes the fields.`

export interface MatchFlags extends Readonly<Partial<Record<`${string}Column`, string>>> {
  readonly buildings?: string
  readonly server?: string
  readonly key?: string
  readonly model?: string
  readonly streets?: string
  readonly threads?: number
  readonly hints: Hints
  readonly details?: boolean
  readonly output?: string
  readonly format?: Format
  readonly outputFormat?: Format
  readonly shard?: Shard
}

/** `3/8` is the third of eight parts. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? []
  if (!index || !count || index > count)
    throw new InvalidArgumentError('It must be a part and the number of parts, such as 1/8 for the first of eight.')
  return { index, count }
}

const flagOf = (column: QueryColumn): string => `--${column.replaceAll('_', '-')}-column`
const optionOf = (column: QueryColumn): `${string}Column` =>
  `${column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Column`

export function addMatchFlags(command: Command): Command {
  command
    .description('match addresses against a file of buildings or a server')
    .argument('[file]', 'file of queries; default: standard input')
    .option('--buildings <file>', 'file with one building per row, or an index written by plinth index')
    .option('-o, --output <file>', 'file for the answers, complete when it appears; default: standard output')
    .addOption(new Option('--format <format>', 'format of the queries').choices(FORMATS))
    .addOption(new Option('--output-format <format>', 'format of the answers').choices(FORMATS))
    .option('--shard <i/n>', 'match only part i of n; the outputs in order equal one run', parseShard)
    .option('--threads <n>', 'number of worker threads', integerBetween(1, 999))
    .addOption(
      new Option('--hints <which>', 'all, or none to use only the text').choices(['all', 'none']).default('all'),
    )
    .option('--details', 'add the unit to each candidate')
    .option('--model <file>', 'model file written by plinth fit; default: the built-in model')
    .option('--streets <folder>', 'lists of real streets for more cities; see docs/matching.md')
  for (const column of QUERY_COLUMNS) command.option(`${flagOf(column)} <name>`, `column or field that holds ${column}`)
  return command.addHelpText('after', HELP)
}

function columnsOf(flags: MatchFlags): ColumnNames {
  return Object.fromEntries(
    QUERY_COLUMNS.flatMap((column) => {
      const name = flags[optionOf(column)]
      return name === undefined ? [] : [[column, name]]
    }),
  )
}

/** `service` connects to the server that flags or settings name. */
export async function matchCommand(
  file: string | undefined,
  flags: MatchFlags,
  service: () => PlinthClient | undefined,
): Promise<number> {
  const { buildings, server, model, hints, details = false } = flags
  const streams = { input: process.stdin, output: process.stdout, errors: process.stderr } as const
  const columns = columnsOf(flags)
  if (buildings !== undefined && server === undefined) {
    const { output: outputFile, format, outputFormat, shard, threads = 1, streets } = flags
    const { runMatch } = await import('./match-command.ts')
    limitCompiler()
    return runMatch({
      ...{ buildings, model, streets, threads, hints, details, columns },
      ...{ file, format, outputFile, outputFormat, shard },
      ...streams,
    })
  }
  if (model !== undefined) throw new Stop('usage', '--model requires --buildings; a server uses its own model')
  if (buildings !== undefined) throw new Stop('usage', 'use either --server or --buildings, not both')
  const client = service()
  if (!client)
    throw new Stop(
      'usage',
      'nothing to match against',
      'Use --buildings <file>, or --server <url> with --key (or set PLINTH_SERVER and PLINTH_API_KEY).',
    )
  refuseLocalFlags(flags, columns)
  if (file !== undefined && !existsSync(file)) throw new Stop('usage', `there is no file ${file}`)
  const input = file === undefined ? process.stdin : createReadStream(file)
  return matchByService(client, { ...streams, input, hints, details })
}

/** A server gets NDJSON lines in order, so what only works on files is refused rather than ignored. */
function refuseLocalFlags({ output, format, outputFormat, shard }: MatchFlags, columns: ColumnNames): void {
  const named = QUERY_COLUMNS.find((column) => columns[column] !== undefined)
  const isOther = (name?: Format) => name !== undefined && name !== 'ndjson'
  const flag =
    (output !== undefined && '--output') ||
    (isOther(format) && '--format') ||
    (isOther(outputFormat) && '--output-format') ||
    (shard && '--shard') ||
    (named && flagOf(named))
  if (flag) throw new Stop('usage', `${flag} requires --buildings`, 'A server reads and writes NDJSON lines.')
}
