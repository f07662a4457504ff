// plinth match: what its flags mean together.
import { existsSync } from 'node:fs'
import type { PlinthClient } from '@plinth/client'
import { Stop } from '../../kernel/fault.ts'
import { limitCompiler } from '../match/compiler-limits.ts'
import type { Format, InputFormat, Shard } from '../match/formats/match-plan.ts'
import type { ColumnNames, QueryColumn } from '../match/formats/query-columns.ts'
import { QUERY_COLUMNS } from '../match/formats/query-columns.ts'
import type { Hints } from '../match/formats/read-query.ts'
import { isFolder, isPattern } from './find-inputs.ts'
import type { BucketOptions } from './places.ts'
import { isUrl } from './places.ts'

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
  readonly format?: InputFormat
  readonly outputFormat?: Format
  readonly shard?: Shard
  /** Columns of the output: all of the input and ours, or `id` and the answers. */
  readonly columns?: 'all' | 'answers'
}

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

const isMany = (location: string): boolean => isUrl(location) || isFolder(location) || isPattern(location)

/** `service` connects to the server that flags or settings name. */
export async function matchCommand(
  files: readonly string[],
  flags: MatchFlags,
  service: () => PlinthClient | undefined,
  bucket: () => BucketOptions,
): Promise<number> {
  const { buildings, server, model, hints, details = false } = flags
  const { output: outputFile, format, outputFormat, shard, threads = 1, streets } = flags
  const [file] = files
  if (buildings !== undefined && server !== undefined)
    throw new Stop('usage', 'use either --server or --buildings, not both')
  if (model !== undefined && buildings === undefined)
    throw new Stop('usage', '--model requires --buildings; a server uses its own model')
  const source = buildings ?? service()
  if (source === undefined)
    throw new Stop(
      'usage',
      'nothing to match against',
      'Use --buildings <file>, sign in to a server with plinth login, or use --server <url> with --key.',
    )
  const columns = columnsOf(flags)
  const isBulk =
    files.length > 1 ||
    files.some(isMany) ||
    (outputFile !== undefined && (isUrl(outputFile) || outputFile.endsWith('/'))) ||
    (buildings !== undefined && flags.columns === 'all')
  if (isBulk) {
    if (buildings === undefined) throw new Stop('usage', 'folders, patterns and several files require --buildings')
    if (file === undefined || outputFile === undefined)
      throw new Stop('usage', 'name the input files, and where to write the answers with -o')
    const { runBulk } = await import('./bulk-match.ts')
    limitCompiler()
    return runBulk({
      ...{ inputs: files, output: outputFile, buildings, model, streets, threads, hints, details, columns },
      ...{ format, outputFormat, shard, isBeside: flags.columns !== 'answers', errors: process.stderr, ...bucket() },
    })
  }
  if (buildings === undefined && file !== undefined && !existsSync(file))
    throw new Stop('usage', `there is no file ${file}`)
  const streams = { output: process.stdout, errors: process.stderr }
  // Answers of other shapes are streamed: parts, units and lookups by the text alone.
  const isPlain = flags.columns !== 'answers' && !shard && !details && hints === 'all' && columns.id === undefined
  if (typeof source !== 'string' && file !== undefined && outputFile !== undefined && isPlain) {
    const { matchOnServer } = await import('../match/match-on-server.ts')
    return matchOnServer({ service: source, file, outputFile, outputFormat, columns, ...streams })
  }
  const { runMatch } = await import('../match/match-command.ts')
  if (buildings !== undefined) limitCompiler()
  return runMatch({
    ...{ buildings: source, model, streets, threads, hints, details, columns },
    ...{ file, format, outputFile, outputFormat, shard },
    ...{ input: process.stdin, ...streams },
  })
}
