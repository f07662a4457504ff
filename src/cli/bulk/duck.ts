// DuckDB, where it is installed: reads tables of any kind, and writes them with other columns beside theirs.
import type { DuckDBConnection } from '@duckdb/node-api'
import { Stop } from '../../kernel/fault.ts'
import { WorkQueue } from '../../kernel/work-queue.ts'
import type { Format } from '../match/formats/match-plan.ts'
import type { InputKind } from './find-inputs.ts'

/** The version that our tests run. */
export const DUCKDB = '@duckdb/node-api@1.5.5-r.5'
/** Beyond it, DuckDB writes to the temporary folder. */
const MEMORY = '2GB'
/** A copy takes a tenth of the time of its matching, and the memory of its row groups. */
const THREADS_PER_COPY = 4
/** Rows of a block: half a second of work for a thread. */
const QUERY_ROWS = 20_480

const WITHOUT =
  'Without it, plinth match reads and writes CSV and NDJSON, and matches one Parquet file without --columns all.'

const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
/** Names may have characters that are wildcards. */
const pathText = (path: string): string => text(path.replace(/[*?[]/g, '[$&]'))

const SOURCES: Readonly<Record<Exclude<InputKind, 'xlsx'>, (path: string) => string>> = {
  // Folders such as year=2026 stay in the names of outputs.
  parquet: (path) => `read_parquet(${pathText(path)}, hive_partitioning = false)`,
  // As plinth match reads it: every value is the text of the file.
  csv: (path) => `read_csv(${pathText(path)}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"',
    hive_partitioning = false)`,
  ndjson: (path) => `read_json(${pathText(path)}, format = 'newline_delimited', sample_size = -1,
    maximum_object_size = 1100000, hive_partitioning = false)`,
  delta: (path) => `delta_scan(${text(path)})`,
  iceberg: (path) => `iceberg_scan(${text(path)}, allow_moved_paths = true)`,
}

const OUTPUTS: Readonly<Record<Format, string>> = {
  parquet: 'format parquet, compression zstd',
  csv: 'format csv, header true',
  ndjson: 'format json',
}

/** Numbers of a query, which are texts in CSV. */
const NUMBERS: readonly string[] = ['lat', 'latitude', 'lng', 'longitude']

export class Duck {
  readonly #connect: () => Promise<DuckDBConnection>
  readonly #copies: WorkQueue
  readonly #extensions: string | undefined

  constructor(connect: () => Promise<DuckDBConnection>, copies: WorkQueue, extensions: string | undefined) {
    this.#connect = connect
    this.#copies = copies
    this.#extensions = extensions
  }

  async table(kind: Exclude<InputKind, 'xlsx'>, path: string): Promise<DuckTable> {
    const connection = await this.#connect()
    if (kind === 'delta' || kind === 'iceberg') await this.#load(connection, kind)
    return DuckTable.open(connection, this.#copies, SOURCES[kind](path), kind === 'csv')
  }

  async #load(connection: DuckDBConnection, extension: string): Promise<void> {
    const from = this.#extensions === undefined ? '' : ` from ${text(this.#extensions)}`
    await connection.run(`install ${extension}${from}; load ${extension}`).catch((error: Error) => {
      throw new Error(`DuckDB has no extension "${extension}", and cannot download it: ${error.message.split('\n')[0]}`)
    })
  }
}

/** A table that DuckDB reads in order, with one thread: every time the rows are the same. */
export class DuckTable {
  readonly #connection: DuckDBConnection
  readonly #copies: WorkQueue
  readonly #source: string
  readonly #isText: boolean
  readonly columns: readonly string[]

  private constructor(
    connection: DuckDBConnection,
    copies: WorkQueue,
    source: string,
    isText: boolean,
    columns: readonly string[],
  ) {
    this.#connection = connection
    this.#copies = copies
    this.#source = source
    this.#isText = isText
    this.columns = columns
  }

  static async open(
    connection: DuckDBConnection,
    copies: WorkQueue,
    source: string,
    isText: boolean,
  ): Promise<DuckTable> {
    const described = await connection.runAndReadAll(`describe select * from ${source}`)
    const columns = described.getRowObjects().map(({ column_name }) => String(column_name))
    return new DuckTable(connection, copies, source, isText, columns)
  }

  /** Writes the named columns as Parquet that the threads of plinth match read. `names` are those of the fields of a query. */
  async writeQueries(names: ReadonlyMap<string, string>, file: string): Promise<void> {
    const columns = [...names].flatMap(([field, name]) => {
      if (!this.columns.includes(name)) return []
      const isNumber = this.#isText && NUMBERS.includes(field)
      return [isNumber ? `try_cast(${ident(name)} as double) as ${ident(name)}` : ident(name)]
    })
    const options = `format parquet, compression snappy, row_group_size ${QUERY_ROWS}`
    await this.#copy(`select ${[...new Set(columns)].join(', ')} from ${this.#source}`, file, options)
  }

  /** Writes the table with the columns of a Parquet file that has as many rows. Returns the number of rows. */
  writeBeside(answers: string, file: string, format: Format): Promise<number> {
    const joined = `${this.#source} own positional join read_parquet(${pathText(answers)}) ours`
    return this.#copy(`select own.*, ours.* from ${joined}`, file, OUTPUTS[format])
  }

  async #copy(select: string, file: string, options: string): Promise<number> {
    const sql = `copy (${select}) to ${text(file)} (${options})`
    const result = await this.#copies.run(() => this.#connection.runAndReadAll(sql))
    return Number(result.getRows()[0]?.[0] ?? 0)
  }

  close(): void {
    this.#connection.closeSync()
  }
}

/** `extensions` is a mirror of DuckDB's extensions. */
export async function openDuck(folder: string, threads: number, extensions?: string): Promise<Duck> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((error: Error) => {
    throw new Stop(
      'usage',
      `this needs DuckDB, which cannot be loaded: ${error.message.split('\n')[0]}`,
      `Run npm install ${DUCKDB}. ${WITHOUT}`,
    )
  })
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: MEMORY,
    temp_directory: folder,
    // Reading the same table twice must give the same order.
    preserve_insertion_order: 'true',
  })
  const copies = new WorkQueue({
    concurrency: Math.ceil(threads / THREADS_PER_COPY),
    maxWaiting: Number.POSITIVE_INFINITY,
    fullMessage: '',
    maxRetryAfterSeconds: 1,
  })
  return new Duck(() => instance.connect(), copies, extensions)
}
