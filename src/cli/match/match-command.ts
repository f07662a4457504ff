// plinth match: matches a file or stream of queries against a file of buildings or by a server, in constant memory.
import { Readable } from 'node:stream'
import type { PlinthClient } from '@plinth/client'
import { PlinthError } from '@plinth/client'
import { loadModel } from '../../app/model-file.ts'
import { Stop } from '../../kernel/fault.ts'
import { openSharedIndex } from './building-index.ts'
import type { Format, MatchedBlock, MatchPlan } from './formats/match-plan.ts'
import { BLOCK_BYTES, formatOf, PARQUET_BLOCK_BYTES } from './formats/match-plan.ts'
import type { ColumnNames } from './formats/query-columns.ts'
import type { Hints } from './formats/read-query.ts'
import { MatchOutput } from './match-output.ts'
import { MatchProgress } from './match-progress.ts'
import type { BlockPool } from './match-threads.ts'
import { startThreads } from './match-threads.ts'
import type { InputOptions, MatchInput } from './open-input.ts'
import { inputFormatOf, openInput } from './open-input.ts'
import type { MatcherSource } from './open-matcher.ts'
import { readStreets } from './open-matcher.ts'
import { matchByService } from './remote-match.ts'
import { writeAnswers } from './write-answers.ts'

export interface MatchOptions extends Omit<InputOptions, 'columns' | 'blockBytes' | 'wholeBlocks'> {
  /** File of buildings, or the server that has them. */
  readonly buildings: string | PlinthClient
  /** Model file; the built-in model without one. */
  readonly model?: string | undefined
  /** Folder with more lists of real streets. */
  readonly streets?: string | undefined
  readonly threads?: number
  readonly hints?: Hints
  readonly details?: boolean
  readonly columns?: ColumnNames
  /** Written if there is no output file. */
  readonly output: NodeJS.WritableStream
  readonly outputFile?: string | undefined
  /** Default: by the name of the output file, or the format of the input. */
  readonly outputFormat?: Format | undefined
  readonly errors: NodeJS.WritableStream
  /** Tests use small blocks. */
  readonly blockBytes?: number
}

const EXIT_OK = 0
const EXIT_USAGE = 2

function outputFormatOf({ outputFormat, outputFile, format, file }: MatchOptions): Format {
  if (outputFormat) return outputFormat
  return outputFile === undefined ? inputFormatOf({ format, file }) : formatOf(outputFile)
}

/** Resolves to the exit code. */
export async function runMatch(options: MatchOptions): Promise<number> {
  const { errors, outputFile, columns = {}, threads = 1 } = options
  const { buildings } = options
  const progress = new MatchProgress(errors)
  const report = (message: string) => errors.write(`${message}\n`)
  let input: MatchInput | undefined
  let output: MatchOutput | undefined
  let pool: BlockPool | undefined
  try {
    const outputFormat = outputFormatOf(options)
    const isParquet = outputFormat === 'parquet'
    const blockBytes = options.blockBytes ?? (isParquet ? PARQUET_BLOCK_BYTES : BLOCK_BYTES)
    input = await openInput({ ...options, columns, blockBytes, wholeBlocks: isParquet })
    const { fd, header, parquet, idType } = input
    const plan: MatchPlan = {
      ...{ fd, header, parquet, idType, columns, blockBytes, outputFormat },
      hints: options.hints ?? 'all',
      details: options.details ?? false,
      inputFormat: input.format,
    }
    // Before the buildings are loaded, so that a wrong path fails at once.
    output = new MatchOutput(options.output, outputFile)
    let matched: AsyncIterable<MatchedBlock>
    if (typeof buildings === 'string') {
      const { streets } = options
      const { model } = loadModel(options.model)
      const openSource = async (): Promise<MatcherSource> => {
        if (threads <= 1) return { model, streets, buildings }
        const index = await openSharedIndex(buildings, report)
        return { model, buildings: index, streets: readStreets(streets, index) }
      }
      pool = await startThreads(Math.max(1, Math.trunc(threads)), openSource, report)
      const { match, concurrency } = pool
      // map() keeps the order and emits each block as soon as it is ready, so a slow input gets results while it runs.
      matched = Readable.from(input.blocks).map((block) => match(block, plan), { concurrency })
    } else matched = matchByService(buildings, plan, input.blocks)
    progress.ready(input.total)
    const answers = output
    // The outputs of all shards in order are one file, so only the first has the header.
    const isFirst = (options.shard?.index ?? 1) === 1
    await writeAnswers(
      matched,
      plan,
      isFirst,
      (bytes) => answers.write(bytes),
      (count, size) => progress.add(count, size),
    )
    await answers.finish()
  } catch (error) {
    output?.discard()
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT_OK
    // What the server said, or that it cannot be reached.
    if (error instanceof PlinthError || error instanceof Stop) throw error
    errors.write(`plinth match: ${(error as Error).message}\n`)
    return EXIT_USAGE
  } finally {
    await pool?.close()
    input?.close()
  }
  progress.end(typeof buildings === 'string')
  return EXIT_OK
}
