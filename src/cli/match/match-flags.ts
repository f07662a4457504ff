// plinth match: what its flags mean together.
import { createReadStream, existsSync } from 'node:fs'
import type { PlinthClient } from '@plinth/client'
import { Stop } from '../../kernel/fault.ts'
import { limitCompiler } from './compiler-limits.ts'
import type { Format, Shard } from './formats/match-plan.ts'
import type { ColumnNames, QueryColumn } from './formats/query-columns.ts'
import { QUERY_COLUMNS } from './formats/query-columns.ts'
import type { Hints } from './formats/read-query.ts'
import { matchByService } from './remote-match.ts'

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

const flagOf = (column: QueryColumn): string => `--${column.replaceAll('_', '-')}-column`
const optionOf = (column: QueryColumn): `${string}Column` =>
  `${column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Column`

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
